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

const byHandOf = (sale: Transaction | null): boolean => sale?.flags.includes('resolved_by_hand') ?? false;

/** Taken, then failed for certain: the customer's cash is to go back, and that it did is to be written down. */
const failedSale: Drill = {
  name: 'failedSale',
  subject: { customerNo: '0800000000104', codes: creditCodes },
  steps: [
    {
      name: 'sellFailing',
      types: 'subject',
      isDone: (snapshot, scenario) => subjectOf(snapshot, scenario)?.state === 'failed',
    },
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
    {
      name: 'sellOnce',
      types: 'subject',
      isDone: (snapshot, scenario) => subjectOf(snapshot, scenario)?.state === 'success',
    },
    { name: 'sellAgain', types: 'subject', isDone: (snapshot) => wasAnswered(snapshot, 'order', 'duplicate') },
    {
      name: 'showSn',
      isDone: (snapshot, scenario) => snapshot.open !== null && snapshot.open === subjectOf(snapshot, scenario)?.id,
    },
  ],
  wrongs: [
    { name: 'allowedRepeat', isSeen: (snapshot, { subject }) => sentTo(snapshot, subject.customerNo).length > 1 },
  ],
};

/** No webhook reports a bill's outcome: a new inquiry is a hint, and a supervisor records the outcome. */
const lostBill: Drill = {
  name: 'lostBill',
  subject: { customerNo: '99000000513', codes: billCodes },
  steps: [
    {
      name: 'payBill',
      types: 'subject',
      isDone: (snapshot, scenario) => subjectOf(snapshot, scenario)?.state === 'unknown',
    },
    {
      name: 'lookAtBill',
      isDone: (snapshot, scenario) =>
        wasAnswered(snapshot, 'transactions.evidence', null) || byHandOf(subjectOf(snapshot, scenario)),
    },
    { name: 'recordBill', isDone: (snapshot, scenario) => byHandOf(subjectOf(snapshot, scenario)) },
  ],
  wrongs: [
    {
      name: 'pressedAgain',
      isSeen: (snapshot) => wasAnswered(snapshot, 'pay', 'in_flight') || wasAnswered(snapshot, 'inquiry', 'in_flight'),
    },
    {
      name: 'noEvidence',
      isSeen: (snapshot, scenario) =>
        byHandOf(subjectOf(snapshot, scenario)) && !wasAnswered(snapshot, 'transactions.evidence', null),
    },
    { name: 'recordedFailed', isSeen: (snapshot, scenario) => subjectOf(snapshot, scenario)?.state === 'failed' },
  ],
};

/** The wrong moves that an uncertain sale tempts to. */
const impatience: readonly Wrong[] = [
  { name: 'pressedAgain', isSeen: (snapshot) => wasAnswered(snapshot, 'order', 'in_flight') },
  { name: 'soldTwice', isSeen: (snapshot, { subject }) => sentTo(snapshot, subject.customerNo).length > 1 },
  { name: 'cashGivenBack', isSeen: (snapshot) => wasRefused(snapshot, 'transactions.cashReturned') },
  {
    name: 'recordedBlind',
    isSeen: (snapshot, scenario) =>
      byHandOf(subjectOf(snapshot, scenario)) || wasRefused(snapshot, 'transactions.resolve'),
  },
];

/** The answer is lost, but the order was carried out, as a later webhook reports. */
const lostOrder: Drill = {
  name: 'lostOrder',
  subject: { customerNo: '0800000000205', codes: creditCodes },
  steps: [
    {
      name: 'loseAnswer',
      types: 'subject',
      isDone: (snapshot, scenario) => subjectOf(snapshot, scenario)?.state === 'unknown',
    },
    { name: 'serveWhileUnknown', types: 'next', isDone: servedAnother },
    { name: 'hearLost', stage: 'webhook', isDone: (snapshot, scenario) => isSettled(subjectOf(snapshot, scenario)) },
    {
      name: 'findLost',
      isDone: (snapshot, scenario) => snapshot.open !== null && snapshot.open === subjectOf(snapshot, scenario)?.id,
    },
  ],
  wrongs: impatience,
};

/** Accepted, then without a result for long. */
const lateWebhook: Drill = {
  name: 'lateWebhook',
  subject: { customerNo: '0800000000406', codes: creditCodes },
  steps: [
    {
      name: 'sellSlow',
      types: 'subject',
      isDone: (snapshot, scenario) => subjectOf(snapshot, scenario)?.state === 'pending',
    },
    { name: 'serveWhilePending', types: 'next', isDone: servedAnother },
    { name: 'hearLate', stage: 'webhook', isDone: (snapshot, scenario) => isSettled(subjectOf(snapshot, scenario)) },
    {
      name: 'findLate',
      isDone: (snapshot, scenario) => snapshot.open !== null && snapshot.open === subjectOf(snapshot, scenario)?.id,
    },
  ],
  wrongs: impatience,
};

const isPrinted = (state: string | undefined): boolean => state === 'sent' || state === 'confirmed';

/** The roll ends in the middle of a slip: half a slip is no proof, and is no reason to sell again. */
const paperOut: Drill = {
  name: 'paperOut',
  subject: { customerNo: ordinaryNumber, codes: creditCodes },
  steps: [
    {
      name: 'sellToPrint',
      types: 'subject',
      stage: 'rollEnds',
      isDone: (snapshot, scenario) => subjectOf(snapshot, scenario)?.state === 'success',
    },
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
    { name: 'soldForPaper', isSeen: (snapshot, { subject }) => sentTo(snapshot, subject.customerNo).length > 1 },
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
