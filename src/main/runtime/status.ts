import type { Status } from '../../shared/contract/status.ts';
import { overdueBounds } from '../../shared/domain/overdue.ts';
import { systemClock } from '../base/system/system-clock.ts';
import { overdueMs } from '../sales/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';

/** Everything that the top of the screen shows, in one answer. */
export async function readStatus(
  world: CounterRuntime,
  about: { version: string; supervisorPinSet: boolean },
): Promise<Status> {
  const now = systemClock.now();
  const { before, after } = overdueBounds(now, overdueMs(world.ports));
  const money = await world.journal.openMoney(before, after);
  const { sending, pending, unknown, disputed, ...rest } = money;
  const { restored } = world.journal;
  const keyChange = await world.counter.keyChange();
  return {
    mode: world.mode,
    terminal: world.journal.terminal,
    missing: world.connection.missing,
    provider: world.connection.providerSeen(),
    relay: world.relay(),
    ...(keyChange === null ? {} : { keyChange }),
    ...(world.counter.lowDeposit() ? { lowDeposit: true as const } : {}),
    unresolved: { sending, pending, unknown, disputed },
    ...rest,
    notWritten: world.counter.notWritten(),
    backup: world.backup?.state() ?? { lastAt: null, lastVerifiedAt: null, error: null },
    prints: await world.journal.prints.counts(),
    restored: restored === null ? null : { at: restored.at, reason: restored.reason },
    clockAheadMs: world.counter.clockDifference(),
    olderBook: world.counter.hasOlderBook(),
    ...about,
    now: new Date(now).toISOString(),
  };
}
