import type { DrillName } from '../../../shared/contract/drills.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { ProcedureName } from '../../../shared/contract/registry.ts';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';

/** The purchase of one of the drill's customers. */
export interface DrillSale {
  productCode: string;
  customerNo: string;
}

/** The customer that the exercise is about, and one who comes in between. */
export interface Scenario {
  subject: DrillSale;
  next: DrillSale;
}

/** The counter's observed state since the drill began; nothing that a learner claims. */
export interface Snapshot {
  /** oldest first */
  sales: readonly Transaction[];
  /** oldest first */
  prints: readonly PrintJob[];
  /** main's answers, in order */
  answers: readonly Answered[];
  /** the sale that is open in the receipts */
  open: string | null;
}

export interface Answered {
  name: ProcedureName;
  /** null: it was done */
  code: ErrorCode | null;
}

/** One thing to be done; it is done when it is seen, and by nothing else. */
export interface Step {
  name: StepName;
  /** the purchase that the card's button types */
  types?: keyof Scenario;
  /** staged by the drill when the step begins */
  stage?: 'webhook' | 'rollEnds';
  /** the learner's action outside the counter, by the card's button */
  byHand?: 'newRoll';
  isDone(snapshot: Snapshot, scenario: Scenario): boolean;
}

/** A move that would have cost money, or a proof, in earnest. */
export interface Wrong {
  name: WrongName;
  isSeen(snapshot: Snapshot, scenario: Scenario): boolean;
}

export interface Drill {
  name: DrillName;
  /** the subject's number, and codes that may be bought for it: one that was not bought today is taken */
  subject: { customerNo: string; codes: readonly string[] };
  steps: readonly Step[];
  wrongs: readonly Wrong[];
}

/** One go at a drill. */
export interface Run {
  drill: DrillName;
  scenario: Scenario;
  /** the step to be done now; as many as there are steps: through */
  at: number;
  /** observed mistakes, in order, each once */
  wrong: readonly WrongName[];
  /** the last observation, explained now: a completed step, or a mistake */
  feedback: { step: StepName } | { wrong: WrongName } | null;
}

export const begin = (drill: Drill, scenario: Scenario): Run => ({
  drill: drill.name,
  scenario,
  at: 0,
  wrong: [],
  feedback: null,
});

export const isFinished = (run: Run, drill: Drill): boolean => run.at >= drill.steps.length;

/** A run after a new observation: it never goes back, and mistakes stay. The same object when nothing is new. */
export function look(run: Run, drill: Drill, snapshot: Snapshot): Run {
  if (isFinished(run, drill)) return run;
  const { scenario } = run;
  let at = run.at;
  while (drill.steps[at]?.isDone(snapshot, scenario) === true) at += 1;
  const seen = drill.wrongs.filter(({ name, isSeen }) => !run.wrong.includes(name) && isSeen(snapshot, scenario));
  if (at === run.at && seen.length === 0) return run;
  const [last] = seen.slice(-1);
  const done = drill.steps[at - 1];
  return {
    ...run,
    at,
    wrong: [...run.wrong, ...seen.map(({ name }) => name)],
    feedback: last ? { wrong: last.name } : done ? { step: done.name } : run.feedback,
  };
}

/** Every step of every drill: each has its words (i18n, drills.json). */
type StepName =
  | 'loseAnswer'
  | 'serveWhileUnknown'
  | 'settleLost'
  | 'findLost'
  | 'sellSlow'
  | 'serveWhilePending'
  | 'settleLate'
  | 'findLate'
  | 'sellFailing'
  | 'returnCash'
  | 'sellOnce'
  | 'sellAgain'
  | 'showSn'
  | 'payBill'
  | 'lookAtBill'
  | 'recordBill'
  | 'sellToPrint'
  | 'printHalf'
  | 'printAgain'
  | 'newRoll';

type WrongName =
  | 'pressedAgain'
  | 'soldTwice'
  | 'cashGivenBack'
  | 'recordedBlind'
  | 'servedBeforeReturning'
  | 'allowedRepeat'
  | 'recordedFailed'
  | 'noEvidence'
  | 'saidPrinted'
  | 'gaveSlipUp'
  | 'soldForPaper';
