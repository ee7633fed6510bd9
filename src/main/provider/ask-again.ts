import type { Clock } from '../ports/clock.ts';
import type { ProviderOutcome } from '../ports/provider.ts';
import { askOnce, type Line } from './ask-once.ts';
import type { HarmlessQuestion } from './question.ts';

/** The outcomes after which nobody has said anything yet: not connected, no whole answer, or the server's own fault. */
type Silence = Extract<ProviderOutcome<unknown>, { kind: 'never_sent' | 'unclear' }>;

/**
 * Asks, and asks again after each pause while nothing came of it and the connection is open. Takes harmless questions only: an order
 * or a payment does not fit its type.
 */
export async function askAgain<T>(
  { line, clock }: { line: Line; clock: Clock },
  question: HarmlessQuestion<T>,
  pausesMs: readonly number[],
  worthwhile: (silence: Silence) => boolean,
): Promise<ProviderOutcome<T>> {
  let outcome = await askOnce(line, question);
  for (const pause of pausesMs) {
    if (line.signal?.aborted || !isSilence(outcome) || !worthwhile(outcome)) break;
    await clock.sleep(pause);
    outcome = await askOnce(line, question);
  }
  return outcome;
}

function isSilence(outcome: ProviderOutcome<unknown>): outcome is Silence {
  if (outcome.kind === 'unclear') return outcome.status === null || outcome.status >= 500;
  return outcome.kind === 'never_sent';
}
