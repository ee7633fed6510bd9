import type { TaskManager } from '../files/index.ts';
import type { Activity } from '../updates/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';
import type { InFlight } from './in-flight.ts';

/** What the counter is doing now, to decide whether an update may be installed. */
export async function readActivity(
  { counter, journal }: Pick<CounterRuntime, 'counter' | 'journal'>,
  parts: { inFlight: InFlight; tasks: TaskManager; isClosing(): boolean; now(): number },
): Promise<Activity> {
  const [[shift], { items }] = await Promise.all([journal.shifts.list({ limit: 1 }), journal.search({ limit: 1 })]);
  const at = (time: string | null | undefined): number | null => (time ? Date.parse(time) : null);
  return {
    openShift: shift && shift.closed === null ? shift.number : null,
    lastClosedAt: at(shift?.closed?.at),
    lastSaleAt: at(items[0]?.createdAt),
    // Read last: a sale may have begun during the queries.
    sending: parts.inFlight.count(),
    pendingWrites: counter.notWritten().count,
    reopening: parts.isClosing(),
    tasks: parts.tasks.isBusy() ? 1 : 0,
    now: parts.now(),
  };
}
