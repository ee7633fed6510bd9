import type { DrillName } from '../../../shared/contract/drills.ts';
import type { ProcedureName } from '../../../shared/contract/registry.ts';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Drill, Scenario, Snapshot, Wrong } from './drill.ts';

/** Products that training's catalogue has from the first day (main/training/open-training.ts). */
export const creditCodes = ['TSEL10', 'TSEL20', 'TSEL25', 'TSEL50', 'TSEL5', 'TSEL100'] as const;

const billCodes = ['PLNPOST', 'PDAMJKT', 'BPJS', 'TELKOM', 'INDIHOME'] as const;

/** The customer in between, whose sale succeeds. */
export const ordinaryNumber = '081234567890';

/** Sales that left for the provider, to that number. */
const sentTo = ({ sales }: Snapshot, customerNo: string): Transaction[] =>
  sales.filter((sale) => sale.customerNo === customerNo && sale.sentAt !== null);

/** The sale that the exercise is about, once it was sent. */
export const subjectOf = (snapshot: Snapshot, { subject }: Scenario): Transaction | null =>
  sentTo(snapshot, subject.customerNo)[0] ?? null;

/** Another customer was served after the subject's sale had been sent. */
function servedAnother(snapshot: Snapshot, scenario: Scenario): boolean {
  const subject = subjectOf(snapshot, scenario);
  return (
    subject !== null &&
    snapshot.sales.some(
      (sale) => sale.sentAt !== null && sale.customerNo !== subject.customerNo && sale.createdAt > subject.createdAt,
    )
  );
}

export const isSettled = (sale: Transaction | null): boolean =>
  sale !== null && (sale.state === 'success' || sale.state === 'failed' || sale.state === 'disputed');

const wasAnswered = ({ answers }: Snapshot, name: ProcedureName, code: string | null): boolean =>
  answers.some((answer) => answer.name === name && answer.code === code);

const wasRefused = ({ answers }: Snapshot, name: ProcedureName): boolean =>
  answers.some((answer) => answer.name === name && answer.code !== null);

/** Slips of the subject's sale, oldest first. */
function slipsOf(snapshot: Snapshot, scenario: Scenario): PrintJob[] {
  const subject = subjectOf(snapshot, scenario);
  return subject === null ? [] : snapshot.prints.filter(({ saleId }) => saleId === subject.id);
}

type Look = (snapshot: Snapshot, scenario: Scenario) => boolean;

/** The subject's sale is in a state. */
const is =
  (state: Transaction['state']): Look =>
  (snapshot, scenario) =>
    subjectOf(snapshot, scenario)?.state === state;

/** Its receipt is on the screen. */
const isOpen: Look = (snapshot, scenario) =>
  snapshot.open !== null && snapshot.open === subjectOf(snapshot, scenario)?.id;

/** It left more than once. */
const leftTwice: Look = (snapshot, { subject }) => sentTo(snapshot, subject.customerNo).length > 1;

const isResolvedByHand: Look = (snapshot, scenario) =>
  subjectOf(snapshot, scenario)?.flags.includes('resolved_by_hand') ?? false;

/** Taken, then failed for certain: the customer's cash is to go back, and that it did is to be written down. */
const failedSale: Drill = {
  name: 'failedSale',
  subject: { customerNo: '0800000000104', codes: creditCodes },
  steps: [
    { name: 'sellFailing', types: 'subject', isDone: is('failed') },
    {
      name: 'returnCash',
      isDone: (snapshot, scenario) => typeof subjectOf(snapshot, scenario)?.cashReturnedAt === 'string',
    },
  ],
  wrongs: [
    {
      name: 'servedBeforeReturning',
      isSeen: (snapshot, scenario) => {
        const subject = subjectOf(snapshot, scenario);
        return subject?.state === 'failed' && subject.cashReturnedAt === null && servedAnother(snapshot, scenario);
      },
    },
  ],
};

/** Nothing went wrong but the customer’s phone is slow: the counter asks before it sells the same once more. */
const askedTwice: Drill = {
  name: 'askedTwice',
  subject: { customerNo: ordinaryNumber, codes: creditCodes },
  steps: [
    { name: 'sellOnce', types: 'subject', isDone: is('success') },
    { name: 'sellAgain', types: 'subject', isDone: (snapshot) => wasAnswered(snapshot, 'order', 'duplicate') },
    { name: 'showSn', isDone: isOpen },
  ],
  wrongs: [{ name: 'allowedRepeat', isSeen: leftTwice }],
};

/** No webhook reports a bill's outcome: a new inquiry is a hint, and a supervisor records the outcome. */
const lostBill: Drill = {
  name: 'lostBill',
  subject: { customerNo: '99000000513', codes: billCodes },
  steps: [
    { name: 'payBill', types: 'subject', isDone: is('unknown') },
    {
      name: 'lookAtBill',
      isDone: (snapshot, scenario) =>
        wasAnswered(snapshot, 'transactions.evidence', null) || isResolvedByHand(snapshot, scenario),
    },
    { name: 'recordBill', isDone: isResolvedByHand },
  ],
  wrongs: [
    {
      name: 'pressedAgain',
      isSeen: (snapshot) => wasAnswered(snapshot, 'pay', 'in_flight') || wasAnswered(snapshot, 'inquiry', 'in_flight'),
    },
    {
      name: 'noEvidence',
      isSeen: (snapshot, scenario) =>
        isResolvedByHand(snapshot, scenario) && !wasAnswered(snapshot, 'transactions.evidence', null),
    },
    { name: 'recordedFailed', isSeen: is('failed') },
  ],
};

/** The wrong moves that an uncertain sale tempts to. */
const impatience: readonly Wrong[] = [
  { name: 'pressedAgain', isSeen: (snapshot) => wasAnswered(snapshot, 'order', 'in_flight') },
  { name: 'soldTwice', isSeen: leftTwice },
  { name: 'cashGivenBack', isSeen: (snapshot) => wasRefused(snapshot, 'transactions.cashReturned') },
  {
    name: 'recordedBlind',
    isSeen: (snapshot, scenario) =>
      isResolvedByHand(snapshot, scenario) || wasRefused(snapshot, 'transactions.resolve'),
  },
];

const isSubjectSettled: Look = (snapshot, scenario) => isSettled(subjectOf(snapshot, scenario));

/** The answer is lost, but the order was carried out, as a later webhook reports. */
const lostOrder: Drill = {
  name: 'lostOrder',
  subject: { customerNo: '0800000000205', codes: creditCodes },
  steps: [
    { name: 'loseAnswer', types: 'subject', isDone: is('unknown') },
    { name: 'serveWhileUnknown', types: 'next', isDone: servedAnother },
    { name: 'settleLost', stage: 'webhook', isDone: isSubjectSettled },
    { name: 'findLost', isDone: isOpen },
  ],
  wrongs: impatience,
};

/** Accepted, then without a result for long. */
const lateWebhook: Drill = {
  name: 'lateWebhook',
  subject: { customerNo: '0800000000406', codes: creditCodes },
  steps: [
    { name: 'sellSlow', types: 'subject', isDone: is('pending') },
    { name: 'serveWhilePending', types: 'next', isDone: servedAnother },
    { name: 'settleLate', stage: 'webhook', isDone: isSubjectSettled },
    { name: 'findLate', isDone: isOpen },
  ],
  wrongs: impatience,
};

const isPrinted = (state: string | undefined): boolean => state === 'sent' || state === 'confirmed';

/** The roll ends in the middle of a slip: half a slip is no proof, and is no reason to sell again. */
const paperOut: Drill = {
  name: 'paperOut',
  subject: { customerNo: ordinaryNumber, codes: creditCodes },
  steps: [
    { name: 'sellToPrint', types: 'subject', stage: 'rollEnds', isDone: is('success') },
    {
      name: 'printHalf',
      isDone: (snapshot, scenario) =>
        slipsOf(snapshot, scenario).some(({ state, reason }) => state === 'unknown' && reason === 'paper_out'),
    },
    { name: 'printAgain', isDone: (snapshot, scenario) => slipsOf(snapshot, scenario).length > 1 },
    {
      name: 'newRoll',
      byHand: 'newRoll',
      isDone: (snapshot, scenario) =>
        slipsOf(snapshot, scenario)
          .slice(1)
          .some(({ state }) => isPrinted(state)),
    },
  ],
  wrongs: [
    { name: 'saidPrinted', isSeen: (snapshot, scenario) => slipsOf(snapshot, scenario)[0]?.decided === 'printed' },
    {
      name: 'gaveSlipUp',
      isSeen: (snapshot, scenario) => slipsOf(snapshot, scenario).some(({ decided }) => decided === 'given_up'),
    },
    { name: 'soldForPaper', isSeen: leftTwice },
  ],
};

/** Every drill, by its name. */
export const curriculum: Readonly<Record<DrillName, Drill>> = {
  lostOrder,
  lateWebhook,
  failedSale,
  askedTwice,
  lostBill,
  paperOut,
};
