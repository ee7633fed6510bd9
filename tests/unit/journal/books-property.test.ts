import { array, assert, asyncProperty, constantFrom, integer, nat, option, record } from 'fast-check';
import { expect, test } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { customerOwes } from '../../../src/shared/domain/cash.ts';
import {
  canTransition,
  isCorrectable,
  type Transaction,
  transactionStates,
} from '../../../src/shared/domain/transaction.ts';
import { journalPath, realRandom } from '../../support/database-files.ts';
import { soakSize } from '../../support/soak.ts';
import { event, fullAggregate, keptBooks, openShift, order, rememberDisputed } from '../../support/stored-sales.ts';

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
  admin: option(nat(5000)),
  commission: option(nat(3000)),
  cost: option(nat(30_000)),
  amount: integer({ min: 1, max: 90_000 }),
});
type Step = ReturnType<typeof step.generate>['value'];

const correctedAt = ({ day, hour }: Step): string => `${day}T${String(hour).padStart(2, '0')}:50:00.000Z`;

async function take(journal: ShopDatabase, one: Step): Promise<void> {
  const id = order(one.sale).id;
  const sale = await journal.get(id);
  const commit = async (next: Transaction, given: Parameters<typeof event>): Promise<void> => {
    const issueReceipt = next.state === 'success';
    const expectedRevision = sale?.revision ?? 0;
    await journal.commit({
      sale: { expectedRevision, next: { ...next, revision: expectedRevision + 1 }, issueReceipt },
      event: event(...given),
    });
  };
  const money = { total: one.total, price: one.price };
  const cash = { tendered: one.tendered, change: one.tendered === null ? null : 0 };
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
      const unpaid = one.state === 'inquired' ? { tendered: null, change: null, sentAt: null } : {};
      return commit({ ...sale, state: one.state, price: one.price, brand: one.brand, ...unpaid }, [
        'sale.response_received',
      ]);
    }
    // A late price, of whatever state: nothing else changes.
    case 'complete':
      return sale ? commit({ ...sale, price: one.price }, ['sale.response_received']) : undefined;
    case 'unpay':
      if (sale?.kind !== 'postpaid' || sale.state !== 'sending') return;
      return commit({ ...sale, state: 'inquired', tendered: null, change: null, sentAt: null }, ['sale.not_sent']);
    case 'pay':
      if (sale?.state !== 'inquired') return;
      return commit({ ...sale, state: 'sending', sentAt: at, day: one.day, ...cash }, [
        'sale.submitted',
        { actor: one.actor },
      ]);
    case 'return':
      if (!sale || !['failed', 'unsent'].includes(sale.state) || sale.cashReturnedAt !== null) return;
      return commit({ ...sale, cashReturnedAt: at }, ['cash.returned']);
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
      rememberDisputed(journal, sale);
      return commit({ ...sale, state: 'disputed' }, [
        'sale.manually_disputed',
        { actor: one.actor, at: correctedAt(one), data: { day: one.day } },
      ]);
    case 'collect':
      return sale && customerOwes(sale) ? commit({ ...sale, cashReturnedAt: null }, ['cash.collected']) : undefined;
    // Its cash is handed back, and then it was a success.
    case 'in_vain':
      for (const what of ['move', 'return', 'contradict', 'resolve'] as const) {
        await take(journal, { ...one, what, state: 'failed' });
      }
      return;
    case 'print':
      return sale ? commit({ ...sale, prints: sale.prints + 1 }, ['receipt.print_requested']) : undefined;
    case 'open':
      return openShift(journal, one.amount);
    case 'close':
      await journal.shifts.close({ actor: 'cashier', at, counted: one.amount });
      return;
    case 'cash':
      await journal.shifts.move({ actor: 'cashier', at, direction: 'out', amount: one.amount, reason: 'water' });
      return;
    case 'erase':
      await journal.customers.begin({ customerNo: order(one.sale).customerNo, note: 'asked', at });
      await journal.customers.eraseNext(at);
      return;
    case 'fill':
      // Every other time the books are thrown away and made anew in the middle of it all.
      if (one.hour % 2 === 0) await journal.books.startOver();
      else await journal.books.fill();
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
      const journal = await openShopDatabase({ path, random: realRandom });
      try {
        for (const one of steps) await take(journal, one);
        expect(verifyJournal(path).flaw).toBeNull();
        while ((await journal.books.fill()) !== null);
        expect(await keptBooks(journal)).toEqual(await fullAggregate(journal));
        expect(verifyJournal(path).flaw).toBeNull();
      } finally {
        await journal.close();
      }
    }),
    { examples: [[brandLearntLate]], numRuns: soakSize({ usual: 60, soak: 150 }) },
  );
}, 240_000);
