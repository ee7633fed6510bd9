/** How many answers are remembered; a browser sends again within moments, so a few would do. */
const remembered = 256;

/**
 * Serves each call id once: a browser that sends a POST again because a connection broke gets the first one's answer, and
 * no second order leaves.
 */
export class ServedOnce {
  readonly #answers = new Map<string, Promise<unknown>>();

  serve(callId: string, run: () => Promise<unknown>): Promise<unknown> {
    const before = this.#answers.get(callId);
    if (before) return before;
    const answer = run();
    this.#answers.set(callId, answer);
    const oldest = this.#answers.keys().next();
    if (this.#answers.size > remembered && !oldest.done) this.#answers.delete(oldest.value);
    return answer;
  }
}
