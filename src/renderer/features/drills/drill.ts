import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { ProcedureName } from '../../../shared/contract/names.ts';
import type { DrillName } from '../../../shared/domain/drill.ts';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';

/** What one of the exercise's customers buys. */
export interface Part {
  productCode: string;
  customerNo: string;
}

/** The customer that the exercise is about, and one who comes in between. */
export interface Scenario {
  subject: Part;
  next: Part;
}

/** What is seen of the counter since the exercise began; nothing that a learner says of themselves. */
export interface Snapshot {
  /** oldest first */
  sales: readonly Transaction[];
  /** oldest first */
  prints: readonly PrintJob[];
  /** what main answered, in turn */
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
  /** whose number and product the card's button types */
  types?: keyof Scenario;
  /** what happens by itself once the step is come to */
  stage?: 'webhook' | 'rollEnds';
  /** what the learner's hand does outside the counter, with the card's button */
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
  /** what was seen to go wrong, in turn, each once */
  wrong: readonly WrongName[];
  /** what was seen last, and is explained now: a step that was done, or a move that was wrong */
  told: { step: StepName } | { wrong: WrongName } | null;
}

export const begin = (drill: Drill, scenario: Scenario): Run => ({
  drill: drill.name,
  scenario,
  at: 0,
  wrong: [],
  told: null,
});

export const isThrough = (run: Run, drill: Drill): boolean => run.at >= drill.steps.length;

/** Where a run stands after another look: it never goes back, and what went wrong stays. The same run when nothing is new. */
export function look(run: Run, drill: Drill, snapshot: Snapshot): Run {
  if (isThrough(run, drill)) return run;
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
    told: last ? { wrong: last.name } : done ? { step: done.name } : run.told,
  };
}

/** Every step of every drill: each has its words (i18n, drills.json). */
type StepName =
  | 'loseAnswer'
  | 'serveWhileUnknown'
  | 'hearLost'
  | 'findLost'
  | 'sellSlow'
  | 'serveWhilePending'
  | 'hearLate'
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
