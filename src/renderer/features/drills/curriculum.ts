import type { ProcedureName } from '../../../shared/contract/names.ts';
import type { DrillName } from '../../../shared/domain/drill.ts';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Cast, Drill, Sight, Wrong } from './drill.ts';

/** What a practice counter has on its buttons from the first day (main/training/first-products.ts). */
export const creditCodes = ['TSEL10', 'TSEL20', 'TSEL25', 'TSEL50', 'TSEL5', 'TSEL100'] as const;

const billCodes = ['PLNPOST', 'PDAMJKT', 'BPJS', 'TELKOM', 'INDIHOME'] as const;

/** Whoever comes in between, and to whom everything goes well. */
export const ordinaryNumber = '081234567890';

/** Sales that left for the provider, to that number. */
const sentTo = ({ sales }: Sight, customerNo: string): Transaction[] =>
  sales.filter((sale) => sale.customerNo === customerNo && sale.sentAt !== null);

/** The sale that the exercise is about, once it was sent. */
export const subjectOf = (sight: Sight, { subject }: Cast): Transaction | null =>
  sentTo(sight, subject.customerNo)[0] ?? null;

/** Somebody else was served after the subject's sale had left. */
function servedAnother(sight: Sight, cast: Cast): boolean {
  const subject = subjectOf(sight, cast);
  return (
    subject !== null &&
    sight.sales.some(
      (sale) => sale.sentAt !== null && sale.customerNo !== subject.customerNo && sale.createdAt > subject.createdAt,
    )
  );
}

export const isSettled = (sale: Transaction | null): boolean =>
  sale !== null && (sale.state === 'success' || sale.state === 'failed' || sale.state === 'disputed');

const wasAnswered = ({ answers }: Sight, name: ProcedureName, code: string | null): boolean =>
  answers.some((answer) => answer.name === name && answer.code === code);

const wasRefused = ({ answers }: Sight, name: ProcedureName): boolean =>
  answers.some((answer) => answer.name === name && answer.code !== null);

/** Slips of the subject's sale, oldest first. */
function slipsOf(sight: Sight, cast: Cast): PrintJob[] {
  const subject = subjectOf(sight, cast);
  return subject === null ? [] : sight.prints.filter(({ saleId }) => saleId === subject.id);
}

const byHandOf = (sale: Transaction | null): boolean => sale?.flags.includes('resolved_by_hand') ?? false;

/** Taken, then failed for certain: the customer's cash is to go back, and that it did is to be written down. */
const failedSale: Drill = {
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
const askedTwice: Drill = {
  name: 'askedTwice',
  subject: { customerNo: ordinaryNumber, codes: creditCodes },
  steps: [
    { name: 'sellOnce', types: 'subject', isDone: (sight, cast) => subjectOf(sight, cast)?.state === 'success' },
    { name: 'sellAgain', types: 'subject', isDone: (sight) => wasAnswered(sight, 'order', 'duplicate') },
    { name: 'showSn', isDone: (sight, cast) => sight.open !== null && sight.open === subjectOf(sight, cast)?.id },
  ],
  wrongs: [{ name: 'allowedRepeat', isSeen: (sight, { subject }) => sentTo(sight, subject.customerNo).length > 1 }],
};

/** No webhook tells of a bill: a fresh inquiry is evidence, and a supervisor writes down what became of it. */
const lostBill: Drill = {
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
const lostOrder: Drill = {
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
const lateWebhook: Drill = {
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

const isPrinted = (state: string | undefined): boolean => state === 'sent' || state === 'confirmed';

/** The roll ends in the middle of a slip: half a slip is no proof, and nothing is sold again for its sake. */
const paperOut: Drill = {
  name: 'paperOut',
  subject: { customerNo: ordinaryNumber, codes: creditCodes },
  steps: [
    {
      name: 'sellToPrint',
      types: 'subject',
      stage: 'rollEnds',
      isDone: (sight, cast) => subjectOf(sight, cast)?.state === 'success',
    },
    {
      name: 'printHalf',
      isDone: (sight, cast) =>
        slipsOf(sight, cast).some(({ state, reason }) => state === 'unknown' && reason === 'paper_out'),
    },
    { name: 'printAgain', isDone: (sight, cast) => slipsOf(sight, cast).length > 1 },
    {
      name: 'newRoll',
      byHand: 'newRoll',
      isDone: (sight, cast) =>
        slipsOf(sight, cast)
          .slice(1)
          .some(({ state }) => isPrinted(state)),
    },
  ],
  wrongs: [
    { name: 'saidPrinted', isSeen: (sight, cast) => slipsOf(sight, cast)[0]?.decided === 'printed' },
    {
      name: 'gaveSlipUp',
      isSeen: (sight, cast) => slipsOf(sight, cast).some(({ decided }) => decided === 'given_up'),
    },
    { name: 'soldForPaper', isSeen: (sight, { subject }) => sentTo(sight, subject.customerNo).length > 1 },
  ],
};

/** Every drill, by its name. */
export const course: Readonly<Record<DrillName, Drill>> = {
  lostOrder,
  lateWebhook,
  failedSale,
  askedTwice,
  lostBill,
  paperOut,
};
