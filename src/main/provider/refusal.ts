import type { Envelope } from '../../shared/wire/envelope.ts';

/** Whether any layer of an answer names a transaction: then something was made over there, and it is no refusal. */
export function namesTransaction(envelope: Envelope): boolean {
  return layersOf(envelope).some((layer) => {
    const id = layer['transaction_id'];
    return id !== undefined && id !== null && id !== '';
  });
}

/** States of a sale that is not refused (spec, States), and what the interface says when all is well. */
const goodWords = new Set(['', 'ok', 'success', 'sukses', 'pending', 'inquiry']);

/** Whether nothing in the answer, its data included, says that the sale goes on or went through. */
export function onlySaysNo(envelope: Envelope): boolean {
  return layersOf(envelope).every((layer) => {
    const { status } = layer;
    return typeof status !== 'string' || !goodWords.has(status.trim().toLowerCase());
  });
}

/** The envelope, its data, and the data within that of a payment. */
function layersOf(envelope: Envelope): Record<string, unknown>[] {
  const layers: Record<string, unknown>[] = [];
  let layer: unknown = envelope;
  while (isObject(layer) && layers.length < 3) {
    layers.push(layer);
    layer = layer['data'];
  }
  return layers;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
