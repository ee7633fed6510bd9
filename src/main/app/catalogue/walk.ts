import type { WaitReason } from '../../../shared/domain/catalogue/work.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProductWord } from './ask-product.ts';

/** How fast codes are asked about, in milliseconds. */
export interface Pace {
  /** between two codes */
  pauseMs: number;
  /** after the first "not now"; twice as long after each further one */
  firstWaitMs: number;
  mostWaitMs: number;
}

export interface WalkParts {
  ask(productCode: string): Promise<ProductWord>;
  /** null: that was all */
  next(): Promise<string | null>;
  /** Writes down what was said; a reason ends the walk. */
  took(productCode: string, word: Exclude<ProductWord, { kind: 'later' | 'stop' }>): Promise<WaitReason | null>;
  /** it waits, or goes on again */
  waits(reason: WaitReason | null): void;
  clock: Clock;
  pace: Pace;
  /** gives it up */
  signal: AbortSignal;
  /** ends a wait at once; a new one each time it is asked for */
  hurry(): AbortSignal;
}

export type WalkEnd = { kind: 'done' } | { kind: 'given_up' } | { kind: 'stopped'; reason: WaitReason };

/** Asks about one code after the other, never two at a time, at a pace that leaves the line to those who sell. */
export async function walk(parts: WalkParts): Promise<WalkEnd> {
  const { clock, pace, signal } = parts;
  const givenUp = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  let waited = 0;
  while (!signal.aborted) {
    const code = await parts.next();
    if (code === null) return { kind: 'done' };
    // An answer may take a minute; nobody who stops the work waits for it.
    const word = await Promise.race([parts.ask(code), givenUp]);
    if (word === null) break;
    if (word.kind === 'stop') return { kind: 'stopped', reason: word.reason };
    if (word.kind === 'later') {
      parts.waits(word.reason);
      const wait = Math.min(pace.mostWaitMs, pace.firstWaitMs * 2 ** waited);
      waited += 1;
      await clock.sleep(wait, AbortSignal.any([signal, parts.hurry()]));
      continue;
    }
    if (waited > 0) parts.waits(null);
    waited = 0;
    const reason = await parts.took(code, word);
    if (reason !== null) return { kind: 'stopped', reason };
    await clock.sleep(pace.pauseMs, signal);
  }
  return { kind: 'given_up' };
}
