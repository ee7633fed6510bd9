import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../../../src/main/journal/open.ts';
import { bytesOf, chanceOf } from '../engine/chance.ts';

/** A folder with journals, each a copy of one that was migrated once. In memory where the machine has such a disk. */
export interface JournalFiles {
  fresh(): string;
  drop(path: string): void;
  [Symbol.dispose](): void;
}

export async function openJournalFiles(): Promise<JournalFiles> {
  const memory = '/dev/shm';
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'konter-simulation-'));
  const template = join(folder, 'template.db');
  await (await openJournal({ path: template, random: bytesOf(chanceOf('template')) })).close();
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clear);
  let count = 0;
  return {
    fresh() {
      count += 1;
      const path = join(folder, `${count}.db`);
      copyFileSync(template, path);
      return path;
    },
    drop(path) {
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    },
    [Symbol.dispose]() {
      process.off('exit', clear);
      clear();
    },
  };
}
