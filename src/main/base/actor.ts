import type { By } from '../../shared/domain/staff.ts';

/** Who caused what is being written now: the person at the counter, and whoever's PIN allowed it. */
export interface Acts {
  by: By;
  approvedBy: readonly By[];
}

/** null: nobody is set up at this counter, or nobody in particular caused it. */
export type ActorProvider = () => Acts | null;
