import { expect, test, vi } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { killHard, startChild } from '../../support/child-process.ts';
import { aJournal, journalPath, journalWithoutLedger, realRandom, tamper } from '../../support/database-files.ts';
import { amended, begin, event, fullAggregate, keptBooks, order, sold, stored } from '../../support/stored-sales.ts';

const all = { from: '2026-01-01', to: '2026-12-31' };
const sumsOf = async (journal: ShopDatabase) => (await journal.books.slices({ ...all, by: 'day' }))[0]?.sums;

test('a ledger is made in steps, while sales go on; afterwards the books are those of its sales', async () => {
  const path = journalPath();
  journalWithoutLedger(path, 1200);
  const journal = await aJournal(path);
  expect(await journal.books.filling()).toEqual({ done: 0, total: 1200 });
  expect(verifyJournal(path).flaw).toBeNull();
  await sold(journal, order(1300));
  const late = await journal.get(order(1199).id);
  if (!late) throw new Error('lost');
  await stored(journal, amended(late, { state: 'disputed' }));
  expect(await journal.books.fill()).toEqual({ done: 500, total: 1200 });
  const early = await journal.get(order(5).id);
  if (!early) throw new Error('lost');
  await stored(journal, amended(early, { cashReturnedAt: '2026-03-09T00:00:00.000Z' }, { type: 'cash.returned' }));
  expect(verifyJournal(path).flaw).toBeNull();
  await journal.close();

  // Ended in the middle: it goes on there.
  const again = await aJournal(path);
  expect(await again.books.filling()).toEqual({ done: 500, total: 1200 });
  while ((await again.books.fill()) !== null);
  expect(await sumsOf(again)).toMatchObject({
    success: 960,
    failed: 240,
    taken: 960 * 12_000,
    owed: 239 * 12_000,
    returned: 12_000,
  });
  expect(verifyJournal(path).flaw).toBeNull();
});

test('a day is the one it was sold on: of two sales around midnight each has its own, whenever they settle', async () => {
  const journal = await aJournal();
  const at = (createdAt: string, day: string) => ({ createdAt, sentAt: createdAt, day });
  const before = await stored(journal, begin(order(1, at('2026-03-02T16:59:59.000Z', '2026-03-02'))));
  const after = await stored(journal, begin(order(2, at('2026-03-02T17:00:00.000Z', '2026-03-03'))));
  for (const sale of [after, before]) {
    await stored(journal, amended(sale, { state: 'success' }, { at: '2026-03-04T00:00:00.000Z' }));
  }
  const days = await journal.books.slices({ ...all, by: 'day' });
  expect(new Map(days.map(({ key, sums }) => [key, sums.success]))).toEqual(
    new Map([
      ['2026-03-02', 1],
      ['2026-03-03', 1],
    ]),
  );
  expect(await journal.books.days(10)).toEqual(['2026-03-03', '2026-03-02']);
});

test('the commission is the one that held when the bill was looked up, and of none it is not known', async () => {
  const journal = await aJournal();
  const bill = { kind: 'postpaid' as const, state: 'inquired' as const, sentAt: null, tendered: null, change: null };
  for (const [n, commission] of [1200, null].entries()) {
    const inquired = await stored(journal, {
      sale: { expectedRevision: 0, next: order(n, bill) },
      event: event('bill.inquired', { data: { commission } }),
    });
    const sending = await stored(
      journal,
      amended(inquired, { state: 'sending', sentAt: inquired.createdAt }, { type: 'sale.submitted' }),
    );
    await stored(journal, amended(sending, { state: 'success' }));
  }
  expect(await sumsOf(journal)).toMatchObject({ bills: 2, commission: 1200, commissions: 1 });
});

test('a bill that was only asked for, or whose inquiry failed, is no sale', async () => {
  const journal = await aJournal();
  for (const [n, state] of (['inquired', 'failed', 'expired'] as const).entries()) {
    await stored(journal, begin(order(n, { kind: 'postpaid', state, sentAt: null, tendered: null, change: null })));
  }
  expect(await journal.books.slices({ ...all, by: 'product' })).toEqual([]);
});

test.each([
  ['a changed sum', 'UPDATE ledger_by_hour SET turnover = turnover + 1000', 'books of 2026-03-02', 'book_differs'],
  ['a missing row', 'DELETE FROM ledger_by_product', 'books of 2026-03-02', 'book_differs'],
  [
    'an invented row',
    `INSERT INTO ledger_by_product SELECT '2026-01-01', 'X', brand, shift, cashier, success, bills, failed, unsent, turnover,
       totals, price, prices, fee, admin, admins, commission, commissions, margin, margins, taken, owed, returned
     FROM ledger_by_product`,
    'books of 2026-01-01',
    'book_differs',
  ],
  ['a shift that was opened again', 'UPDATE shifts SET closed_seq = NULL WHERE number = 1', 'shift 1', 'shift_differs'],
  ['a shift taken away', 'DELETE FROM shifts WHERE number = 1', 'shift 1', 'shift_differs'],
])('%s is found', async (_what, sql, row, why) => {
  const path = journalPath();
  const journal = await aJournal(path);
  await journal.shifts.open({ actor: 'cashier', at: '2026-03-02T01:00:00.000Z', counted: 0, day: '2026-03-02' });
  await sold(journal, order(1));
  await journal.shifts.close({ actor: 'cashier', at: '2026-03-02T09:00:00.000Z', counted: 0 });
  await journal.close();
  expect(verifyJournal(path).flaw).toBeNull();
  tamper(path, sql);
  expect(verifyJournal(path).flaw).toEqual({ row, why });
});

test('books that differ are made anew from the sales and their log', async () => {
  const path = journalPath();
  const first = await aJournal(path);
  await sold(first, order(1));
  await first.close();
  tamper(path, 'UPDATE ledger_by_hour SET turnover = 1; DELETE FROM ledger_by_product');
  const journal = await aJournal(path);
  await journal.books.startOver();
  while ((await journal.books.fill()) !== null);
  expect(verifyJournal(path).flaw).toBeNull();
  expect(await sumsOf(journal)).toMatchObject({ success: 1, turnover: 12_000 });
});

test('killed in the middle of selling, opening and closing shifts, the books are those of what is stored', async () => {
  const path = journalPath();
  for (const round of [1, 2, 3]) {
    const child = startChild('shift-writer.ts', path);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await vi.waitFor(() => expect(text.split('\n').length).toBeGreaterThan(15 * round), {
      timeout: 30_000,
      interval: 1,
    });
    await killHard(child);
    expect(verifyJournal(path).flaw).toBeNull();
    const journal = await openShopDatabase({ path, random: realRandom });
    const { day } = await keptBooks(journal);
    const stated = await journal.search({ limit: 200 });
    const success = stated.items.filter(({ state }) => state === 'success').length;
    expect(Object.values(day ?? {}).reduce((sum, { sums }) => sum + sums.success, 0)).toBe(success);
    await journal.close();
  }
});

test('of a success whose cash was handed back before, the books say what was handed back, as the log does', async () => {
  const path = journalPath();
  const journal = await aJournal(path);
  const begun = await stored(journal, begin(order(1, { tendered: 20_000, change: 8000 })));
  const failed = await stored(journal, amended(begun, { state: 'failed' }));
  const at = '2026-03-02T04:00:00.000Z';
  const back = await stored(journal, amended(failed, { cashReturnedAt: at }, { type: 'cash.returned' }));
  const disputed = await stored(journal, amended(back, { state: 'disputed' }));
  await stored(journal, amended(disputed, { state: 'success' }, { type: 'sale.manually_resolved' }));
  expect(await sumsOf(journal)).toMatchObject({ success: 1, taken: 0, owed: 0, returned: 12_000 });
  expect(verifyJournal(path).flaw).toBeNull();
});

test('a shop without shifts has its books all the same', async () => {
  const journal = await aJournal();
  for (const n of [1, 2, 3]) await sold(journal, order(n, { productCode: n === 3 ? 'ISAT25' : 'TSEL10' }));
  expect(await keptBooks(journal)).toEqual(await fullAggregate(journal));
  const products = await journal.books.slices({ ...all, by: 'product' });
  expect(new Map(products.map(({ key, sums }) => [key, sums.success]))).toEqual(
    new Map([
      ['ISAT25', 1],
      ['TSEL10', 2],
    ]),
  );
  expect(await journal.books.slices({ ...all, by: 'day', shift: 4 })).toEqual([]);
});
