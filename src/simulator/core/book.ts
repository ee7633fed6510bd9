import type { Clock } from './ports.ts';
import type { LedgerEntry, SimulatorState } from './state.ts';

const week = 7 * 24 * 3_600_000;

/** The provider's own book. */
export interface Book {
  state: SimulatorState;
  /** an id that no other start of the simulator gives out, and the running number it was made from */
  nextId(): { id: string; number: number };
  find(transactionId: string): LedgerEntry | null;
  add(entry: LedgerEntry): void;
  move(entry: LedgerEntry, status: LedgerEntry['status'], sn: string): void;
  /** epoch milliseconds as the ledger writes them */
  moment(): string;
}

/** Opens the book on what was saved, without what ended more than a week ago. */
export function openBook(state: SimulatorState, clock: Clock, idStamp: string): Book {
  const stillComing = new Set(state.coming.map((one) => one.transaction_id));
  state.transactions = state.transactions.filter(
    (entry) => stillComing.has(entry.transaction_id) || Date.parse(entry.created_at) > clock.now() - week,
  );
  const byId = new Map(state.transactions.map((entry) => [entry.transaction_id, entry]));
  const moment = (): string => new Date(clock.now()).toISOString();
  return {
    state,
    moment,
    nextId() {
      state.lastNumber += 1;
      return { id: `SIM${idStamp}${String(state.lastNumber).padStart(6, '0')}`, number: state.lastNumber };
    },
    find: (transactionId) => byId.get(transactionId) ?? null,
    add(entry) {
      state.transactions.push(entry);
      byId.set(entry.transaction_id, entry);
      entry.history.push({ at: moment(), status: entry.status, sn: entry.sn });
    },
    move(entry, status, sn) {
      entry.status = status;
      entry.sn = sn;
      entry.history.push({ at: moment(), status, sn });
    },
  };
}
