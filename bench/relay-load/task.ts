import { z } from 'zod';

const Target = z.object({ path: z.string(), secret: z.string(), noRef: z.boolean().optional() });

/** What every measurement of a server needs to be told. */
const Base = z.object({
  port: z.number(),
  /** whose processor time is measured; the loader's own counts as ours, not as foreign */
  servers: z.array(z.number()),
});

/** As fast as they are answered, for a while. */
const Send = Base.extend({
  do: z.literal('send'),
  targets: z.array(Target),
  /** the first webhook's number; no number is used twice, since a redelivery is kept once */
  from: z.number(),
  /** at most so many requests, signed before the time begins to count */
  most: z.number(),
  connections: z.number(),
  seconds: z.number(),
});

/** At a mean rate, at random moments, whatever the answers take. */
const Pace = Base.extend({
  do: z.literal('pace'),
  targets: z.array(Target),
  from: z.number(),
  perSecond: z.number(),
  seconds: z.number(),
  /** a flood: nothing is signed, and refusals are what is expected */
  wrong: z.boolean().optional(),
});

/** Begins uploads and leaves them; they stay as long as the server has patience. */
const Stall = Base.extend({ do: z.literal('stall'), targets: z.array(Target), count: z.number(), bytes: z.number() });

const Mailbox = Target.extend({ mailbox: z.string(), token: z.string() });

/** A held poll for each mailbox, all connected at once; they are polled again and again from then on. */
const Hold = Base.extend({ do: z.literal('hold'), mailboxes: z.array(Mailbox), waitSeconds: z.number() });

/** Webhooks for mailboxes that are held, at random moments: how long until the sender has his 200, and the poller his event. */
const Wake = Base.extend({ do: z.literal('wake'), from: z.number(), count: z.number(), perSecond: z.number() });

/** One ack for each mailbox: as fast as they are answered, or at a mean rate. */
const Ack = Base.extend({
  do: z.literal('ack'),
  mailboxes: z.array(Mailbox),
  connections: z.number(),
  perSecond: z.number().optional(),
});

/** Past HTTP, into PostgreSQL: as the relay does, or each by itself. */
const Append = z.object({
  do: z.literal('append'),
  servers: z.array(z.number()),
  url: z.string(),
  how: z.enum(['batches', 'singly']),
  mailboxes: z.array(z.string()),
  from: z.number(),
  /** how many at once */
  producers: z.number(),
  /** that they share when they are kept singly */
  connections: z.number(),
  seconds: z.number(),
});

/** One claim in each request, as fast as they are answered, for a while. */
const Claim = Base.extend({
  do: z.literal('claim'),
  targets: z.array(z.object({ path: z.string(), token: z.string() })),
  /** the first claim's number; three are one sale */
  from: z.number(),
  most: z.number(),
  connections: z.number(),
  seconds: z.number(),
});

/** Claims past HTTP, into PostgreSQL: as the relay does, or plain rows alike, each by itself. */
const Record = Append.extend({ do: z.literal('record'), how: z.enum(['claims', 'rows']) });

export const Task = z.discriminatedUnion('do', [Send, Pace, Stall, Hold, Wake, Ack, Append, Claim, Record]);
export type Task = z.infer<typeof Task>;
export type TaskOf<Name extends Task['do']> = Extract<Task, { do: Name }>;

/** What a task found out by itself. */
export interface Outcome {
  answers: number;
  seconds: number;
  /** answers other than expected, broken lines */
  faults: number;
  /** ms from a request's write to its answer */
  latencies: number[];
  /** ms from a webhook's write to the event at its poller */
  wakes?: number[];
}

const Quantiles = z.object({ p50: z.number(), p99: z.number() });

export const Measured = z.object({
  answers: z.number(),
  seconds: z.number(),
  faults: z.number(),
  p50: z.number(),
  p99: z.number(),
  /** from a webhook's write to the event at its poller */
  wake: Quantiles.optional(),
  /** of the servers together, ms; null where it cannot be known */
  serverMs: z.number().nullable(),
  loaderMs: z.number().nullable(),
  /** share of the machine that others used meanwhile, 0 to 1 */
  foreign: z.number(),
});
export type Measured = z.infer<typeof Measured>;
