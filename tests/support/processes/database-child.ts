import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { connect, lockFolder } from '../../../src/main/db/open-database.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { IndexUpdater } from '../../../src/main/search/search-index.ts';
import { order, sold } from '../stored-sales.ts';

/**
 * Works on a database in a process of its own until it is killed: `node database-child.ts WORK ARGUMENTS`.
 *
 * - `sell FILE`: each line is a sale that is on disk, and its receipt's number
 * - `sell-in-shifts FILE`: the same in short shifts, a line for each sale
 * - `erase FILE NUMBER`: says "erasing" once the first few sales of the customer are erased and on disk
 * - `index DATABASE INDEX [STEPS]`: a line for its start and for each step; after that number of steps it does nothing more
 * - `hold DIR`: locks the folder, also until stdin ends; says "held" or "refused"
 */

const say = (line: string): void => void writeSync(1, `${line}\n`);
const random = { bytes: (count: number) => randomBytes(count) };
const [work = '', path = '', ...more] = process.argv.slice(2);

async function openAndCount() {
  const db = await openShopDatabase({ path, random });
  const last = (await db.search({ limit: 1 })).items[0];
  return { db, count: last ? Number(last.id.slice(-12)) : 0 };
}

const works: Record<string, () => Promise<void>> = {
  async sell() {
    const { db, count } = await openAndCount();
    for (let n = count + 1; ; n += 1) {
      const sale = await sold(db, order(n));
      say(`${sale.id} ${sale.receiptNo}`);
    }
  },

  async 'sell-in-shifts'() {
    const { db, count } = await openAndCount();
    const act = { actor: 'cashier', at: '2026-03-02T03:04:05.000Z' };
    for (let n = count + 1; ; n += 1) {
      await db.shifts.open({ ...act, counted: 50_000, day: '2026-03-02' });
      const sale = await sold(db, order(n));
      await db.shifts.move({ ...act, direction: 'out', amount: 1000, reason: 'water' });
      if (n % 3 === 0) await db.shifts.close({ ...act, counted: 50_000 });
      say(sale.id);
    }
  },

  async erase() {
    const [customerNo = ''] = more;
    const db = await openShopDatabase({ path, random, kind: 'live' });
    const at = new Date().toISOString();
    await db.customers.begin({ customerNo, note: 'asked for it', at });
    await db.customers.eraseNext(at);
    say('erasing');
    setInterval(() => undefined, 1000);
  },

  async index() {
    const [index = '', steps = 'Infinity'] = more;
    const updater = new IndexUpdater(connect(path, true), index, async () => undefined);
    say('started');
    for (let done = 0; done < Number(steps); done += 1) say(`${await updater.step()}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },

  async hold() {
    const lock = await lockFolder(path, { waitMs: 0, clock: systemClock });
    say(lock ? 'held' : 'refused');
    if (!lock) return;
    process.stdin.resume();
    process.stdin.once('end', () => lock.release());
  },
};

await works[work]?.();
