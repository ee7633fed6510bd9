import { canBeRefusalWord, leavesDoubt, statusWord } from '../../shared/domain/refusal-words.ts';
import { usableSn } from '../../shared/domain/sn.ts';

/** An answer with its envelope's status, and as it was read: the envelope leaves out what it does not know. */
export interface Answer {
  status: string;
  whole: unknown;
}

/** Whether the answer or anything in its data names a transaction: then something was made over there, and it is no refusal. */
export function namesTransaction(answer: unknown): boolean {
  for (const { key, value, isText } of partsOf(answer)) {
    // What stands in an error has an id of its own, and a message may be given by language.
    if (!isTransactionKey(key) || (isText && key === 'id')) continue;
    if (typeof value === 'string' ? usableSn(value) !== null : typeof value === 'number' && value !== 0) return true;
  }
  return false;
}

const subject = 'transaction|transaksi|trans|trxn|trx|tx|tr|order|payment|invoice|reff|ref|reference|referensi';
const transactionKeys = [
  /^(?:id|uuid|sn|serialnumber|(?:no)?ref|(?:no)?reff|reference|referensi|trx|transaction|transaksi|invoice)$/,
  new RegExp(`(?:${subject}|server|client|biller|partner)(?:id|no|num|nomor|number|code|kode|ref)$`),
  new RegExp(`^(?:id|no|nomor)(?:${subject})`),
];

/**
 * Keys under which services of this trade name a transaction, in any spelling: transaction_id, trxId, REF_ID, reference, sn. Keys that
 * name a request or a customer ("request_id", "customer_id") are not among them.
 */
const isTransactionKey = (key: string): boolean => transactionKeys.some((form) => form.test(key));

/**
 * Whether every state in an answer that is no success says no: its envelope's status is one of the words, and a state within its
 * data is none of a sale that goes on.
 */
export function saysOnlyNo(answer: Answer, words: ReadonlySet<string>): boolean {
  if (!words.has(statusWord(answer.status))) return false;
  return partsOf(answer.whole).every(
    ({ key, value }) => (!isStatusKey(key) || isNo(value, words)) && !(isYesKey(key) && value === true),
  );
}

/** Whether some text in an answer speaks of a sale that goes on or is done. */
export function speaksOfDoubt(answer: unknown): boolean {
  return partsOf(answer).some(
    ({ key, value, isText }) => (isText || key === 'data') && typeof value === 'string' && leavesDoubt(value),
  );
}

/** The same of a question that moves no money: whatever is no word of process, success or pending may be its no. */
export function mayBeNo(answer: Answer): boolean {
  if (!canBeRefusalWord(answer.status)) return false;
  for (const { key, value } of partsOf(answer.whole)) {
    if (isStatusKey(key) && typeof value === 'string' && !canBeRefusalWord(value)) return false;
  }
  return true;
}

/** States of a sale that failed (spec, States), whatever the owner's list says. */
const failedStates = new Set(['failed', 'gagal']);

function isNo(value: unknown, words: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return words.has(statusWord(value)) || failedStates.has(statusWord(value));
  return value === null || value === false || typeof value === 'object';
}

const isStatusKey = (key: string): boolean => key === 'state' || (key.endsWith('status') && !key.startsWith('http'));
const isYesKey = (key: string): boolean => /^(?:is)?(?:ok|success|sukses|berhasil|paid|processed)$/.test(key);
const textKey =
  /message|msg|pesan|keterangan|reason|alasan|error|detail|desc|info|note|catatan|remark|respon|text|title/;

interface Part {
  /** in lower case, letters and digits only */
  key: string;
  value: unknown;
  /** it is meant to be read by a person */
  isText: boolean;
}

/** Every field of an answer with its key, in whatever list or object it stands. */
function partsOf(answer: unknown): Part[] {
  const parts: Part[] = [{ key: '', value: answer, isText: false }];
  // It grows while it is gone through. Not by recursion: an answer may be nested deeper than the stack.
  for (const { key: outer, value, isText } of parts) {
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [name, inner] of Object.entries(value)) {
      const key = isList ? outer : name.toLowerCase().replace(/[^a-z0-9]/g, '');
      parts.push({ key, value: inner, isText: isText || textKey.test(key) });
    }
  }
  return parts;
}
