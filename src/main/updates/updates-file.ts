import { z } from 'zod';
import { jsonFile } from '../base/json-file.ts';

const Kept = z.object({
  /** random; says which part of a staged release this counter falls into, and is told to nobody */
  counterId: z.string().regex(/^[0-9a-f]{32}$/),
  /** when the owner's address was last asked with success */
  checkedAt: z.iso.datetime().nullable(),
});
type Kept = z.infer<typeof Kept>;

/** updates.json in the data folder. */
export interface UpdatesFile {
  read(): Promise<Kept>;
  write(kept: Kept): Promise<void>;
}

/** One that is missing or unreadable begins anew: nothing in it is worth a fault. */
export function updatesFile(path: string, newId: () => string): UpdatesFile {
  const file = jsonFile(path, Kept);
  return { ...file, read: async () => (await file.read()) ?? { counterId: newId(), checkedAt: null } };
}
