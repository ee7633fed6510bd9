import { array, assert, asyncProperty, constantFrom, integer, nat, option, record } from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { readLines } from '../../../src/main/ledger/api.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { customerOwes, owedByMethod, owesMoney, tabOwed } from '../../../src/shared/domain/cash.ts';
import { accountMethods, type Payment } from '../../../src/shared/domain/payment.ts';
import {
  canTransition,
  isCorrectable,
  type Transaction,
  transactionStates,
} from '../../../src/shared/domain/transaction.ts';
import { wallClock } from '../../../src/shared/domain/zone.ts';
import { killHard, startChild } from '../../support/child-process.ts';
import { aJournal, journalPath, journalWithoutLedger, realRandom } from '../../support/database-files.ts';
import { soakSize } from '../../support/soak.ts';
import {
  begin,
  event,
  fullAggregate,
  keptBooks,
  openShift,
  order,
  rememberDisputed,
  sold,
  stored,
  updated,
} from '../../support/stored-sales.ts';
import { tamper } from '../../support/tamper.ts';

describe('the sales ledger', () => {
  const all = { from: '2026-01-01', to: '2026-12-31' };
  const sumsOf = async (db: ShopDatabase) => (await db.books.slices({ ...all, by: 'day' }))[0]?.sums;

  test('a ledger is made in steps, while sales go on; afterwards the books are those of its sales', async () => {
    const path = journalPath();
    journalWithoutLedger(path, 1200);
    const db = await aJournal(path);
    expect(await db.books.filling()).toEqual({ done: 0, total: 1200 });
    expect(verifyJournal(path).flaw).toBeNull();
    await sold(db, order(1300));
    const late = await db.get(order(1199).id);
    if (!late) throw new Error('lost');
    await stored(db, updated(late, { state: 'disputed' }));
    expect(await db.books.fill()).toEqual({ done: 500, total: 1200 });
    const early = await db.get(order(5).id);
    if (!early) throw new Error('lost');
    await stored(db, updated(early, { cashReturnedAt: '2026-03-09T00:00:00.000Z' }, { type: 'cash.returned' }));
    expect(verifyJournal(path).flaw).toBeNull();
    await db.close();

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
    const db = await aJournal();
    const at = (createdAt: string, day: string) => ({ createdAt, sentAt: createdAt, day });
    const before = await stored(db, begin(order(1, at('2026-03-02T16:59:59.000Z', '2026-03-02'))));
    const after = await stored(db, begin(order(2, at('2026-03-02T17:00:00.000Z', '2026-03-03'))));
    for (const sale of [after, before]) {
      await stored(db, updated(sale, { state: 'success' }, { at: '2026-03-04T00:00:00.000Z' }));
    }
    const days = await db.books.slices({ ...all, by: 'day' });
    expect(new Map(days.map(({ key, sums }) => [key, sums.success]))).toEqual(
      new Map([
        ['2026-03-02', 1],
        ['2026-03-03', 1],
      ]),
    );
    expect(await db.books.days(10)).toEqual(['2026-03-03', '2026-03-02']);
  });

  test('the commission is the one that held when the bill was looked up, and of none it is not known', async () => {
    const db = await aJournal();
    const bill = { kind: 'postpaid' as const, state: 'inquired' as const, sentAt: null, tendered: null, change: null };
    for (const [n, commission] of [1200, null].entries()) {
      const inquired = await stored(db, {
        sale: { expectedRevision: 0, next: order(n, bill) },
        event: event('bill.inquired', { data: { commission } }),
      });
      const sending = await stored(
        db,
        updated(inquired, { state: 'sending', sentAt: inquired.createdAt }, { type: 'sale.submitted' }),
      );
      await stored(db, updated(sending, { state: 'success' }));
    }
    expect(await sumsOf(db)).toMatchObject({ bills: 2, commission: 1200, commissions: 1 });
  });

  test('a bill that was only asked for, or whose inquiry failed, is no sale', async () => {
    const db = await aJournal();
    for (const [n, state] of (['inquired', 'failed', 'expired'] as const).entries()) {
      await stored(db, begin(order(n, { kind: 'postpaid', state, sentAt: null, tendered: null, change: null })));
    }
    expect(await db.books.slices({ ...all, by: 'product' })).toEqual([]);
  });

  test.each([
    ['a changed sum', 'UPDATE ledger_by_hour SET turnover = turnover + 1000', 'books of 2026-03-02', 'book_differs'],
    ['a missing row', 'DELETE FROM ledger_by_product', 'books of 2026-03-02', 'book_differs'],
    [
      'an invented row',
      "INSERT INTO ledger_money_by_product SELECT '2026-01-01', 'X', brand, shift, cashier, method, 1, 0, 0 FROM ledger_money_by_product",
      'books of 2026-01-01',
      'book_differs',
    ],
    ['a changed method', "UPDATE ledger_money_by_hour SET method = 'qris'", 'books of 2026-03-02', 'book_differs'],
    ['an unknown method', "UPDATE ledger_money_by_hour SET method = 'gold'", 'books of 2026-03-02', 'book_differs'],
    [
      'a shift that was opened again',
      'UPDATE shifts SET closed_seq = NULL WHERE number = 1',
      'shift 1',
      'shift_differs',
    ],
    ['a shift taken away', 'DELETE FROM shifts WHERE number = 1', 'shift 1', 'shift_differs'],
  ])('%s is found', async (_what, sql, row, why) => {
    const path = journalPath();
    const db = await aJournal(path);
    await db.shifts.open({ actor: 'cashier', at: '2026-03-02T01:00:00.000Z', counted: 0, day: '2026-03-02' });
    await sold(db, order(1));
    await db.shifts.close({ actor: 'cashier', at: '2026-03-02T09:00:00.000Z', counted: 0 });
    await db.close();
    expect(verifyJournal(path).flaw).toBeNull();
    tamper(path, sql);
    expect(verifyJournal(path).flaw).toEqual({ row, why });
  });

  test('books that differ are rebuilt from the sales and their log', async () => {
    const path = journalPath();
    const first = await aJournal(path);
    await sold(first, order(1));
    await first.close();
    tamper(path, 'UPDATE ledger_by_hour SET turnover = 1; DELETE FROM ledger_by_product');
    const db = await aJournal(path);
    await db.books.startOver();
    while ((await db.books.fill()) !== null);
    expect(verifyJournal(path).flaw).toBeNull();
    expect(await sumsOf(db)).toMatchObject({ success: 1, turnover: 12_000 });
  });

  test('killed in the middle of selling, opening and closing shifts, the books are those of what is stored', {
    tags: ['full'],
  }, async () => {
    const path = journalPath();
    for (const round of [1, 2, 3]) {
      const child = startChild('database-child.ts', 'sell-in-shifts', path);
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
      const db = await openShopDatabase({ path, random: realRandom });
      const { day } = await keptBooks(db);
      const stated = await db.search({ limit: 200 });
      const success = stated.items.filter(({ state }) => state === 'success').length;
      expect(Object.values(day ?? {}).reduce((sum, { sums }) => sum + sums.success, 0)).toBe(success);
      await db.close();
    }
  });

  test('of a success whose cash was handed back before, the books say what was handed back, as the log does', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    const begun = await stored(db, begin(order(1, { tendered: 20_000, change: 8000 })));
    const failed = await stored(db, updated(begun, { state: 'failed' }));
    const at = '2026-03-02T04:00:00.000Z';
    const back = await stored(db, updated(failed, { cashReturnedAt: at }, { type: 'cash.returned' }));
    const disputed = await stored(db, updated(back, { state: 'disputed' }));
    await stored(db, updated(disputed, { state: 'success' }, { type: 'sale.manually_resolved' }));
    expect(await sumsOf(db)).toMatchObject({ success: 1, taken: 0, owed: 0, returned: 12_000 });
    expect(verifyJournal(path).flaw).toBeNull();
  });

  test('a shop without shifts has its books all the same', async () => {
    const db = await aJournal();
    for (const n of [1, 2, 3]) await sold(db, order(n, { productCode: n === 3 ? 'ISAT25' : 'TSEL10' }));
    expect(await keptBooks(db)).toEqual(await fullAggregate(db));
    const products = await db.books.slices({ ...all, by: 'product' });
    expect(new Map(products.map(({ key, sums }) => [key, sums.success]))).toEqual(
      new Map([
        ['ISAT25', 1],
        ['TSEL10', 2],
      ]),
    );
    expect(await db.books.slices({ ...all, by: 'day', shift: 4 })).toEqual([]);
  });
});

describe('days of 23 and 25 hours', () => {
  const minuteMs = 60_000;

  /** Sales every half hour of the shop's whole day, and their number by the hour that its clock showed. */
  const days: ReadonlyArray<[zone: string, day: string, from: string, hours: number, odd: Record<string, number>]> = [
    // 02:00 becomes 03:00: the day has 23 hours, and none of them is 02.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23, { '02': 0 }],
    // 02:00 becomes 01:00 again: 25 hours, two of them 01.
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25, { '01': 4 }],
    // Half an hour, and the one zone whose day may begin at 01:00.
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5, { '01': 3 }],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23, { '00': 0 }],
    ['Asia/Jakarta', '2026-03-08', '2026-03-07T17:00:00.000Z', 24, {}],
  ];

  test.each(days)(
    'in %s every sale of %s is in its day and in the hour that the clock showed',
    async (timeZone, day, from, hours, odd) => {
      const path = journalPath();
      const db = await aJournal(path);
      const start = Date.parse(from);
      const count = hours * 2;
      // One before midnight and one after the day, too.
      for (let n = -1; n <= count; n += 1) {
        const at = new Date(start + n * 30 * minuteMs);
        const createdAt = at.toISOString();
        await sold(db, order(n + 2, { createdAt, sentAt: createdAt, day: wallClock(at.getTime(), timeZone).day }));
      }
      const context = { timeZone, blindFrom: null, people: [] };
      const { lines, total } = await readLines(db, { from: day, to: day, by: 'hour' }, context);
      expect(total.count).toBe(count);
      const keys = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
      const expected = keys.flatMap((key) => ((odd[key] ?? 2) === 0 ? [] : [[key, odd[key] ?? 2]]));
      expect(lines.map(({ key, line }) => [key, line.count])).toEqual(expected);
      const week = { from: '2026-01-01', to: '2026-12-31', by: 'day' as const };
      const { lines: byDay, total: all } = await readLines(db, week, context);
      expect(byDay.map(({ line }) => line.count)).toEqual([1, count, 1]);
      expect([byDay[1]?.key, all.count]).toEqual([day, count + 2]);
      expect(verifyJournal(path).flaw).toBeNull();
    },
  );
});

describe('any sales and shifts', () => {
  const amount = option(integer({ min: 0, max: 300_000 }));
  const at = '2026-03-02T03:04:05.000Z';

  /** One thing that happens at the counter; what does not fit the moment does nothing. */
  const step = record({
    what: constantFrom(
      'begin',
      'move',
      'move',
      'move',
      'complete',
      'unpay',
      'pay',
      'pay',
      'return',
      'return',
      'print',
      'open',
      'close',
      'cash',
      'fill',
      'erase',
      'contradict',
      'resolve',
      'in_vain',
      'correct',
      'collect',
      'settle',
    ),
    sale: nat(3),
    // More of those between which money goes to and fro.
    state: constantFrom(
      ...transactionStates,
      'failed' as const,
      'failed' as const,
      'disputed' as const,
      'success' as const,
    ),
    kind: constantFrom('prepaid' as const, 'postpaid' as const),
    product: constantFrom('TSEL10', 'PLNPOST', 'ISAT25'),
    brand: option(constantFrom('TELKOMSEL', 'PLN')),
    day: constantFrom('2026-03-01', '2026-03-02', '2026-03-03'),
    hour: nat(23),
    actor: constantFrom('cashier', 'supervisor'),
    total: amount,
    price: amount,
    tendered: amount,
    method: option(constantFrom(...accountMethods, 'tab' as const)),
    admin: option(nat(5000)),
    commission: option(nat(3000)),
    cost: option(nat(30_000)),
    amount: integer({ min: 1, max: 90_000 }),
  });
  type Step = ReturnType<typeof step.generate>['value'];

  /** Half of the total another way, the rest in cash. */
  function paymentsOf({ method, total }: Step): Payment[] {
    if (method === null || total === null || total < 2) return [];
    const half = Math.floor(total / 2);
    const customerId = method === 'tab' ? 'customer-1' : null;
    return [
      { method: 'cash', amount: half, reference: null, customerId: null },
      { method, amount: total - half, reference: null, customerId },
    ];
  }

  const correctedAt = ({ day, hour }: Step): string => `${day}T${String(hour).padStart(2, '0')}:50:00.000Z`;

  async function take(db: ShopDatabase, one: Step): Promise<void> {
    const id = order(one.sale).id;
    const sale = await db.get(id);
    const commit = async (next: Transaction, args: Parameters<typeof event>): Promise<void> => {
      const issueReceipt = next.state === 'success';
      const expectedRevision = sale?.revision ?? 0;
      await db.commit({
        sale: { expectedRevision, next: { ...next, revision: expectedRevision + 1 }, issueReceipt },
        event: event(...args),
      });
    };
    const money = { total: one.total, price: one.price };
    const cash = { tendered: one.tendered, change: one.tendered === null ? null : 0, payments: paymentsOf(one) };
    const unpaid = { tendered: null, change: null, payments: [], sentAt: null };
    const details = [{ period: 'JAN 2026', billValue: null, priceAdmin: one.admin }];
    switch (one.what) {
      case 'begin': {
        if (sale) return;
        const createdAt = `${one.day}T${String(one.hour).padStart(2, '0')}:20:00.000Z`;
        const isBill = one.kind === 'postpaid';
        const fixed = { kind: one.kind, productCode: one.product, brand: one.brand, day: one.day, createdAt, ...money };
        const begun = isBill
          ? {
              state: 'inquired' as const,
              sentAt: null,
              tendered: null,
              change: null,
              fee: 2500,
              bill: { billSheet: 1, details },
            }
          : { state: 'sending' as const, sentAt: createdAt, ...cash };
        const type = isBill ? 'bill.inquired' : 'sale.submitted';
        return commit(order(one.sale, { ...fixed, ...begun }), [
          type,
          { actor: one.actor, data: isBill ? { commission: one.commission } : { cost: one.cost } },
        ]);
      }
      case 'move': {
        if (!sale || one.state === 'sending' || !canTransition(sale.kind, sale.state, one.state)) return;
        const again = one.state === 'inquired' ? unpaid : {};
        return commit({ ...sale, state: one.state, price: one.price, brand: one.brand, ...again }, [
          'sale.response_received',
        ]);
      }
      // A late price, of whatever state: nothing else changes.
      case 'complete':
        return sale ? commit({ ...sale, price: one.price }, ['sale.response_received']) : undefined;
      case 'unpay':
        if (sale?.kind !== 'postpaid' || sale.state !== 'sending') return;
        return commit({ ...sale, state: 'inquired', ...unpaid }, ['sale.not_sent']);
      case 'pay':
        if (sale?.state !== 'inquired') return;
        return commit({ ...sale, state: 'sending', sentAt: at, day: one.day, ...cash }, [
          'sale.submitted',
          { actor: one.actor },
        ]);
      case 'return':
        if (!sale || !owesMoney(sale)) return;
        return commit(
          {
            ...sale,
            cashReturnedAt: at,
            returns: sale.payments.length === 0 ? [] : [...sale.returns, ...owedByMethod(sale)],
          },
          ['cash.returned'],
        );
      case 'settle': {
        if (sale?.state !== 'success' || tabOwed(sale) === 0) return;
        const paid = { method: 'cash', amount: Math.min(tabOwed(sale), one.amount), reference: null, at } as const;
        return commit({ ...sale, tabPayments: [...sale.tabPayments, paid] }, ['tab.paid', { actor: one.actor }]);
      }
      case 'contradict':
        if (!sale || !canTransition(sale.kind, sale.state, 'disputed')) return;
        return commit({ ...sale, state: 'disputed' }, ['webhook.disputed']);
      case 'resolve': {
        if (sale?.state !== 'disputed') return;
        // By somebody else, in whatever shift is open then.
        const state = one.hour % 3 === 0 ? 'failed' : 'success';
        return commit({ ...sale, state }, [
          'sale.manually_resolved',
          { actor: 'supervisor', at: correctedAt(one), data: { day: one.day } },
        ]);
      }
      // On any day, before the sale's too, as after a clock was set back.
      case 'correct':
        if (!sale || !isCorrectable(sale)) return;
        rememberDisputed(db, sale);
        return commit({ ...sale, state: 'disputed' }, [
          'sale.manually_disputed',
          { actor: one.actor, at: correctedAt(one), data: { day: one.day } },
        ]);
      case 'collect':
        return sale && customerOwes(sale)
          ? commit({ ...sale, cashReturnedAt: null, returns: [] }, ['cash.collected'])
          : undefined;
      // Its cash is handed back, and then it was a success.
      case 'in_vain':
        for (const action of ['move', 'return', 'contradict', 'resolve'] as const) {
          await take(db, { ...one, what: action, state: 'failed' });
        }
        return;
      case 'print':
        return sale ? commit({ ...sale, prints: sale.prints + 1 }, ['receipt.print_requested']) : undefined;
      case 'open':
        return openShift(db, one.amount);
      case 'close':
        await db.shifts.close({ actor: 'cashier', at, counted: one.amount });
        return;
      case 'cash':
        await db.shifts.move({ actor: 'cashier', at, direction: 'out', amount: one.amount, reason: 'water' });
        return;
      case 'erase':
        await db.customers.begin({ customerNo: order(one.sale).customerNo, note: 'asked', at });
        await db.customers.eraseNext(at);
        return;
      case 'fill':
        // Every other time the books are thrown away and rebuilt in the middle of it all.
        if (one.hour % 2 === 0) await db.books.startOver();
        else await db.books.fill();
    }
  }

  const bill: Step = {
    what: 'begin',
    sale: 2,
    state: 'inquired',
    kind: 'postpaid',
    product: 'TSEL10',
    brand: null,
    day: '2026-03-01',
    hour: 0,
    actor: 'cashier',
    total: null,
    price: null,
    tendered: null,
    method: null,
    admin: null,
    commission: null,
    cost: null,
    amount: 1,
  };
  /** The brand changes while a corrected sale is not settled, and with it where its past stands in the books. */
  const brandLearntLate: Step[] = [
    bill,
    { ...bill, what: 'in_vain', hour: 1 },
    { ...bill, what: 'correct' },
    { ...bill, what: 'in_vain', brand: 'TELKOMSEL' },
  ];

  test('whatever happens to sales and shifts, the kept sums are those of a full aggregate, and the journal verifies', async () => {
    await assert(
      asyncProperty(array(step, { minLength: 10, maxLength: 70, size: 'max' }), async (steps) => {
        const path = journalPath();
        const db = await openShopDatabase({ path, random: realRandom });
        try {
          for (const one of steps) await take(db, one);
          expect(verifyJournal(path).flaw).toBeNull();
          while ((await db.books.fill()) !== null);
          expect(await keptBooks(db)).toEqual(await fullAggregate(db));
          expect(verifyJournal(path).flaw).toBeNull();
        } finally {
          await db.close();
        }
      }),
      { examples: [[brandLearntLate]], numRuns: soakSize({ usual: 25, soak: 150 }) },
    );
  }, 240_000);
});
