import { z } from 'zod';

/** What is said to and by the thread that indexes. */
export const IndexThreadData = z.object({ journal: z.string(), index: z.string(), remake: z.boolean() });

export const ToIndexThread = z.discriminatedUnion('do', [
  /** the journal was written to */
  z.object({ do: z.literal('follow') }),
  /** to be answered when nothing is left in the index of what the journal has erased */
  z.object({ do: z.literal('forget'), number: z.int() }),
  z.object({ do: z.literal('stop') }),
]);
export type ToIndexThread = z.infer<typeof ToIndexThread>;

export const FromIndexThread = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('caught_up') }),
  z.object({ kind: z.literal('forgotten'), number: z.int() }),
  z.object({ kind: z.literal('not_forgotten'), number: z.int() }),
  /** the index could not be written; it is tried again later, or anew where it is damaged */
  z.object({ kind: z.literal('failed'), damaged: z.boolean(), message: z.string() }),
]);
export type FromIndexThread = z.infer<typeof FromIndexThread>;
