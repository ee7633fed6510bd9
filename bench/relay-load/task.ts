import { z } from 'zod';

/** What a loader may be asked. */
export const Task = z.object({
  port: z.number(),
  targets: z.array(z.object({ path: z.string(), secret: z.string(), noRef: z.boolean().optional() })),
  /** the first webhook's number; no number is used twice, since a redelivery is kept once */
  from: z.number(),
  /** at most so many requests, signed before the time begins to count */
  most: z.number(),
  connections: z.number(),
  seconds: z.number(),
  /** whose processor time is measured; the loader's own counts as ours, not as foreign */
  servers: z.array(z.number()),
});
export type Task = z.infer<typeof Task>;

export const Measured = z.object({
  answers: z.number(),
  seconds: z.number(),
  /** answers other than 200, broken lines */
  faults: z.number(),
  p50: z.number(),
  p99: z.number(),
  /** of the servers together, ms; null where it cannot be known */
  serverMs: z.number().nullable(),
  loaderMs: z.number().nullable(),
  /** share of the machine that others used meanwhile, 0 to 1 */
  foreign: z.number(),
});
export type Measured = z.infer<typeof Measured>;
