import { z } from 'zod';
import { NullableString } from '../domain/common-schemas.ts';
import { nothing, procedure } from './procedure.ts';

/** The problem of the last check, download or installation. */
export const UpdateProblem = z.enum([
  'unreachable',
  'not_found',
  'too_slow',
  'not_signed',
  'not_understood',
  'not_downloaded',
  'not_copied',
  'not_installed',
]);
export type UpdateProblem = z.infer<typeof UpdateProblem>;

/** The condition that a waiting release waits for. The first four also block a person's request. */
export const UpdateWait = z.enum([
  'sending',
  'pending_writes',
  'reopening',
  'task',
  'shift_open',
  'day_open',
  'asking',
]);
export type UpdateWait = z.infer<typeof UpdateWait>;

/** Why this program cannot renew itself: it runs in a browser, from its sources, from an archive, or believes no key. */
export const UpdateHindrance = z.enum(['browser', 'not_packed', 'by_hand', 'no_key']);
export type UpdateHindrance = z.infer<typeof UpdateHindrance>;

export const UpdatesState = z.object({
  version: z.string(),
  hindrance: UpdateHindrance.nullable(),
  /** when the owner's address last gave a signed answer */
  checkedAt: z.iso.datetime().nullable(),
  problem: UpdateProblem.nullable(),
  phase: z.enum(['idle', 'checking', 'downloading', 'waiting', 'installing']),
  /** the newer release that is being brought or waits */
  release: z.object({ version: z.string(), releasedAt: NullableString, notes: NullableString }).nullable(),
  /** progress of the download, 0 to 100 */
  percent: z.int().min(0).max(100),
  /** why the release that is here is not put in place; null: it may be, or there is none */
  waitsFor: UpdateWait.nullable(),
});
export type UpdatesState = z.infer<typeof UpdatesState>;

export const updates = {
  'updates.state': procedure({ input: nothing, output: UpdatesState, needs: 'signedIn', office: 'own' }),
  /** asks the owner's address now; resolves when that is answered, not when a download is there */
  'updates.check': procedure({ input: nothing, output: UpdatesState, needs: 'updates', office: 'own' }),
  /** installs the waiting release: the program ends and starts again. not_allowed: with the blocking condition */
  'updates.install': procedure({ input: nothing, output: UpdatesState, needs: 'updates', office: 'own' }),
  /** the licences of what the program is made of */
  'about.notices': procedure({
    input: nothing,
    output: z.object({ text: z.string() }),
    needs: 'signedIn',
    office: 'own',
  }),
};
