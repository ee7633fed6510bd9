/** What a proof of payment says, apart from who signed it. docs/proof-format.md is the page for everybody else. */
export interface ProofFacts {
  /** "AB7K-000123" */
  receiptNo: string;
  /** whole rupiah, what the customer paid; null where the slip names none */
  total: number | null;
  /** the time on the slip, UTC, to the second: "2026-11-20T03:15:00Z" */
  at: string;
  /** as snField writes it */
  snField: string;
  /** the log's last event when the sale got its result: its number, and the first 80 bits of its hash in base 32 */
  head: { seq: number; hash: string };
}

export const proofTag = 'KTR1';
/** In the places of the terminal and of the signature. It holds an I, which no terminal's id has. */
export const trainingMark = 'TRAINING';

/** Of the log's hash, and of an sn that is too long: 10 bytes, 16 characters. */
export const digestBytes = 10;
/** Of the SHA-256 of a terminal's public key: 5 bytes, 8 characters. */
export const terminalIdBytes = 5;

/** The text that is signed, as ASCII: everything before the last dot. */
export function signedText(terminal: string, facts: ProofFacts): string {
  const { receiptNo, total, at, snField, head } = facts;
  const time = at.replace(/[-:TZ]/g, '');
  return [proofTag, terminal, receiptNo, total ?? '', time, snField, `${head.seq}-${head.hash}`].join('.');
}

/** What stands in the QR code. @param signature in base 32, 103 characters */
export function proofText(signed: string, signature: string): string {
  return `${signed}.${signature}`;
}

/** The proof of practice: nothing signs it, and no key can. */
export function trainingProof(facts: ProofFacts): string {
  return proofText(signedText(trainingMark, facts), trainingMark);
}

/** ISO 8601 UTC without fractions of a second, as a proof says it. */
export function proofTime(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
