import { z } from 'zod';

const Status = z.enum(['inquiry', 'pending', 'success', 'failed']);

/** One transaction as the provider's own book has it. */
export const LedgerEntry = z.object({
  transaction_id: z.string(),
  kind: z.enum(['order', 'bill']),
  product_code: z.string(),
  product_name: z.string(),
  customer_no: z.string(),
  customer_name: z.string(),
  callback_url: z.string().nullable(),
  /** which row of the table it followed */
  behaviour: z.string(),
  /** how many times an order or a payment was carried out on it, whatever came of it; more than 1 is paid twice */
  acted: z.int(),
  status: Status,
  /** rupiah: what the provider takes; of a bill, what the inquiry said until it is paid */
  price: z.int(),
  /** as it stands in the book now */
  sn: z.string(),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** a bill's last moment to be paid, epoch milliseconds */
  payable_until: z.number().nullable(),
  history: z.array(z.object({ at: z.string(), status: Status, sn: z.string() })),
  webhooks: z.array(
    z.object({
      at: z.string(),
      status: z.string(),
      sn: z.string(),
      /** with the right key */
      signed: z.boolean(),
      attempt: z.int(),
      /** what the receiver answered; null: nothing */
      result: z.int().nullable(),
    }),
  ),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Something that will happen: a change in the book, or a webhook as it will be sent. */
export const Coming = z.discriminatedUnion('kind', [
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
export type Coming = z.infer<typeof Coming>;

/** Everything that a restart must not forget, as plain JSON. */
export const SimulatorState = z.object({
  version: z.literal(1),
  /** the running number of the last transaction */
  lastNumber: z.int(),
  transactions: z.array(LedgerEntry),
  coming: z.array(Coming),
  lastKey: z.int(),
  /** products whose Status was set by hand */
  statuses: z.record(z.string(), z.enum(['active', 'inactive'])),
  /** products that were renamed by hand; a state that was saved before there was this has none */
  names: z.record(z.string(), z.string()).default({}),
});
export type SimulatorState = z.infer<typeof SimulatorState>;

export const emptyState = (): SimulatorState => ({
  version: 1,
  lastNumber: 0,
  transactions: [],
  coming: [],
  lastKey: 0,
  statuses: {},
  names: {},
});
