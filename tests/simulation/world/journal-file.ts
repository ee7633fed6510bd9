import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenShopDatabase, openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { VerifyReport } from '../../../src/shared/contract/journal.ts';
import { bytesOf, chanceOf } from '../engine/chance.ts';
import { openUsedFile, type UsedFile } from './used-file.ts';

/** The journal of one world. */
export interface JournalFile {
  path: string;
  /** of the counter's other files: backups, the head of the log, erasures */
  folder: string;
  /**
   * As the counter opens it; with the connection that is there already, or `anew` with one of its own, as it is for a program
   * that has just started.
   */
  open(ask: OpenShopDatabase, anew: boolean): Promise<ShopDatabase>;
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
      const own = file.path.replace('.db', '-files');
      clearFolder(own);
      return {
        path: file.path,
        folder: own,
        open: (ask, anew) => (anew ? openShopDatabase(ask) : file.open(ask)),
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

/** With the room for answers taken already: it has as many bytes as in life, without the noise that takes long to make. */
const reservedBytes = 4 * 1024 * 1024;

function clearFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, 'reserve'), '');
  truncateSync(join(folder, 'reserve'), reservedBytes);
}
