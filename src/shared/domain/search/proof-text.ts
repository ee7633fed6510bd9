import { parseProof } from '../proof/parse.ts';
import { readings } from '../proof/typed.ts';

/** The receipt number in a scanned proof, or null when the text is none. Says nothing about whether the proof is genuine. */
export function receiptOfProof(text: string): string | null {
  for (const reading of readings(text)) {
    const parsed = parseProof(reading);
    if (parsed.kind === 'proof') return parsed.proof.facts.receiptNo;
  }
  return null;
}
