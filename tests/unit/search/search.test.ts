import { expect, test } from 'vitest';
import { type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { mergePages } from '../../../src/main/search/search.ts';
import { cursorOf } from '../../../src/main/search/sql.ts';
import { registry } from '../../../src/shared/contract/registry.ts';
import type { TransactionPage } from '../../../src/shared/contract/transactions.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { aJournal } from '../../support/database-files.ts';
import { fakeSale } from '../../support/fake-sales.ts';
import { begin, order, sold, stored, updated } from '../../support/stored-sales.ts';

async function holding(...sales: Array<Partial<Transaction>>): Promise<ShopDatabase> {
  const db = await aJournal();
  for (const [index, sale] of sales.entries()) await stored(db, begin(order(index + 1, sale)));
  return db;
}

async function searchIds(db: ShopDatabase, query: Parameters<ShopDatabase['search']>[0]): Promise<number[]> {
  const { items } = await db.search(query);
  return items.map(({ id }) => Number(id.slice(-12)));
}

test('lists newest first, page by page, each sale once, also where times are equal', async () => {
  const at = '2026-03-02T05:00:00.000Z';
  const db = await holding(...Array.from({ length: 25 }, (_, n) => (n % 2 ? { createdAt: at } : {})));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await db.search({ limit: 4, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...page.items.map(({ createdAt, id }) => `${createdAt} ${id}`));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toHaveLength(25);
  expect(seen).toEqual([...new Set(seen)].sort().toReversed());
});

test('gives 50 when nothing is said, and no next behind the last page', async () => {
  const db = await holding(...Array.from({ length: 51 }, () => ({})));
  const first = await db.search({});
  expect(first.items).toHaveLength(50);
  const second = await db.search({ cursor: first.next ?? '' });
  expect([second.items.length, second.next]).toEqual([1, null]);
});

test('finds any part of number, name, sn, provider id, product code and name, in any capitals', async () => {
  const db = await holding(
    { customerNo: '081377778888' },
    { customerName: 'BUDI CONTOH' },
    { sn: '0312-ABCDE-99' },
    { transactionId: 'TRX-77-XY' },
    { productCode: 'PLNTOKEN' },
    { productName: 'Paket Malam' },
  );
  const texts = ['7777', 'i cOn', 'abcde', 'trx-77', 'lntok', 'MALAM', 'nowhere'];
  const answers = await Promise.all(texts.map((text) => searchIds(db, { text })));
  expect(answers).toEqual([[1], [2], [3], [4], [5], [6], []]);
});

test('finds a number that is typed in groups, with dashes or with the country code', async () => {
  const db = await holding({ customerNo: '081377778888' }, { sn: '12345678901234567890' });
  for (const text of ['0813 7777 8888', '0813-7777', '+62 813-7777-8888', '6281377778888', ' 7777 88 ']) {
    expect([text, await searchIds(db, { text })]).toEqual([text, [1]]);
  }
  expect(await searchIds(db, { text: '1234 5678 9012' })).toEqual([2]);
});

test('takes signs that mean something to SQL as what they are', async () => {
  const db = await holding(
    { customerName: '100% HALAL' },
    { customerName: 'A_B' },
    { customerName: `O'BRIEN "X"` },
    { customerName: String.raw`BACK\SLASH` },
    { customerName: 'PLAIN' },
  );
  const texts = ['%', '_', `'`, '"', '\\', `'; DROP TABLE transactions; --`, '%%', 'a%n'];
  const answers = await Promise.all(texts.map((text) => searchIds(db, { text })));
  expect(answers).toEqual([[1], [2], [3], [3], [4], [], [], []]);
});

test('capitals beyond A to Z do not matter either', async () => {
  const db = await holding({ customerName: 'JOSÉ Ñandú' }, { customerName: 'JOSE' });
  expect(await searchIds(db, { text: 'josé ñandÚ' })).toEqual([1]);
});

test('a whole receipt number or a long whole id finds just its sale', async () => {
  const db = await aJournal();
  const id = 'TRX2026030200000001';
  const sale = await sold(db, order(1, { transactionId: id, transactionIdFrom: 'answer' }));
  await sold(db, order(2, { transactionId: `${id}2`, transactionIdFrom: 'answer' }));
  expect(await searchIds(db, { text: id })).toEqual([1]);
  expect(await searchIds(db, { text: id.slice(0, -1) })).toEqual([2, 1]);
  expect(await searchIds(db, { text: sale.receiptNo?.toLowerCase() ?? '' })).toEqual([1]);
  expect(await searchIds(db, { text: sale.id })).toEqual([1]);
  expect(await searchIds(db, { text: sale.id, states: ['failed'] })).toEqual([]);
  expect(await searchIds(db, { text: '-00000' })).toEqual([2, 1]);
});

test('filters by states, kinds and time, together with text, and pages through them', async () => {
  const db = await holding(
    { state: 'failed' },
    { state: 'unknown' },
    { state: 'failed', kind: 'postpaid' },
    { state: 'success' },
    { state: 'failed', customerName: 'SITI' },
  );
  expect(await searchIds(db, { states: ['failed'] })).toEqual([5, 3, 1]);
  expect(await searchIds(db, { states: ['unknown', 'failed', 'success'] })).toEqual([5, 4, 3, 2, 1]);
  expect(await searchIds(db, { states: ['failed', 'failed'], kinds: ['prepaid'] })).toEqual([5, 1]);
  expect(await searchIds(db, { kinds: ['prepaid', 'postpaid'], states: [] })).toHaveLength(5);
  expect(await searchIds(db, { states: ['failed'], text: 'siti' })).toEqual([5]);

  const from = '2026-03-02T08:02:00+07:00';
  expect(await searchIds(db, { from, to: '2026-03-02T01:04:00Z' })).toEqual([3, 2]);

  const page = await db.search({ states: ['failed', 'unknown'], limit: 2 });
  expect(page.items.map(({ id }) => Number(id.slice(-12)))).toEqual([5, 3]);
  expect(await searchIds(db, { states: ['failed', 'unknown'], limit: 2, cursor: page.next ?? '' })).toEqual([2, 1]);
});

test('cash to be handed back is asked for by itself, however many sales have failed', async () => {
  const db = await holding(
    { state: 'failed', total: 5000, tendered: 5000, customerName: 'SITI' },
    { state: 'failed', total: 5000, tendered: null },
    { state: 'unsent', total: 5000, tendered: 5000 },
    { state: 'failed', total: 5000, tendered: 5000, cashReturnedAt: '2026-03-02T02:00:00.000Z' },
    { state: 'success', total: 5000, tendered: 5000 },
  );
  expect(await searchIds(db, { only: 'cashToReturn' })).toEqual([3, 1]);
  expect(await searchIds(db, { only: 'cashToReturn', text: 'siti' })).toEqual([1]);
  const page = await db.search({ only: 'cashToReturn', limit: 1 });
  expect(await searchIds(db, { only: 'cashToReturn', cursor: page.next ?? '' })).toEqual([1]);
});

test('cash to be collected is asked for by itself, however many sales have succeeded', async () => {
  const cashReturnedAt = '2026-03-02T02:00:00.000Z';
  const db = await holding(
    { state: 'success', total: 5000, tendered: 5000, cashReturnedAt },
    { state: 'success', total: 5000, tendered: 5000 },
    { state: 'success', total: 5000, tendered: null, cashReturnedAt },
    { state: 'failed', total: 5000, tendered: 5000, cashReturnedAt },
    { state: 'success', total: null, tendered: 7000, cashReturnedAt, customerName: 'SITI' },
  );
  expect(await searchIds(db, { only: 'cashToCollect' })).toEqual([5, 1]);
  expect(await searchIds(db, { only: 'cashToCollect', text: 'siti' })).toEqual([5]);
  expect((await db.openMoney('2026-03-02T01:30:00Z')).cashToCollect).toEqual({ count: 2, amount: 12_000 });
});

test('a cursor that is not ours is refused', async () => {
  const db = await aJournal();
  await expect(db.search({ cursor: 'nonsense' })).rejects.toThrow(RangeError);
});

test('sales to look after are listed oldest first, and the newest inquiry of a bill is found', async () => {
  const db = await holding(
    { state: 'pending' },
    { state: 'sending' },
    { state: 'success' },
    { state: 'unknown' },
    { state: 'disputed' },
    { state: 'sending' },
    { state: 'inquired', kind: 'postpaid', productCode: 'PLNPOST', customerNo: '530000000001' },
    { state: 'failed', kind: 'postpaid', productCode: 'PLNPOST', customerNo: '530000000001' },
  );
  const numbers = (sales: Transaction[]): number[] => sales.map(({ id }) => Number(id.slice(-12)));
  expect(numbers(await db.unresolved())).toEqual([1, 2, 4, 5, 6]);
  expect(numbers(await db.foundSending())).toEqual([2, 6]);
  expect((await db.newestInquiry('PLNPOST', '5300-0000-0001'))?.id).toBe(order(8).id);
  expect(await db.newestInquiry('PLNPOST', '530000000002')).toBeNull();
});

test('open money is summed by state, with what is late, held and owed', async () => {
  const db = await holding(
    { state: 'sending', total: 1000, tendered: 2000, sentAt: '2026-03-02T01:00:00.000Z' },
    { state: 'pending', total: 10_000, tendered: null, sentAt: '2026-03-02T01:00:00.000Z' },
    { state: 'pending', total: 20_000, tendered: 50_000, sentAt: '2026-03-02T02:00:00.000Z' },
    { state: 'unknown', total: null, price: 700, tendered: null },
    { state: 'disputed', total: 5, tendered: 5 },
    { state: 'failed', total: 3000, tendered: 5000 },
    { state: 'unsent', total: null, tendered: 4000 },
    { state: 'failed', total: 3000, tendered: null },
    { state: 'success', total: 99_000, tendered: 100_000 },
  );
  expect(await db.openMoney('2026-03-02T01:30:00Z')).toEqual({
    sending: { count: 1, amount: 1000 },
    pending: { count: 2, amount: 30_000 },
    unknown: { count: 1, amount: 700 },
    disputed: { count: 1, amount: 5 },
    overdue: { count: 1, amount: 10_000 },
    cashHeld: { count: 3, amount: 21_005 },
    cashToReturn: { count: 2, amount: 7000 },
    moneyToReturn: { count: 2, amount: 7000 },
    changeToReturn: 16_000,
    moneyToCollect: { count: 0, amount: 0 },
    onTab: { count: 0, amount: 0 },
    cashToCollect: { count: 0, amount: 0 },
    quarantined: 0,
    oldestUnresolvedAt: '2026-03-02T01:01:00.000Z',
  });
  // Sent when the clock ran ahead.
  const late = await db.openMoney('2026-03-02T01:00:00Z', '2026-03-02T02:00:00.000Z');
  expect(late.overdue).toEqual({ count: 2, amount: 30_000 });
  const failed = await db.get(order(6).id);
  if (!failed) throw new Error('lost');
  await stored(db, updated(failed, { cashReturnedAt: '2026-03-02T09:00:00.000Z' }));
  expect((await db.openMoney('2026-03-02T01:30:00Z')).cashToReturn).toEqual({ count: 1, amount: 4000 });
});

test('a list that was searched in parts ends where the first of them does, and says whether older sales are to be asked for', () => {
  const sale = (minute: number, id: string) => fakeSale({ id, createdAt: `2026-03-03T01:0${minute}:00.000Z` });
  const search = { understood: [], index: 'ready' as const };
  const pageOf = (sales: Transaction[], next: Transaction | null, older: boolean, counter: string) => ({
    page: {
      items: sales,
      next: next && cursorOf(next),
      counters: sales.map(() => counter),
      search: { ...search, older, marks: sales.map(() => []) },
    },
    isExact: false,
  });
  const [newest, second, third, fourth] = [sale(9, 'n'), sale(7, 's'), sale(5, 't'), sale(3, 'f')];
  const brief = ({ items, next, counters, search: summary }: TransactionPage) => [
    items.map(({ id }) => id).join(''),
    next,
    counters?.join(''),
    summary?.older,
  ];
  // One part was read to its end, the other stopped early: behind that nothing is sure.
  const stopped = pageOf([newest], sale(6, 'x'), true, 'b');
  const whole = pageOf([second, third], null, false, 'a');
  expect(brief(mergePages([whole, stopped], 5))).toEqual(['ns', cursorOf(sale(6, 'x')), 'ba', true]);
  // The page was full before.
  expect(brief(mergePages([whole, stopped], 1))).toEqual(['n', cursorOf(newest), 'b', false]);
  const full = pageOf([newest, third], third, false, 'b');
  expect(brief(mergePages([pageOf([second, fourth], null, false, 'a'), full], 2))).toEqual([
    'ns',
    cursorOf(second),
    'ba',
    false,
  ]);
  expect(brief(mergePages([pageOf([fourth], null, false, 'a'), full], 2))).toEqual([
    'nt',
    cursorOf(third),
    'bb',
    false,
  ]);
  // What is exactly meant leaves the other part out, whose index still counts.
  const exact = { ...pageOf([fourth], null, false, 'a'), isExact: true };
  const behind = { ...full, page: { ...full.page, search: { ...full.page.search, index: 'behind' as const } } };
  expect(mergePages([behind, exact], 2)).toEqual({ ...exact.page, search: { ...exact.page.search, index: 'behind' } });
});

test('names of a page the batches that its sales are lines of, each whole in the order of sending, but not for a search', async () => {
  const db = await aJournal();
  const at = '2026-03-02T05:00:00.000Z';
  for (const [position, n] of [4, 2, 3].entries()) {
    const line = order(n, { flags: ['batch_line'], createdAt: at });
    await stored(db, begin(line, { parts: { batchLine: { id: 'b1', position: position + 1, tendered: 50_000 } } }));
  }
  await stored(db, begin(order(1, { createdAt: at })));
  const linesOf = ({ batches }: TransactionPage) =>
    batches?.map(({ id, lines }) => [id, lines.map((sale) => Number(sale.id.slice(-12)))]);
  const first = await db.search({ limit: 2 });
  const second = await db.search({ limit: 2, cursor: first.next ?? '' });
  // Its lines lie over two pages: both have all of them.
  expect([first, second].map(linesOf)).toEqual([[['b1', [4, 2, 3]]], [['b1', [4, 2, 3]]]]);
  const text = order(2).productCode;
  expect(linesOf(await db.search({ text }))).toBeUndefined();
  const parts = [first, second].map((page) => ({ page, isExact: false }));
  expect(linesOf(mergePages(parts, 10))).toEqual([['b1', [4, 2, 3]]]);
});

test('names no cost of any sale of a page, nor of a batch, to a person who may not see costs', () => {
  const sale = order(1, { price: 10_500, total: 12_000 });
  const page = { items: [sale], next: null, batches: [{ id: sale.id, lines: [sale] }] };
  const hidden = registry['transactions.search'].costs?.(page);
  expect(hidden).toEqual({
    items: [{ ...sale, price: null }],
    next: null,
    batches: [{ id: sale.id, lines: [{ ...sale, price: null }] }],
  });
});
