import { z } from 'zod';

const Time = z.object({ upTo: z.iso.datetime(), at: z.iso.datetime() });

/** What a database remembers of having been put back: the last time, and what the times before it had lost. */
export const Restored = z.object({
  at: z.iso.datetime(),
  reason: z.enum(['copy', 'rolled_back']),
  upTo: z.iso.datetime(),
  /** the later head that gave the rolled-back one away, so that it is not answered twice; null for a copy */
  behind: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  /** when a supervisor decided to go on with one that fell behind; until then nothing is sold */
  acceptedAt: z.iso.datetime().nullable().default(null),
  /** oldest first */
  earlier: z.array(Time).default([]),
});
export type Restored = z.infer<typeof Restored>;
