import type { Mutant } from './mutant.ts';

export const allIsCash: Mutant = {
  name: 'all-is-cash',
  breaks: 'j',
  about: 'whatever the customer pays by, it is recorded as cash',
  counter: (real) => ({
    ...real,
    order: ({ payments: _payments, ...ask }) => real.order(ask),
    pay: ({ payments: _payments, ...ask }) => real.pay(ask),
  }),
};

export const returnedAsPaid: Mutant = {
  name: 'returned-as-paid',
  breaks: 'j',
  about: 'money that was given back in another way is recorded as given back the way it came',
  counter: (real) => ({ ...real, cashReturned: ({ id }) => real.cashReturned({ id }) }),
};

export const forgetsOneSale: Mutant = {
  name: 'forgets-one-sale',
  breaks: 'j',
  about:
    'of a payment that settles several sales on a tab only the first is written, and the customer is asked for no more',
  journal: (seen) => ({
    ...seen,
    commitAll: async (changes) => {
      const [first] = await seen.commitAll(changes.slice(0, 1));
      return first ? changes.map(() => first) : [];
    },
  }),
};
