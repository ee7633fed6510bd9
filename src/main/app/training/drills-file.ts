import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { DrillDone } from '../../../shared/domain/drill.ts';

/** Who has done which drill on this machine. It lies with the practice, and means nothing for the money. */
export interface DrillsFile {
  /** newest first; empty where there is no file, or none that can be read */
  read(): Promise<DrillDone[]>;
  add(done: DrillDone): Promise<DrillDone[]>;
}

/** More people than work at any counter, times the drills. */
const most = 500;

export function openDrillsFile(path: string): DrillsFile {
  const read = async (): Promise<DrillDone[]> => {
    try {
      return z.array(DrillDone).parse(JSON.parse(await readFile(path, 'utf8')));
    } catch {
      return [];
    }
  };
  return {
    read,
    async add(done) {
      const others = (await read()).filter(({ drill, by }) => drill !== done.drill || by !== done.by);
      const all = [done, ...others].slice(0, most);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFileAtomic(path, JSON.stringify(all), { mode: 0o600 });
      return all;
    },
  };
}
