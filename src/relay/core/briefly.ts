import type { Clock } from './ports.ts';

/**
 * One answer for all who ask while it is being made, and for a moment after that: many who ask cost little. A failure is an answer
 * too.
 */
export function briefly<Answer>(
  clock: Pick<Clock, 'now'>,
  goodForMs: number,
  ask: () => Promise<Answer>,
): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; at: number | null } | null = null;
  return () => {
    const now = clock.now();
    // A clock set back makes every answer an old one.
    if (last !== null && (last.at === null || (now >= last.at && now < last.at + goodForMs))) return last.answer;
    const answer = ask();
    const asked: NonNullable<typeof last> = { answer, at: null };
    last = asked;
    const answered = (): void => {
      asked.at = clock.now();
    };
    answer.then(answered, answered);
    return answer;
  };
}
