import type { TaskManager } from '../files/index.ts';
import type { Situation } from '../updates/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';
import type { InFlight } from './in-flight.ts';

/** What the counter is doing now, for the question whether another program may take its place. */
export async function readSituation(
  { counter, journal }: Pick<CounterRuntime, 'counter' | 'journal'>,
  parts: { inFlight: InFlight; tasks: TaskManager; isClosing(): boolean; now(): number },
): Promise<Situation> {
  const [[shift], { items }] = await Promise.all([journal.shifts.list({ limit: 1 }), journal.search({ limit: 1 })]);
  const at = (time: string | null | undefined): number | null => (time ? Date.parse(time) : null);
  return {
    openShift: shift && shift.closed === null ? shift.number : null,
    lastClosedAt: at(shift?.closed?.at),
    lastSaleAt: at(items[0]?.createdAt),
    // Asked after the journal was read: somebody may have begun to sell meanwhile.
    sending: parts.inFlight.count(),
    unwritten: counter.notWritten().count,
    modeSwitcher: parts.isClosing(),
    tasks: parts.tasks.isBusy() ? 1 : 0,
    now: parts.now(),
  };
}
