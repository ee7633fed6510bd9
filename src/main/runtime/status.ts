import type { Status } from '../../shared/contract/events.ts';
import { overdueBounds } from '../../shared/domain/transaction.ts';
import { overdueMs } from '../sales/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';

/** Everything that the top of the screen shows, in one answer. */
export async function readStatus(
  runtime: CounterRuntime,
  about: { version: string; supervisorPinSet: boolean },
): Promise<Status> {
  const now = runtime.ports.clock.now();
  const { before, after } = overdueBounds(now, overdueMs(runtime.ports));
  const money = await runtime.journal.openMoney(before, after);
  const { sending, pending, unknown, disputed, ...rest } = money;
  const { restored } = runtime.journal;
  const keyChange = await runtime.counter.keyChange();
  return {
    mode: runtime.mode,
    terminal: runtime.journal.terminal,
    missing: runtime.connection.missing,
    provider: runtime.connection.providerSeen(),
    relay: runtime.relay(),
    ...(keyChange === null ? {} : { keyChange }),
    ...(runtime.counter.lowDeposit() ? { lowDeposit: true as const } : {}),
    unresolved: { sending, pending, unknown, disputed },
    ...rest,
    notWritten: runtime.counter.notWritten(),
    backup: runtime.backup?.state() ?? { lastAt: null, lastVerifiedAt: null, error: null },
    prints: await runtime.journal.prints.counts(),
    restored: restored === null ? null : { at: restored.at, reason: restored.reason },
    clockAheadMs: runtime.counter.clockDifference(),
    olderBook: runtime.counter.hasOlderDatabase(),
    ...about,
    now: new Date(now).toISOString(),
  };
}
