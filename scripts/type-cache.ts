import { globSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether `tsc -b` failed for what it remembers: a declaration is gone that a build info calls up to date, as after a copy or a cache
 * that was restored in part. Only a build of everything mends that.
 */
export const isCacheBroken = (output: string): boolean => output.includes('error TS6305:');

/**
 * Gives the build infos of `tsc -b` the time at which it started. Its next run takes files older than its build info for seen: one
 * that was added or changed while it ran, by a merge say, would be missing (TS6305) or unchecked until it is touched.
 * @param folder where the build infos are, in whatever folders
 */
export function dateBuildInfos(folder: string, startedAt: Date): void {
  for (const path of globSync('**/*.tsbuildinfo', { cwd: folder }))
    utimesSync(join(folder, path), startedAt, startedAt);
}
