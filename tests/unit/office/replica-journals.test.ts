import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/main/db/open-database.ts';
import { ReplicaJournals } from '../../../src/main/office/replica-journals.ts';
import { shopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';
import { begin, order, stored, updated } from '../../support/stored-sales.ts';

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
  await stored(atFront, updated(first, { state: 'success', sn: 'SN1' }));
  expect(await amounts()).toEqual([[5_000, 1]]);
  expect(reads).toBe(1);
  const another = connect(back.counter.file().path, false);
  await stored(over(another), begin(order(3, { total: 1000 })));
  another.close();
  expect(await amounts()).toEqual([[6_000, 1]]);
});

test('the cash services of all counters are one list, newest first and page by page, and one sum', async () => {
  const [front, back] = await Promise.all([replica('front'), replica('back')]);
  const over = (db: typeof front.db) => shopDatabase({ db, random: realRandom, release: () => undefined });
  const replicas = new ReplicaJournals(() => [front.counter, back.counter], over);
  const [atFront, atBack] = [over(front.db), over(back.db)];
  const id = (n: number): string => `01890a5d-ac96-774b-bcce-b3020000000${n}`;
  for (const n of [1, 2, 3, 4]) {
    const { cashServices } = n % 2 === 0 ? atFront : atBack;
    const act = { actor: 'cashier', at: `2026-03-02T01:0${n}:00.000Z`, day: '2026-03-02', needsShift: false };
    const terms = { kind: 'transfer', amount: 100_000 * n, fee: 1000 * n, feeSide: 'cash' } as const;
    await cashServices.record({ ...act, id: id(n), terms, note: `R${n}`, allowSameReference: false });
  }
  const { cashServices } = replicas.union;
  const page = await cashServices.list({ limit: 3 });
  expect(page.map((entry) => [entry.counter, entry.amount])).toEqual([
    ['front', 400_000],
    ['back', 300_000],
    ['front', 200_000],
  ]);
  const last = page.at(-1);
  const rest = await cashServices.list({ limit: 3, ...(last ? { before: { at: last.at, id: last.id } } : {}) });
  expect(rest.map((entry) => entry.id)).toEqual([id(1)]);
  const range = { from: '2026-03-02', to: '2026-03-02' };
  const ofAll = await cashServices.sums(range);
  expect(ofAll).toMatchObject([{ kind: 'transfer', count: 4, amount: 1_000_000, fee: 10_000, cashIn: 1_010_000 }]);
  // What the office says of one counter is what the counter says of itself.
  expect(await cashServices.sums({ ...range, counter: 'front' })).toEqual(await atFront.cashServices.sums(range));
  expect((await cashServices.get(id(3)))?.amount).toBe(300_000);
});
