import { z } from 'zod';
import type { Clock } from './ports.ts';

const Status = z.enum(['inquiry', 'pending', 'success', 'failed']);

/** One transaction in the provider's ledger. */
export const LedgerEntry = z.object({
  transaction_id: z.string(),
  kind: z.enum(['order', 'bill']),
  product_code: z.string(),
  product_name: z.string(),
  customer_no: z.string(),
  customer_name: z.string(),
  callback_url: z.string().nullable(),
  /** the behaviour it followed */
  behaviour: z.string(),
  /** how often an order or payment was carried out; more than 1 means paid twice */
  acted: z.int(),
  status: Status,
  /** rupiah: the provider's price; of an unpaid bill, the inquiry's */
  price: z.int(),
  /** current serial number */
  sn: z.string(),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** end of a bill's validity, epoch milliseconds */
  payable_until: z.number().nullable(),
  history: z.array(z.object({ at: z.string(), status: Status, sn: z.string() })),
  webhooks: z.array(
    z.object({
      at: z.string(),
      status: z.string(),
      sn: z.string(),
      /** whether it was signed with the right key */
      signed: z.boolean(),
      attempt: z.int(),
      /** HTTP status of the receiver; null without an answer */
      result: z.int().nullable(),
    }),
  ),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** A scheduled change of the ledger, or a scheduled webhook. */
export const ScheduledEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('step'),
    key: z.int(),
    /** epoch milliseconds */
    due: z.number(),
    transaction_id: z.string(),
    status: z.enum(['pending', 'success', 'failed']),
    sn: z.string(),
  }),
  z.object({
    kind: z.literal('webhook'),
    key: z.int(),
    due: z.number(),
    transaction_id: z.string(),
    url: z.string(),
    event: z.string(),
    signed: z.boolean(),
    body: z.string(),
    attempt: z.int(),
  }),
]);
export type ScheduledEvent = z.infer<typeof ScheduledEvent>;

/** The state that survives a restart, as plain JSON. */
export const SimulatorState = z.object({
  version: z.literal(1),
  /** number of the last transaction */
  lastNumber: z.int(),
  transactions: z.array(LedgerEntry),
  scheduled: z.array(ScheduledEvent),
  lastKey: z.int(),
  /** Status of products set by POST /control */
  statuses: z.record(z.string(), z.enum(['active', 'inactive'])),
  /** names of products set by POST /control */
  names: z.record(z.string(), z.string()).default({}),
});
export type SimulatorState = z.infer<typeof SimulatorState>;

export const emptyState = (): SimulatorState => ({
  version: 1,
  lastNumber: 0,
  transactions: [],
  scheduled: [],
  lastKey: 0,
  statuses: {},
  names: {},
});

const week = 7 * 24 * 3_600_000;

/** The provider's ledger. */
export type Ledger = ReturnType<typeof openLedger>;

/** Opens the ledger on a saved state, dropping transactions that ended more than a week ago. */
export function openLedger(state: SimulatorState, clock: Clock, idStamp: string) {
  const stillScheduled = new Set(state.scheduled.map((one) => one.transaction_id));
  state.transactions = state.transactions.filter(
    (entry) => stillScheduled.has(entry.transaction_id) || Date.parse(entry.created_at) > clock.now() - week,
  );
  const byId = new Map(state.transactions.map((entry) => [entry.transaction_id, entry]));
  const moment = (): string => new Date(clock.now()).toISOString();
  return {
    state,
    /** the current time, ISO 8601 */
    moment,
    /** an id unique across restarts, and the number it was made from */
    nextId(): { id: string; number: number } {
      state.lastNumber += 1;
      return { id: `SIM${idStamp}${String(state.lastNumber).padStart(6, '0')}`, number: state.lastNumber };
    },
    find: (transactionId: string): LedgerEntry | null => byId.get(transactionId) ?? null,
    add(entry: LedgerEntry): void {
      state.transactions.push(entry);
      byId.set(entry.transaction_id, entry);
      entry.history.push({ at: moment(), status: entry.status, sn: entry.sn });
    },
    move(entry: LedgerEntry, status: LedgerEntry['status'], sn: string): void {
      entry.status = status;
      entry.sn = sn;
      entry.history.push({ at: moment(), status, sn });
    },
  };
}
