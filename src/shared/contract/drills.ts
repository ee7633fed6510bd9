import { z } from 'zod';
import { DrillDone, DrillName } from '../domain/drill.ts';
import { nothing, procedure, SaleId } from './procedure.ts';

/** Completed drills, newest first. */
const DrillsDone = z.object({ done: z.array(DrillDone) });

/** Of training alone: live, each is `not_allowed` with reason "only_in_training". */
export const drills = {
  'drills.list': procedure(nothing, DrillsDone),
  /** records that the person at the counter completed it */
  'drills.done': procedure(z.strictObject({ drill: DrillName, wrong: z.int().min(0).max(99) }), DrillsDone),
  /** the practice provider sends the webhook of a sale now: success, signed, the way every webhook comes */
  'drills.webhook': procedure(z.strictObject({ id: SaleId }), z.object({})),
  /** the practice printer is the one that slips go to, with paper or with the end of a roll; "away": the shop's own again */
  'drills.paper': procedure(z.strictObject({ paper: z.enum(['in', 'runs_out', 'away']) }), z.object({})),
};
