import { chanceOf } from '../engine/chance.ts';
import { createSchedule } from '../engine/schedule.ts';
import { type InvariantName, invariants } from '../invariants/all.ts';
import type { Plan } from '../plan/plan.ts';
import { runShop } from '../shop/run-shop.ts';
import { emptyBooks, judge, type Step } from './books.ts';
import { openCounter } from './counter-side.ts';
import type { JournalFiles } from './journal-file.ts';
import { createLine } from './line.ts';
import { onTheWay } from './on-the-way.ts';
import type { Outside } from './outside.ts';
import { openProvider } from './provider-side.ts';
import { openMemoryDatabase } from './relay-database.ts';
import { openRelay } from './relay-side.ts';
import {
  type Broken,
  clockText,
  faultsIn,
  lastingMs,
  type RunOptions,
  type RunResult,
  restartMs,
} from './run-result.ts';
import { happen } from './troubles.ts';

/** How long the counter may take to receive what has come last: it leaves the relay alone for a minute when somebody else polls. */
const restMs = 150_000;

/** Runs one world from its beginning to its end, or to the first broken promise. The same plan gives the same history. */
export async function runPlan(plan: Plan, files: JournalFiles, options: RunOptions = {}): Promise<RunResult> {
  if (plan.counters !== undefined) return runShop(plan, plan.counters, files, options);
  const mutant = options.mutant ?? null;
  const chance = chanceOf(`world/${plan.seed}`);
  const schedule = createSchedule(chance.fork('order'));
  const books = emptyBooks(plan.keys);
  const history: string[] = [];
  const verdict: { broken: Broken | null } = { broken: null };
  const world: Outside = {
    plan,
    schedule,
    chance: chance.fork('harm'),
    line: createLine(schedule, chance.fork('line')),
    books,
    note(words) {
      if (options.trace === true && !verdict.broken) history.push(`${clockText(schedule.now())} ${words()}`);
    },
    nameOf(id) {
      const number = id === null ? -1 : [...books.sales.keys()].indexOf(id);
      return number === -1 ? 'no sale' : `sale ${number + 1}`;
    },
    step(step: Step) {
      if (verdict.broken) return;
      for (const [invariant, { promise }] of Object.entries(invariants)) {
        const says = judge(promise, step, books);
        if (says === null) continue;
        verdict.broken = { invariant: invariant as InvariantName, says };
        if (options.trace === true) history.push(`${clockText(schedule.now())} BROKEN    (${invariant}) ${says}`);
        return;
      }
    },
  };
  const healedAt = plan.bustleMs + lastingMs;
  const file = files.fresh();
  const database = await (options.openDatabase ?? openMemoryDatabase)(null);
  const relay = openRelay(world, database, mutant?.relayStore ?? ((store) => store));
  const provider = openProvider(world, onTheWay(world, relay));
  const counter = openCounter(world, { file, provider, relay, mutant });
  const until = (moment: number): Promise<void> => schedule.runUntil(moment, () => verdict.broken !== null);
  try {
    await until(0);
    relay.start();
    void counter.start();
    for (const item of plan.items) schedule.after(item.at, () => happen(world, { counter, provider, relay }, item));
    await until(healedAt);
    world.line.heal();
    counter.spare();
    relay.spare();
    world.note(() => 'world     is healed');
    const lastItem = plan.items.at(-1)?.at ?? 0;
    for (;;) {
      const rest = Math.max(healedAt, lastItem, provider.busyUntil()) + restMs;
      if (schedule.now() >= rest || verdict.broken) break;
      await until(rest);
    }
    world.step({ kind: 'rest' });
    // One in five starts once more at the end, and every one in which an answer could not be written down.
    if (chance.happens(0.2) || [...books.sales.values()].some(({ state }) => state === 'sending')) {
      counter.restart();
      await until(schedule.now() + restartMs);
    }
    if (!verdict.broken && !counter.call()) world.step({ kind: 'started', failed: 'it is not open at the end' });
    // Beside the open counter, as the command may run at any time.
    const report = verdict.broken ? null : file.verify();
    if (report) world.step({ kind: 'end', report, ...file.money() });
    return {
      broken: verdict.broken,
      history,
      events: schedule.events(),
      sales: books.sales.size,
      webhooks: books.taken.length,
      faults: faultsIn(plan),
      head: report?.head.hash ?? '',
    };
  } finally {
    counter.stop();
    file.drop();
  }
}
