import type { Drill, Wrong } from '../drill.ts';
import { byHandOf, isSettled, sentTo, servedAnother, subjectOf, wasAnswered, wasRefused } from '../seen.ts';
import { creditCodes } from './credit-codes.ts';

/** What tempts whoever has a sale that is not certain before them. */
const impatience: readonly Wrong[] = [
  { name: 'pressedAgain', isSeen: (sight) => wasAnswered(sight, 'order', 'in_flight') },
  { name: 'soldTwice', isSeen: (sight, { subject }) => sentTo(sight, subject.customerNo).length > 1 },
  { name: 'cashGivenBack', isSeen: (sight) => wasRefused(sight, 'transactions.cashReturned') },
  {
    name: 'recordedBlind',
    isSeen: (sight, cast) => byHandOf(subjectOf(sight, cast)) || wasRefused(sight, 'transactions.resolve'),
  },
];

/** The answer is lost; the order was carried out all the same, as its webhook says later. */
export const lostOrder: Drill = {
  name: 'lostOrder',
  subject: { customerNo: '0800000000205', codes: creditCodes },
  steps: [
    { name: 'loseAnswer', types: 'subject', isDone: (sight, cast) => subjectOf(sight, cast)?.state === 'unknown' },
    { name: 'serveWhileUnknown', types: 'next', isDone: servedAnother },
    { name: 'hearLost', stage: 'webhook', isDone: (sight, cast) => isSettled(subjectOf(sight, cast)) },
    { name: 'findLost', isDone: (sight, cast) => sight.open !== null && sight.open === subjectOf(sight, cast)?.id },
  ],
  wrongs: impatience,
};

/** Taken and not heard of for long. */
export const lateWebhook: Drill = {
  name: 'lateWebhook',
  subject: { customerNo: '0800000000406', codes: creditCodes },
  steps: [
    { name: 'sellSlow', types: 'subject', isDone: (sight, cast) => subjectOf(sight, cast)?.state === 'pending' },
    { name: 'serveWhilePending', types: 'next', isDone: servedAnother },
    { name: 'hearLate', stage: 'webhook', isDone: (sight, cast) => isSettled(subjectOf(sight, cast)) },
    { name: 'findLate', isDone: (sight, cast) => sight.open !== null && sight.open === subjectOf(sight, cast)?.id },
  ],
  wrongs: impatience,
};
