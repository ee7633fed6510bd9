import type { Erasure } from '../../../shared/domain/erasure.ts';
import type { CustomerDatabase } from '../export-customer.ts';
import { cleanJournal } from './vacuum.ts';

/**
 * Erases in a database that was put aside at a restore: nobody sells with it any more, so nothing in it waits to be settled.
 * Rejects with DatabaseError when it cannot be opened.
 * @param customerNo of the erasure that was just asked for: it may hold sales of the number that the present one does not know
 */
export async function eraseReplaced(
  path: string,
  open: (path: string) => Promise<CustomerDatabase & { close(): Promise<void> }>,
  ask: { erasures: readonly Erasure[]; customerNo: string | null; at: string },
): Promise<void> {
  const journal = await open(path);
  try {
    const { customers } = journal;
    await customers.again(ask.erasures, ask.at);
    if (ask.customerNo !== null) await customers.again([await everythingOf(ask.customerNo)], ask.at);
    while ((await customers.step(ask.at, true)).length > 0);
  } finally {
    await journal.close();
  }
  cleanJournal(path, true);

  async function everythingOf(customerNo: string): Promise<Erasure> {
    const { customers } = journal;
    const [sales, webhooks] = [await customers.salesOf(customerNo), await customers.webhooksOf(customerNo)];
    return {
      at: ask.at,
      digest: '',
      sales: sales.map(({ id }) => id),
      webhooks: webhooks.map(({ seq, hash }) => [seq, hash] as const),
      saved: (await journal.customerBook.ofNumber(customerNo)).map(({ id }) => id),
    };
  }
}
