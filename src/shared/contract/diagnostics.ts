import { z } from 'zod';
import { nothing, procedure } from './procedure.ts';

export const Diagnostics = z.object({
  /** Lines to be pasted into a chat with whoever helps: no customer's data, no secret, no address with one. */
  text: z.string(),
});
export type Diagnostics = z.infer<typeof Diagnostics>;

export const diagnostics = {
  /** how this counter is: versions, settings, last errors, queues, database, disk, clock. Sends nothing anywhere */
  'diagnostics.get': procedure(nothing, Diagnostics),
};
