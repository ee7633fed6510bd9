import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../../../src/main/base/system.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { VerifyReport } from '../../../src/shared/contract/journal.ts';
import { bytesOf, chanceOf } from '../engine/chance.ts';
import { digest, openUsedFile, type UsedFile } from './used-file.ts';

/** The journal of one world. */
export interface JournalFile {
  path: string;
  /**
   * As the counter opens it; with the connection that is there already, or `anew` with one of its own, as it is for a program
   * that has just started.
   */
  open(random: Random, anew: boolean): Promise<ShopDatabase>;
  verify(): VerifyReport;
  /** Ends it, when whoever has opened it has closed it. */
  drop(): void;
}

/** A folder with journals, each as one is that was migrated once. In memory where the machine has such a disk. */
export interface JournalFiles {
  fresh(): JournalFile;
  [Symbol.dispose](): void;
}

export async function openJournalFiles(): Promise<JournalFiles> {
  const memory = '/dev/shm';
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'konter-simulation-'));
  const template = join(folder, 'template.db');
  await (await openShopDatabase({ path: template, random: bytesOf(chanceOf('template')) })).close();
  const untouched = readFileSync(template);
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clear);
  const free: UsedFile[] = [];
  let count = 0;

  const another = (): UsedFile => {
    count += 1;
    const path = join(folder, `${count}.db`);
    copyFileSync(template, path);
    return openUsedFile(path, untouched);
  };
  return {
    fresh() {
      const file = free.pop() ?? another();
      return {
        path: file.path,
        open: (random, anew) => (anew ? openShopDatabase({ path: file.path, random, digest }) : file.open(random)),
        verify: file.verify,
        drop() {
          if (file.empty()) free.push(file);
          else file.close();
        },
      };
    },
    [Symbol.dispose]() {
      for (const file of free) file.close();
      process.off('exit', clear);
      clear();
    },
  };
}
