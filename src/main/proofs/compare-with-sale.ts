import type { ProofVerdict } from '../../shared/contract/proofs.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import { fromBase32, type ReadProof } from '../../shared/domain/proof.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { fieldOf, timeOnSlip } from './make-proof.ts';

type Compared = Pick<Extract<ProofVerdict, { verdict: 'genuine' }>, 'standing' | 'log' | 'snCameLater' | 'sale'>;
type Book = Pick<SalesStore, 'findByReceiptNo' | 'holds' | 'head'>;

/**
 * What our book says of a sale whose proof is genuine.
 * @param own a key of this counter signed it: then its log must be ours
 */
export async function compareWithBook(proof: ReadProof, own: boolean, journal: Book): Promise<Compared> {
  const found = await journal.findByReceiptNo(proof.facts.receiptNo);
  const log = await logOf(proof, journal);
  // Two counters may have drawn the same four letters: another one's receipt is ours only where the log says so too.
  const sale = found && (own || log === 'holds') ? found : null;
  if (!sale) return { standing: 'not_held', log: own ? log : null, snCameLater: false, sale: null };
  const snCameLater = proof.facts.snField === '' && sale.sn !== null;
  // What is no success any more may have lost its serial number with that: first what became of it.
  const now = standingOf(sale);
  const differs = log !== 'holds' || (now === 'stands' && !sameSale(proof, sale));
  return { standing: differs ? 'differs' : now, log, snCameLater, sale };
}

/** Whether the book says of the sale what the proof says. A serial number that came later is no contradiction. */
export function sameSale({ facts }: ReadProof, sale: Transaction): boolean {
  return (
    facts.receiptNo === sale.receiptNo &&
    facts.total === sale.total &&
    facts.at === timeOnSlip(sale) &&
    (facts.snField === '' ||
      // The book forgot it with its customer; what is left still agrees.
      isErased(sale) ||
      facts.snField === fieldOf(sale.sn))
  );
}

function standingOf({ state }: Transaction): Compared['standing'] {
  switch (state) {
    case 'success':
      return 'stands';
    case 'disputed':
      return 'disputed';
    case 'failed':
    case 'unsent':
      return 'failed';
    case 'inquired':
    case 'sending':
    case 'pending':
    case 'unknown':
    case 'expired':
      return 'unsettled';
  }
}

async function logOf({ facts }: ReadProof, journal: Book): Promise<NonNullable<Compared['log']>> {
  const { seq, hash } = facts.head;
  if (await journal.holds({ seq, hash: Buffer.from(fromBase32(hash) ?? []).toString('hex') })) return 'holds';
  return seq > (await journal.head()).seq ? 'ends_before' : 'differs';
}
