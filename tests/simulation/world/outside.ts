import type { Chance } from '../engine/chance.ts';
import type { Schedule } from '../engine/schedule.ts';
import type { Plan } from '../plan/plan.ts';
import type { Books, Step } from './books.ts';
import type { Line } from './line.ts';

/** What every part of a simulated world shares: time, chance, the line, and the eyes that watch. */
export interface Outside {
  plan: Plan;
  schedule: Schedule;
  chance: Chance;
  line: Line;
  books: Books;
  /** what the provider's book says of a sale of any counter of the shop; null: wait */
  outcomeOf?(saleId: string): 'success' | 'failed' | null;
  /** the counter's folder is put back to an older copy, which has these sales: its journal is not what its books say */
  olderFolder?(has: ReadonlySet<string>): void;
  /** has every invariant judge what has just happened */
  step(step: Step): void;
  /** one line of the history; the words are only made when somebody wants them */
  note(words: () => string): void;
  /** "sale 3" for the third one's id */
  nameOf(saleId: string | null): string;
}
