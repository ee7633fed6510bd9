import { fromBase32, readAsBase32 } from './base32.ts';
import { digestBytes, type ProofFacts, proofTag, terminalIdBytes, trainingMark } from './proof.ts';
import { snDigestField, snOfField } from './sn-field.ts';

export interface ReadProof {
  /** the terminal's id; "TRAINING" for one of practice */
  terminal: string;
  facts: ProofFacts;
  /** the sn as the provider wrote it; "" when there was none yet, null when the proof holds only its digest */
  sn: string | null;
  /** what the signature covers */
  signed: string;
  /** 64 bytes; null for one of practice */
  signature: Uint8Array<ArrayBuffer> | null;
}

export type ParsedProof =
  | { kind: 'proof'; proof: ReadProof }
  /** no tag of ours in it */
  | { kind: 'not_a_proof' }
  /** a format made after this program */
  | { kind: 'newer' }
  /** begins as one, but is not whole: cut off, or a character was read wrong */
  | { kind: 'damaged' };

/** No proof comes near it. */
const longestProof = 400;
const signatureBytes = 64;

/**
 * Reads a proof's text, already in capitals and without spaces (typed.ts). Says nothing about whether it is genuine. What
 * could be written in two ways is read in one only, so that one proof has one text.
 */
export function parseProof(text: string): ParsedProof {
  const tag = /^KTR(\d+)\./.exec(text)?.[1];
  if (tag === undefined) return { kind: 'not_a_proof' };
  if (!text.startsWith(`${proofTag}.`)) return { kind: 'newer' };
  const fields = text.length > longestProof ? [] : text.split('.');
  const proof = fields.length === 8 ? readFields(fields.slice(1)) : null;
  return proof ? { kind: 'proof', proof } : { kind: 'damaged' };
}

function readFields(fields: readonly string[]): ReadProof | null {
  const [terminalField = '', receiptNo = '', totalText = '', time = '', snText = '', headText = '', last = ''] = fields;
  const training = terminalField === trainingMark;
  const terminal = training ? terminalField : readAsBase32(terminalField);
  const total = /^(0|[1-9]\d{0,14})$/.test(totalText) ? Number(totalText) : null;
  const at = readTime(time);
  const sn = snDigestField.test(snText) ? null : snOfField(snText);
  const head = readHead(headText);
  const signature = training ? null : fromBase32(readAsBase32(last));
  if (
    (training ? last !== trainingMark : fromBase32(terminal)?.length !== terminalIdBytes) ||
    !/^[0-9A-Z]{1,12}-\d{6,15}$/.test(receiptNo) ||
    (totalText !== '' && total === null) ||
    at === null ||
    (sn === null && !snDigestField.test(snText)) ||
    head === null ||
    (!training && signature?.length !== signatureBytes)
  ) {
    return null;
  }
  const signedHead = `${head.seq}-${head.hash}`;
  return {
    terminal,
    facts: { receiptNo, total, at, snField: snText, head },
    sn,
    signed: [proofTag, terminal, receiptNo, totalText, time, snText, signedHead].join('.'),
    signature,
  };
}

function readTime(time: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  const ms = Date.parse(at);
  // The 31st of February is a day of March to some readers.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== at.slice(0, 19) ? null : at;
}

function readHead(text: string): ProofFacts['head'] | null {
  const [, seqText, hashText] = /^([1-9]\d{0,14})-([0-9A-Z]{16})$/.exec(text) ?? [];
  if (seqText === undefined || hashText === undefined) return null;
  const hash = readAsBase32(hashText);
  return fromBase32(hash)?.length === digestBytes ? { seq: Number(seqText), hash } : null;
}
