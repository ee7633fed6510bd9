import { execFileSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './database-files.ts';

export interface SmallDisk {
  folder: string;
  /** Fills it up but for that number of bytes. */
  fill(but: number): void;
  makeRoom(): void;
}

/** A real disk of a few megabytes that can be filled, or null where this user may not mount one. */
export function smallDisk(megabytes: number): SmallDisk | null {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'konter-test', folder], { stdio: 'pipe' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(but) {
      writeFileSync(ballast, '');
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - but), 1));
    },
    makeRoom: () => writeFileSync(ballast, ''),
  };
}
