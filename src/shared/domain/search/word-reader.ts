import type { Condition } from './condition.ts';
import type { Understood } from './understood.ts';

type Told<U> = U extends { words: string } ? Omit<U, 'words'> : never;

export interface WordMeaning {
  /** how many words it took */
  count: number;
  means: Condition;
  /** for the chip */
  told: Told<Understood>;
}

/**
 * Reads what begins at a word, as far as it goes.
 * @param words in small letters
 * @param today the shop's day, YYYY-MM-DD
 */
export type WordReader = (words: readonly string[], at: number, today: string) => WordMeaning | null;
