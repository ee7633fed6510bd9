/** What the server itself refused, before the relay's core saw it. */
export interface Tally {
  tooLarge: number;
  compressed: number;
  /** answered 429 for a wrong signature or token */
  limited: number;
}

export const newTally = (): Tally => ({ tooLarge: 0, compressed: 0, limited: 0 });
