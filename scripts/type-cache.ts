import { globSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives the build infos of `tsc -b` the time at which it started. Its next run takes files older than its build info for seen: one
 * that was added or changed while it ran, by a merge say, would be missing (TS6305) or unchecked until it is touched.
 * @param folder where the build infos are, in whatever folders
 */
export function dateBuildInfos(folder: string, startedAt: Date): void {
  for (const path of globSync('**/*.tsbuildinfo', { cwd: folder }))
    utimesSync(join(folder, path), startedAt, startedAt);
}
