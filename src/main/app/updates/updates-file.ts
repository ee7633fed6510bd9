import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';

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
  return {
    async read() {
      const kept = await readFile(path, 'utf8')
        .then((text) => Kept.safeParse(JSON.parse(text)).data)
        .catch(() => undefined);
      return kept ?? { counterId: newId(), checkedAt: null };
    },
    write: (kept) => writeFileAtomic(path, JSON.stringify(kept), { mode: 0o600 }),
  };
}
