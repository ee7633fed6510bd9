import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type OpenShopDatabase, openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { VerifyReport } from '../../../src/shared/contract/journal.ts';
import { bytesOf, chanceOf } from '../engine/chance.ts';
import { tabCustomer } from '../plan/payments.ts';
import { cashier, staff } from './staff.ts';
import { openUsedFile, type UsedFile } from './used-file.ts';

/** The journal of one world. */
export interface JournalFile {
  path: string;
  /** the counter's data folder, which the journal is in */
  dataDir: string;
  /**
   * As the counter opens it; with the connection that is there already, or `ownConnection` with one of its own, as it is for a program
   * that has just started.
   */
  open(options: OpenShopDatabase, ownConnection: boolean): Promise<ShopDatabase>;
  verify(): VerifyReport;
  /** The folder as it is now. */
  copy(): FolderCopy;
  /** Puts it back to the copy, when its user has ended. */
  putBack(copy: FolderCopy): void;
  money: UsedFile['money'];
  /** Ends it, when its user has closed it. */
  drop(): void;
}

interface FolderCopy {
  db: Uint8Array;
  /** by its path in the folder */
  others: ReadonlyMap<string, Buffer>;
}

/** A folder with journals, each as one is that was migrated once and knows the shop's people. In memory where the machine has such a disk. */
export interface JournalFiles {
  /** @param counter of a shop, from 0: each has a series of receipts of its own. 4: an office */
  fresh(counter?: number): JournalFile;
  [Symbol.dispose](): void;
}

/** The journal itself is copied with what its log of writes has, and the lock and the reserve hold nothing. */
const isCopied = (name: string): boolean => !/(journal\.db(-wal|-shm)?|\.lock|reserve)$/.test(name);

const templates = ['template', 'template 2', 'template 3', 'template 4', 'template 5'];

/** @param counters how many of a shop, its office included; a template is made for each */
export async function openJournalFiles(counters = templates.length): Promise<JournalFiles> {
  const memory = '/dev/shm';
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'konter-simulation-'));
  const untouched: Buffer[] = [];
  for (const name of templates.slice(0, counters)) untouched.push(await makeTemplate(folder, name));
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clear);
  const free = untouched.map((): UsedFile[] => []);
  let count = 0;

  const another = (bytes: Buffer): UsedFile => {
    count += 1;
    const path = join(folder, String(count), 'live', 'journal.db');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return openUsedFile(path, bytes);
  };
  return {
    fresh(counter = 0) {
      const [bytes, unused] = [untouched[counter], free[counter]];
      if (!bytes || !unused) throw new RangeError('there are no more counters in a simulated shop');
      const file = unused.pop() ?? another(bytes);
      const live = dirname(file.path);
      const dataDir = dirname(live);
      clearFolder(dataDir, ['live', 'konter.lock']);
      clearFolder(live, ['journal.db', 'journal.db-wal', 'journal.db-shm']);
      reserveSpace(join(live, 'reserve'));
      return {
        path: file.path,
        dataDir,
        open: (options, ownConnection) => (ownConnection ? openShopDatabase(options) : file.open(options)),
        verify: file.verify,
        copy() {
          const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
          const files = names.filter((name) => isCopied(name) && statSync(join(dataDir, name)).isFile());
          const others = new Map(files.map((name) => [name, readFileSync(join(dataDir, name))]));
          return { db: file.copy(), others };
        },
        putBack({ db, others }) {
          for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
            if (isCopied(name) && statSync(join(dataDir, name)).isFile()) rmSync(join(dataDir, name));
          for (const [name, bytes] of others) {
            // A folder that was empty meanwhile may be gone.
            mkdirSync(dirname(join(dataDir, name)), { recursive: true });
            writeFileSync(join(dataDir, name), bytes);
          }
          file.putBack(db);
        },
        money: file.money,
        drop() {
          if (file.empty()) unused.push(file);
          else file.close();
        },
      };
    },
    [Symbol.dispose]() {
      for (const file of free.flat()) file.close();
      process.off('exit', clear);
      clear();
    },
  };
}

/** A journal that knows the shop's people, with a shift open. */
async function makeTemplate(folder: string, name: string): Promise<Buffer> {
  const path = join(folder, `${name}.db`);
  const first = await openShopDatabase({ path, random: bytesOf(chanceOf(name)) });
  for (const { pin: _pin, ...person } of staff.all) await first.people.add(person, person.createdAt);
  await first.shifts.open({ actor: cashier.id, at: cashier.createdAt, counted: 100_000, day: '2026-01-01' });
  await first.customerBook.save({
    id: tabCustomer,
    name: 'Siti',
    note: null,
    numbers: [{ customerNo: '081200000001', label: '', productCode: null }],
    consentAt: cashier.createdAt,
    consentBy: cashier.name,
    purgeAt: '2999-12-31',
  });
  await first.close();
  return readFileSync(path);
}

/** With the room for answers taken already: it has as many bytes as in life, without the noise that takes long to make. */
const reservedBytes = 4 * 1024 * 1024;

function reserveSpace(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, reservedBytes);
}

function clearFolder(folder: string, keep: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    if (!keep.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
