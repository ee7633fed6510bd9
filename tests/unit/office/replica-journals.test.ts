import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/main/db/open-database.ts';
import { ReplicaJournals } from '../../../src/main/office/replica-journals.ts';
import { shopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';
import { amended, begin, order, stored } from '../../support/stored-sales.ts';

/** A counter's database, open as an office has it: written to and read through one connection. */
async function replica(id: string) {
  const path = journalPath();
  await (await aJournal(path)).close();
  const db = connect(path, false);
  onTestFinished(() => void db.close());
  return { counter: { id, name: id, state: 'following' as const, isRevoked: false, file: () => ({ path, db }) }, db };
}

test('the books of all counters have what is written to any of them at once, though their answers are kept', async () => {
  const [front, back] = await Promise.all([replica('front'), replica('back')]);
  let reads = 0;
  const over = (db: typeof front.db) => {
    const sales = shopDatabase({ db, random: realRandom, release: () => undefined });
    const { slices } = sales.books;
    sales.books.slices = (query) => {
      reads += 1;
      return slices(query);
    };
    return sales;
  };
  const replicas = new ReplicaJournals(() => [front.counter, back.counter], over);
  const range = { from: '2026-03-02', to: '2026-03-02' };
  const amounts = async () =>
    (await replicas.union.books.slices({ ...range, by: 'day' })).map(({ open, sums }) => [open.amount, sums.success]);
  const [atFront, atBack] = [front, back].map(({ db }) => over(db));
  if (!atFront || !atBack) throw new Error('no databases');

  expect(await amounts()).toEqual([]);
  const first = await stored(atFront, begin(order(1, { total: 12_000 })));
  await stored(atBack, begin(order(2, { total: 5_000 })));
  expect(await amounts()).toEqual([[17_000, 0]]);
  reads = 0;
  expect(await amounts()).toEqual([[17_000, 0]]);
  expect(reads).toBe(0);
  await stored(atFront, amended(first, { state: 'success', sn: 'SN1' }));
  expect(await amounts()).toEqual([[5_000, 1]]);
  expect(reads).toBe(1);
  const another = connect(back.counter.file().path, false);
  await stored(over(another), begin(order(3, { total: 1000 })));
  another.close();
  expect(await amounts()).toEqual([[6_000, 1]]);
});
