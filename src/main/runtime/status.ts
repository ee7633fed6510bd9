import type { KonterEvent, Status } from '../../shared/contract/events.ts';
import { cashToReturn as cashToReturnOf, moneyToReturn as moneyToReturnOf } from '../../shared/domain/cash.ts';
import { overdueBounds, type Transaction } from '../../shared/domain/transaction.ts';
import { isOfRoster, isOfStart } from '../../shared/wire/shop.ts';
import type { Clock } from '../base/system.ts';
import type { CounterRuntime } from './counter-runtime.ts';

/** Everything that the top of the screen shows, in one answer. */
async function readStatus(
  runtime: CounterRuntime,
  about: { version: string; supervisorPinSet: boolean },
): Promise<Status> {
  const now = runtime.ports.clock.now();
  const { before, after } = overdueBounds(now, runtime.rules().overdueMinutes * 60_000);
  const money = await (runtime.office?.openMoney() ?? runtime.db.openMoney(before, after));
  const { sending, pending, unknown, disputed, ...rest } = money;
  const { restored } = runtime.db;
  const keyChange = await runtime.counter.keyChange();
  const deposit = await runtime.depositLeft();
  const shop = runtime.oneShop?.membership.shop();
  const restore = runtime.oneShop?.claims.restore();
  return {
    ...(runtime.office ? { role: 'office' as const } : {}),
    mode: runtime.mode,
    terminal: runtime.db.terminal,
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
    ...(deposit ? { deposit } : {}),
    ...(runtime.counter.lowDeposit() ? { lowDeposit: true as const } : {}),
    unresolved: { sending, pending, unknown, disputed },
    ...rest,
    ...withoutLines(rest, await runtime.batches.linesToSend()),
    notWritten: runtime.counter.notWritten(),
    backup: runtime.backup?.state() ?? { lastAt: null, lastVerifiedAt: null, error: null },
    prints: await runtime.db.prints.counts(),
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

/** Ages grow and pending becomes overdue without anything happening. */
const intervalMs = 15_000;

interface Deps {
  clock: Clock;
  version: string;
  runtime(): CounterRuntime;
  people: { pin: { isSet(): Promise<boolean> } };
  publish(event: KonterEvent): void;
}

/** Publishes the status after changes, once for several in a row, and every 15 seconds. */
export class StatusPublisher {
  readonly #deps: Deps;
  readonly #stopTimer: () => void;
  #state: 'idle' | 'publishing' | 'again' | 'stopped' = 'idle';

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#stopTimer = deps.clock.every(intervalMs, this.changed);
  }

  readonly read = async (): Promise<Status> => {
    const { runtime, version, people } = this.#deps;
    return readStatus(runtime(), { version, supervisorPinSet: await people.pin.isSet() });
  };

  readonly changed = (): void => {
    if (this.#state === 'stopped') return;
    if (this.#state !== 'idle') {
      this.#state = 'again';
      return;
    }
    this.#state = 'publishing';
    void this.#publish();
  };

  readonly stop = (): void => {
    this.#state = 'stopped';
    this.#stopTimer();
  };

  async #publish(): Promise<void> {
    try {
      this.#deps.publish({ type: 'status', status: await this.read() });
    } catch {
      // The journal is closing or failing: a call of `status` reports it.
    }
    if (this.#state === 'again') {
      this.#state = 'publishing';
      await this.#publish();
    } else if (this.#state === 'publishing') this.#state = 'idle';
  }
}
