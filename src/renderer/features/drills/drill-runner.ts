import type { DrillName } from '../../../shared/contract/drills.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { call, onAnswer } from '../../host/call.ts';
import { usePrints } from '../../state/prints.ts';
import { navigate, useRouter } from '../../state/router.ts';
import { newerSale, useSales } from '../../state/sales.ts';
import { useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { creditCodes, curriculum, isSettled, ordinaryNumber, subjectOf } from './curriculum.ts';
import {
  type Answered,
  begin,
  type Drill,
  type DrillSale,
  isFinished,
  look,
  type Scenario,
  type Snapshot,
  type Step,
} from './drill.ts';
import { forgetDrill, noteDrill, useDrills } from './drill-store.ts';

/** How long the learner waits for the webhook, milliseconds. */
const webhookAfterMs = 1500;
/** The page's idea of main's clock is that exact, milliseconds. */
const clockSlackMs = 1000;

const mainNow = (): number => Date.now() + useStatus.getState().clockAhead;

let leave: () => void = () => {};

/** Begins a drill, in the place of one that is under way. */
export async function startDrill(name: DrillName): Promise<void> {
  stopDrill();
  const drill = curriculum[name];
  const scenario = await castOf(drill, mainNow());
  noteDrill();
  useDrills.setState({ run: begin(drill, scenario), subjectTotal: null, folded: false, view: null, brokenOff: false });
  navigate('sell');
  leave = watch();
  enter(drill.steps[0]);
}

/** Ends the running drill, completed or not, and cleans up its staging. */
export function stopDrill(): void {
  leave();
  leave = () => {};
  forgetDrill();
  useDrills.setState({ run: null, subjectTotal: null });
}

/** Looks again whenever something may have changed. Answers the function that ends it. */
function watch(): () => void {
  const since = new Date(mainNow() - clockSlackMs).toISOString();
  const answers: Answered[] = [];
  // The store drops settled sales that no list shows.
  const sales = new Map<string, Transaction>();

  const snapshot = (): Snapshot => {
    for (const sale of Object.values(useSales.getState().byId)) {
      if (sale.createdAt >= since) sales.set(sale.id, newerSale(sales.get(sale.id), sale));
    }
    const prints = Object.values(usePrints.getState().byId).filter(({ createdAt }) => createdAt >= since);
    return { sales: inOrder(sales.values()), prints: inOrder(prints), answers, open: openSale() };
  };
  const lookAgain = (): void => {
    const { run } = useDrills.getState();
    if (run === null) return;
    const drill = curriculum[run.drill];
    const seen = snapshot();
    const next = look(run, drill, seen);
    if (next === run) return;
    useDrills.setState({ run: next, subjectTotal: subjectOf(seen, run.scenario)?.total ?? null });
    for (const step of drill.steps.slice(run.at + 1, next.at + 1)) enter(step, subjectOf(seen, run.scenario)?.id);
    if (isFinished(next, drill)) void finish(next.drill, next.wrong.length);
  };
  const ends = [
    useSales.subscribe(lookAgain),
    usePrints.subscribe(lookAgain),
    useRouter.subscribe(lookAgain),
    onAnswer((name, code) => {
      answers.push({ name, code });
      lookAgain();
    }),
  ];
  return () => {
    for (const end of ends) end();
    const { run } = useDrills.getState();
    const subject = run === null ? null : subjectOf(snapshot(), run.scenario);
    tidyUp(subject !== null && subject.kind === 'prepaid' && !isSettled(subject) ? subject.id : null);
  };
}

const inOrder = <T extends { createdAt: string; id: string }>(all: Iterable<T>): T[] =>
  [...all].toSorted((one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id));

const openSale = (): string | null => {
  const { route, openSale: open } = useRouter.getState();
  return route === 'receipts' ? open : null;
};

function enter(step: Step | undefined, subject?: string): void {
  if (step?.stage === 'rollEnds') void call('drills.paper', { paper: 'runs_out' });
  if (step?.stage === 'webhook' && subject !== undefined) {
    window.setTimeout(() => void call('drills.webhook', { id: subject }), webhookAfterMs);
  }
}

/** The shop's own printer again, and no order that waits for a webhook for ever. */
function tidyUp(waiting: string | null): void {
  void call('drills.paper', { paper: 'away' });
  if (waiting !== null) void call('drills.webhook', { id: waiting });
}

async function finish(drill: DrillName, wrong: number): Promise<void> {
  forgetDrill();
  leave();
  leave = () => {};
  const answer = await call('drills.done', { drill, wrong });
  if (answer.ok) useDrills.setState({ done: answer.value.done });
}

/** The learner's action at the printer. */
export const loadNewRoll = (): void => void call('drills.paper', { paper: 'in' });

/** The first code that the number has not bought today, so that a drill done again meets no question of its own making. */
export function freshPart(customerNo: string, codes: readonly string[], today: readonly Transaction[]): DrillSale {
  const bought = new Set(today.filter((sale) => sale.customerNo === customerNo).map((sale) => sale.productCode));
  return { customerNo, productCode: codes.find((code) => !bought.has(code)) ?? codes[0] ?? '' };
}

/** The customers of this run. */
async function castOf({ subject }: Drill, now: number): Promise<Scenario> {
  const today = await salesToday([subject.customerNo, ordinaryNumber], now);
  return {
    subject: freshPart(subject.customerNo, subject.codes, today),
    next: freshPart(ordinaryNumber, creditCodes.toReversed(), today),
  };
}

async function salesToday(numbers: readonly string[], now: number): Promise<Transaction[]> {
  const zone = useSettings.getState().view?.settings.timeZone ?? 'Asia/Jakarta';
  const { day } = wallClock(now, zone);
  const answers = await Promise.all(
    [...new Set(numbers)].map((text) => call('transactions.search', { text, limit: 50 })),
  );
  return answers
    .flatMap((answer) => (answer.ok ? answer.value.items : []))
    .filter((sale) => sale.day === day && sale.sentAt !== null);
}
