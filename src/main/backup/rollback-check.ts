import { withTimeout } from '../base/async.ts';
import type { Clock } from '../base/system.ts';
import { diskFiles } from '../db/disk-files.ts';
import type { BackupFolder } from './backup-folder.ts';
import { readCopyName } from './backup-name.ts';
import { listCopies } from './catalog.ts';
import { type KnownHead, readHeadFile } from './known-heads.ts';
import { headPath } from './replace-database.ts';

/** A dead network drive must not hold up the shop's morning. */
const folderMs = 2000;

/** Everything outside of the database that remembers how far it was: the file beside it, and the names of its copies. */
export async function readKnownHeads(liveFolder: string, { path }: BackupFolder, clock: Clock): Promise<KnownHead[]> {
  const beside = readHeadFile(headPath({ folder: liveFolder }), diskFiles);
  const copies =
    (await withTimeout(
      clock,
      folderMs,
      listCopies(path).catch(() => []),
    )) ?? [];
  const named = copies.flatMap(({ file }): KnownHead[] => {
    const name = readCopyName(file);
    return name ? [{ ...name.head, terminal: name.terminal, beside: false }] : [];
  });
  return beside ? [beside, ...named] : named;
}
