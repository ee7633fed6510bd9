import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Change, NewEvent } from '../ports/journal.ts';
import type { CounterPorts } from './ports.ts';
import { revised, timestamp } from './sale.ts';

/** One change to a stored sale, decided on how it stands now. */
export interface Amendment {
  changes: Partial<Transaction>;
  event: Omit<NewEvent, 'at'>;
  cursor?: Change['cursor'];
  print?: Change['print'];
  learntCost?: Change['learntCost'];
}

/**
 * Reads the sale, decides, commits; when somebody else changed it meanwhile (a webhook beside an answer, a second window)
 * reads and decides again, so that no decision rests on what is no longer true. A success gets its receipt number in the
 * same commit.
 * @returns the sale as it is stored afterwards, or null when there is no such sale
 */
export async function amend(
  ports: Pick<CounterPorts, 'journal' | 'clock' | 'announce'>,
  id: string,
  decide: (sale: Transaction) => Promise<Amendment | null> | Amendment | null,
): Promise<Transaction | null> {
  for (;;) {
    const sale = await ports.journal.get(id);
    if (!sale) return null;
    const amendment = await decide(sale);
    if (!amendment) return sale;
    const at = timestamp(ports);
    const next = revised(sale, at, amendment.changes);
    const outcome = await ports.journal.commit({
      sale: { basis: sale.revision, next, ...(next.state === 'success' ? { issueReceipt: true } : {}) },
      event: { ...amendment.event, at },
      ...(amendment.cursor ? { cursor: amendment.cursor } : {}),
      ...(amendment.learntCost ? { learntCost: amendment.learntCost } : {}),
      ...(amendment.print ? { print: amendment.print } : {}),
    });
    if (outcome.kind === 'committed') {
      const stored = outcome.sale ?? next;
      ports.announce(stored);
      return stored;
    }
    if (outcome.kind !== 'stale') throw new Error(`an amendment was answered with ${outcome.kind}`);
  }
}
