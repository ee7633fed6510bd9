import type { Change } from '../../../src/main/db/change.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import type { Mutant } from './mutant.ts';

export const allIsCash: Mutant = {
  name: 'all-is-cash',
  breaks: 'j',
  about: 'whatever the customer pays by, it is recorded as cash',
  counter: (real) => ({
    ...real,
    order: ({ payments: _payments, ...input }) => real.order(input),
    pay: ({ payments: _payments, ...input }) => real.pay(input),
  }),
};

export const returnedAsPaid: Mutant = {
  name: 'returned-as-paid',
  breaks: 'j',
  about: 'money that was returned in another way is recorded as returned the way it came',
  counter: (real) => ({ ...real, cashReturned: ({ id }) => real.cashReturned({ id }) }),
};

export const forgetsOneSale: Mutant = {
  name: 'forgets-one-sale',
  breaks: 'j',
  about:
    'of a payment that settles several sales on a tab only the first is written, and the customer is asked for no more',
  db: (seen) => ({
    ...seen,
    commitAll: async (changes) => {
      const [first] = await seen.commitAll(changes.slice(0, 1));
      return first ? changes.map(() => first) : [];
    },
  }),
};

/** Settlements as another program would write them. */
const settling =
  (rewrite: (change: Change, stored: Transaction | null) => Change): NonNullable<Mutant['db']> =>
  (seen) => ({
    ...seen,
    commitAll: async (changes) =>
      seen.commitAll(
        await Promise.all(
          changes.map(async (change) =>
            change.event.type === 'tab.paid' && change.sale
              ? rewrite(change, await seen.get(change.sale.next.id))
              : change,
          ),
        ),
      ),
  });

export const settledAsCash: Mutant = {
  name: 'settled-as-cash',
  breaks: 'j',
  about: 'whatever a customer pays of the tab by, it is recorded as cash',
  db: settling((change) => {
    if (!change.sale) return change;
    const { next } = change.sale;
    const tabPayments = [...next.tabPayments.slice(0, -1), { ...next.tabPayments.at(-1)!, method: 'cash' as const }];
    return { ...change, sale: { ...change.sale, next: { ...next, tabPayments } } };
  }),
};

export const settlesTwice: Mutant = {
  name: 'settles-twice',
  breaks: 'j',
  about: 'a settlement is added to the sale as it is by then, though another window has taken the same payment',
  db: settling((change, stored) => {
    if (!change.sale || !stored) return change;
    const { next } = change.sale;
    const tabPayments = [...stored.tabPayments, next.tabPayments.at(-1)!];
    return {
      ...change,
      sale: {
        ...change.sale,
        expectedRevision: stored.revision,
        next: { ...stored, tabPayments, updatedAt: next.updatedAt, revision: stored.revision + 1 },
      },
    };
  }),
};
