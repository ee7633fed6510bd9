import type { Drill } from '../drill.ts';
import { byHandOf, subjectOf, wasAnswered } from '../seen.ts';
import { billCodes } from './credit-codes.ts';

/** No webhook tells of a bill: a fresh inquiry is evidence, and a supervisor writes down what became of it. */
export const lostBill: Drill = {
  name: 'lostBill',
  subject: { customerNo: '99000000513', codes: billCodes },
  steps: [
    { name: 'payBill', types: 'subject', isDone: (sight, cast) => subjectOf(sight, cast)?.state === 'unknown' },
    {
      name: 'lookAtBill',
      isDone: (sight, cast) => wasAnswered(sight, 'transactions.evidence', null) || byHandOf(subjectOf(sight, cast)),
    },
    { name: 'recordBill', isDone: (sight, cast) => byHandOf(subjectOf(sight, cast)) },
  ],
  wrongs: [
    {
      name: 'pressedAgain',
      isSeen: (sight) => wasAnswered(sight, 'pay', 'in_flight') || wasAnswered(sight, 'inquiry', 'in_flight'),
    },
    {
      name: 'noEvidence',
      isSeen: (sight, cast) => byHandOf(subjectOf(sight, cast)) && !wasAnswered(sight, 'transactions.evidence', null),
    },
    { name: 'recordedFailed', isSeen: (sight, cast) => subjectOf(sight, cast)?.state === 'failed' },
  ],
};
