import type { Invariant } from '../world/books.ts';
import { oncePerPress } from './a-once-per-press.ts';
import { nothingMissing } from './b-nothing-missing.ts';
import { outcomesAreTrue } from './c-outcomes-are-true.ts';
import { finalInTheEnd } from './d-final-in-the-end.ts';
import { webhooksOnce } from './e-webhooks-once.ts';
import { logIsWhole } from './f-log-is-whole.ts';
import { startsAgain } from './g-starts-again.ts';
import { nothingBreaks } from './h-nothing-breaks.ts';
import { stopsAtTwo } from './i-stops-at-two.ts';
import { moneyAddsUp } from './j-money-adds-up.ts';
import { batchesWait } from './k-batches-wait.ts';

export type InvariantName = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k';

/** Judged in this order at every step; the first that does not hold ends the history. */
export const invariants: Readonly<Record<InvariantName, { says: string; promise: Invariant }>> = {
  a: { says: 'one press of the button reaches the provider at most once', promise: oncePerPress },
  b: { says: 'nothing that the provider did is missing from the journal', promise: nothingMissing },
  c: { says: 'success and failed are what the provider says they are', promise: outcomesAreTrue },
  d: { says: 'an order whose webhook was delivered reaches its final state', promise: finalInTheEnd },
  e: { says: 'no acknowledged webhook is lost, and none is applied twice', promise: webhooksOnce },
  f: { says: 'the log is whole, and receipt numbers have no gap and no double', promise: logIsWhole },
  g: { says: 'a killed counter starts again in one attempt', promise: startsAgain },
  h: { says: 'nothing fails inside, whatever the world does', promise: nothingBreaks },
  i: { says: 'no order is sent while webhooks of two orders fit no key', promise: stopsAtTwo },
  j: { says: 'drawer, tab and each method hold what was taken less what was returned', promise: moneyAddsUp },
  k: { says: 'a batch sends what a person asked for in this run, line by line and each once', promise: batchesWait },
};
