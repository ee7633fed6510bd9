import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { DrillDone } from '../../shared/domain/drill.ts';
import { jsonFile } from '../base/json-file.ts';

/** Who has done which drill on this machine. It lies with the practice, and means nothing for the money. */
export interface DrillsFile {
  /** newest first; empty where there is no file, or none that can be read */
  read(): Promise<DrillDone[]>;
  add(done: DrillDone): Promise<DrillDone[]>;
}

/** More people than work at any counter, times the drills. */
const most = 500;

export function openDrillsFile(path: string): DrillsFile {
  const file = jsonFile(path, z.array(DrillDone));
  const read = async (): Promise<DrillDone[]> => (await file.read()) ?? [];
  return {
    read,
    async add(done) {
      const others = (await read()).filter(({ drill, by }) => drill !== done.drill || by !== done.by);
      const all = [done, ...others].slice(0, most);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await file.write(all);
      return all;
    },
  };
}
