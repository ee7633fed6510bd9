import type { KonterEvent, Status } from '../../shared/contract/events.ts';
import { cashToReturn as cashToReturnOf, moneyToReturn as moneyToReturnOf } from '../../shared/domain/cash.ts';
import { overdueBounds, type Transaction } from '../../shared/domain/transaction.ts';
import { isOfRoster, isOfStart } from '../../shared/wire/shop.ts';
import type { InFlight } from '../base/async.ts';
import type { Clock } from '../base/system.ts';
import { depositStatus } from '../deposit/index.ts';
import type { TaskManager } from '../files/index.ts';
import { overdueMs } from '../sales/index.ts';
import type { PinLock } from '../staff/index.ts';
import type { Activity } from '../updates/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';

/** Everything that the top of the screen shows, in one answer. */
async function readStatus(
  runtime: CounterRuntime,
  about: { version: string; supervisorPinSet: boolean },
  depositWarning: number,
): Promise<Status> {
  const now = runtime.ports.clock.now();
  const { before, after } = overdueBounds(now, overdueMs(runtime.ports));
  const money = await (runtime.office?.openMoney() ?? runtime.journal.openMoney(before, after));
  const { sending, pending, unknown, disputed, ...rest } = money;
  const { restored } = runtime.journal;
  const keyChange = await runtime.counter.keyChange();
  const deposit = await runtime.journal.deposit.estimate();
  const shop = runtime.oneShop?.membership.shop();
  const restore = runtime.oneShop?.claims.restore();
  return {
    ...(runtime.office ? { role: 'office' as const } : {}),
    mode: runtime.mode,
    terminal: runtime.journal.terminal,
    missing: runtime.connection.missing,
    provider: runtime.connection.providerSeen(),
    relay: runtime.relay(),
    ...(shop
      ? {
          shop: {
            name: shop.name,
            isKeyMissing: shop.key === null && !shop.isLeft,
            ...(shop.isLeft ? { isLeft: true as const } : {}),
            // After a mere start nothing is to be decided: the wait ends by itself.
            ...(restore && !isOfStart(restore.id) ? { waitsFor: [...restore.waiting] } : {}),
            ...(isOfRoster(restore?.id) ? { lacksCounters: true as const } : {}),
          },
        }
      : {}),
    ...(keyChange === null ? {} : { keyChange }),
    ...(deposit ? { deposit: depositStatus(deposit, depositWarning) } : {}),
    ...(runtime.counter.lowDeposit() ? { lowDeposit: true as const } : {}),
    unresolved: { sending, pending, unknown, disputed },
    ...rest,
    ...withoutLines(rest, await runtime.batches.linesToSend()),
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

/** The money of lines that are about to be sent is not to be returned. */
function withoutLines(
  { moneyToReturn, cashToReturn }: Pick<Status, 'moneyToReturn' | 'cashToReturn'>,
  lines: readonly Transaction[],
): Pick<Status, 'moneyToReturn' | 'cashToReturn'> {
  const less = (all: Status['moneyToReturn'], owed: readonly number[]): Status['moneyToReturn'] => ({
    count: Math.max(0, all.count - owed.filter((amount) => amount > 0).length),
    amount: Math.max(0, all.amount - owed.reduce((sum, amount) => sum + amount, 0)),
  });
  return {
    moneyToReturn: less(moneyToReturn, lines.map(moneyToReturnOf)),
    cashToReturn: less(cashToReturn, lines.map(cashToReturnOf)),
  };
}

/** Publishes the status after changes, once for several in a row, and every 15 seconds. */
export interface StatusPublisher {
  read(): Promise<Status>;
  changed(): void;
  stop(): void;
}

/** Ages grow and pending becomes overdue without anything happening. */
const intervalMs = 15_000;

export function createStatusPublisher(
  clock: Clock,
  runtime: () => CounterRuntime,
  version: string,
  pin: PinLock,
  depositWarning: () => number,
  publish: (event: KonterEvent) => void,
): StatusPublisher {
  let state: 'idle' | 'publishing' | 'again' | 'stopped' = 'idle';
  const read = async (): Promise<Status> =>
    readStatus(runtime(), { version, supervisorPinSet: await pin.isSet() }, depositWarning());
  const send = async (): Promise<void> => {
    try {
      publish({ type: 'status', status: await read() });
    } catch {
      // The journal is closing or failing: a call of `status` reports it.
    }
    if (state === 'again') {
      state = 'publishing';
      await send();
    } else if (state === 'publishing') state = 'idle';
  };
  const changed = (): void => {
    if (state === 'stopped') return;
    if (state !== 'idle') {
      state = 'again';
      return;
    }
    state = 'publishing';
    void send();
  };
  const stopTimer = clock.every(intervalMs, changed);
  return {
    read,
    changed,
    stop() {
      state = 'stopped';
      stopTimer();
    },
  };
}

/** The counter's current activity, to decide whether an update may be installed. */
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
