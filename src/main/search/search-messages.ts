import { z } from 'zod';
import {
  OutlineSearch,
  TransactionOutline,
  TransactionPage,
  TransactionSearch,
} from '../../shared/contract/transactions.ts';

/** What is said to and by the thread that searches. */
export const SearchThreadData = z.object({ journal: z.string(), index: z.string() });

export const ToSearchThread = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('search'),
    number: z.int(),
    ask: TransactionSearch.extend({ costs: z.boolean().optional() }),
    today: z.string().nullable(),
    /** its first word becomes 1 when nobody waits any more */
    given: z.instanceof(SharedArrayBuffer),
  }),
  z.object({ do: z.literal('outline'), number: z.int(), ask: OutlineSearch, given: z.instanceof(SharedArrayBuffer) }),
  /** lets go of the index, so that another can take its place */
  z.object({ do: z.literal('let_go'), number: z.int() }),
]);
export type ToSearchThread = z.infer<typeof ToSearchThread>;

export const FromSearchThread = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found'), number: z.int(), page: TransactionPage, indexBroken: z.boolean() }),
  z.object({ kind: z.literal('outlined'), number: z.int(), outline: TransactionOutline }),
  z.object({ kind: z.literal('given_up'), number: z.int() }),
  z.object({ kind: z.literal('let_go'), number: z.int() }),
  /** the cursor is not one of ours */
  z.object({ kind: z.literal('no_place'), number: z.int() }),
  z.object({ kind: z.literal('fault'), number: z.int(), message: z.string() }),
]);
export type FromSearchThread = z.infer<typeof FromSearchThread>;
