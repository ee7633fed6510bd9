import { z } from 'zod';
import { NonNegativeInt } from '../domain/common-schemas.ts';
import { PersonName } from '../domain/staff.ts';
import { nothing, procedure, SaleId } from './procedure.ts';

/** The guided exercises of training mode, in the order they are best done. */
export const drillNames = ['lostOrder', 'lateWebhook', 'failedSale', 'askedTwice', 'lostBill', 'paperOut'] as const;
export const DrillName = z.enum(drillNames);
export type DrillName = z.infer<typeof DrillName>;

/** Somebody went through a drill to its end; of one person and drill only the last time is kept. */
export const DrillDone = z.object({
  drill: DrillName,
  at: z.iso.datetime(),
  /** null where no person is set up by name */
  by: PersonName.nullable(),
  /** how many moves would have cost money or a proof in earnest */
  wrong: NonNegativeInt,
});
export type DrillDone = z.infer<typeof DrillDone>;

/** Of jobs that go to the practice printer; in no settings. */
export const practicePrinterId = 'practice-printer';

/**
 * The practice printer: "away" is not used, but prints what still waits for it; "in" prints; "runs_out" prints half of the
 * next slip; "out" has no paper.
 */
export type PracticePaper = 'away' | 'in' | 'runs_out' | 'out';

/** Completed drills, newest first. */
const DrillsDone = z.object({ done: z.array(DrillDone) });

/** Of training alone: live, each is `not_allowed` with reason "only_in_training". */
export const drills = {
  'drills.list': procedure({ input: nothing, output: DrillsDone, needs: 'signedIn', office: 'own' }),
  /** records that the person at the counter completed it */
  'drills.done': procedure({
    input: z.strictObject({ drill: DrillName, wrong: z.int().min(0).max(99) }),
    output: DrillsDone,
    needs: 'signedIn',
    office: 'counter',
  }),
  /** the practice provider sends the webhook of a sale now: success, signed, the way every webhook comes */
  'drills.webhook': procedure({
    input: z.strictObject({ id: SaleId }),
    output: z.object({}),
    needs: 'signedIn',
    office: 'counter',
  }),
  /** the practice printer is the one that slips go to, with paper or with the end of a roll; "away": the shop's own again */
  'drills.paper': procedure({
    input: z.strictObject({ paper: z.enum(['in', 'runs_out', 'away']) }),
    output: z.object({}),
    needs: 'signedIn',
    office: 'counter',
  }),
};
