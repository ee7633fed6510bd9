import type { Drill } from '../drill.ts';
import { sentTo, servedAnother, subjectOf, wasAnswered } from '../seen.ts';
import { creditCodes, ordinaryNumber } from './credit-codes.ts';

/** Taken, then failed for certain: the customer's cash is to go back, and that it did is to be written down. */
export const failedSale: Drill = {
  name: 'failedSale',
  subject: { customerNo: '0800000000104', codes: creditCodes },
  steps: [
    { name: 'sellFailing', types: 'subject', isDone: (sight, cast) => subjectOf(sight, cast)?.state === 'failed' },
    {
      name: 'returnCash',
      isDone: (sight, cast) => typeof subjectOf(sight, cast)?.cashReturnedAt === 'string',
    },
  ],
  wrongs: [
    {
      name: 'servedBeforeReturning',
      isSeen: (sight, cast) => {
        const subject = subjectOf(sight, cast);
        return subject?.state === 'failed' && subject.cashReturnedAt === null && servedAnother(sight, cast);
      },
    },
  ],
};

/** Nothing went wrong but the customer’s phone is slow: the counter asks before it sells the same once more. */
export const askedTwice: Drill = {
  name: 'askedTwice',
  subject: { customerNo: ordinaryNumber, codes: creditCodes },
  steps: [
    { name: 'sellOnce', types: 'subject', isDone: (sight, cast) => subjectOf(sight, cast)?.state === 'success' },
    { name: 'sellAgain', types: 'subject', isDone: (sight) => wasAnswered(sight, 'order', 'duplicate') },
    { name: 'showSn', isDone: (sight, cast) => sight.open !== null && sight.open === subjectOf(sight, cast)?.id },
  ],
  wrongs: [{ name: 'allowedRepeat', isSeen: (sight, { subject }) => sentTo(sight, subject.customerNo).length > 1 }],
};
