import type { Envelope } from '../../shared/wire/envelope.ts';

/** Whether the answer or anything in its data names a transaction: then something was made over there, and it is no refusal. */
export function namesTransaction(envelope: Envelope): boolean {
  return [envelope, ...objectsIn(envelope.data)].some((part) => {
    const id = part['transaction_id'];
    return id !== undefined && id !== null && id !== '';
  });
}

/** States of a sale that is not refused (spec, States), and what the interface says when all is well. */
const goodWords = new Set(['', 'ok', 'success', 'sukses', 'pending', 'inquiry']);

/** States of a sale that failed (spec, States), and what the reference receiver calls an error. */
const badWords = new Set(['failed', 'gagal', 'error']);

/**
 * Whether nothing in the answer, its data included, says that the sale goes on or went through. Which words an envelope has for a
 * no is not shown; a state within its data that is none of a failed sale, "processing" say, may be one of a sale that goes on.
 */
export function onlySaysNo(envelope: Envelope): boolean {
  if (goodWords.has(inLowerCase(envelope.status))) return false;
  return objectsIn(envelope.data).every(
    ({ status }) => typeof status !== 'string' || badWords.has(inLowerCase(status)),
  );
}

const inLowerCase = (word: string): string => word.trim().toLowerCase();

/** Every object within a value, in whatever list or field it stands. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  const objects = isObject(value) ? [value] : [];
  // It grows while it is gone through. Not by recursion: an answer may be nested deeper than the stack.
  for (const object of objects) {
    for (const part of Object.values(object)) if (isObject(part)) objects.push(part);
  }
  return objects;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
