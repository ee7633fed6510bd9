import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createSealing } from '../../../src/main/base/sealing.ts';
import { systemClock, systemRandom } from '../../../src/main/base/system/clock-and-random.ts';
import { allLedgerTables } from '../../../src/main/ledger/ledger-rows.ts';
import { FetchFailed, fetchShipped } from '../../../src/main/log-shipping/fetch-shipped.ts';
import { counterIdOf } from '../../../src/main/office/counter-follower.ts';
import type { ShopKey } from '../../../src/main/shop/shop-key.ts';
import type { ShippedLogStore } from '../../../src/relay/core/shipped-log.ts';
import { isErased } from '../../../src/shared/domain/erasure.ts';

/** (n) What the relay has of a counter opens with the shop's key, and rebuilds its journal, row by row. */
export async function shippedDiffers(
  { name, mailbox, path }: { name: string; mailbox: string; path: string },
  store: ShippedLogStore,
  key: ShopKey,
): Promise<string | null> {
  const answered = async <T>(value: Promise<T>) => ({ kind: 'answered', value: await value }) as const;
  const folder = mkdtempSync(join(tmpdir(), 'konter-fetched-'));
  try {
    const fetched = await fetchShipped({
      relay: {
        read: () => answered(store.read(mailbox)),
        batchesAfter: (after) => answered(store.batchesAfter(mailbox, after)),
        readPart: (snapshot, index) =>
          answered(store.readPart(mailbox, { snapshot, part: index }).then((bytes) => bytes ?? new Uint8Array())),
      },
      seal: createSealing(key.derive('log'), mailbox, systemRandom),
      folder,
      clock: systemClock,
      random: systemRandom,
    });
    const table = otherTable(path, fetched);
    return table ? `${table} of ${name} is another one as the relay has it` : null;
  } catch (error) {
    if (error instanceof FetchFailed) return `the log of ${name} does not come back: ${error.reason}`;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** (o) What an office has of a counter is its journal. @param folder of the office's data */
export function replicaDiffers(
  { name, mailbox, path }: { name: string; mailbox: string; path: string },
  folder: string,
): string | null {
  const replicas = join(folder, 'office', counterIdOf(mailbox));
  const files = existsSync(replicas) ? readdirSync(replicas).filter((file) => /^journal-\d+\.db$/.test(file)) : [];
  const [file] = files;
  if (file === undefined || files.length > 1) return `the office has ${files.length} replicas of ${name}`;
  const table = otherTable(path, join(replicas, file));
  return table ? `${table} of ${name} is another one at the office` : null;
}

/** The first table that is not the same in both databases. */
function otherTable(path: string, copy: string): string | null {
  const [own, copied] = [rowsOf(path), rowsOf(copy)];
  return tables.find((one) => JSON.stringify(own[one]) !== JSON.stringify(copied[one])) ?? null;
}

/** What the log has. */
const tables = [
  'events',
  'event_payloads',
  'transactions',
  'receipts',
  'shifts',
  'people',
  'batches',
  'batch_lines',
  'deposit',
  ...allLedgerTables,
] as const;

function rowsOf(path: string): Record<(typeof tables)[number], unknown[]> {
  const db = new Database(path, { readonly: true });
  try {
    const tableRows = tables.map((table) => [table, rowsIn(db, table).map(withoutNumber)]);
    // Object.fromEntries loses the names' type.
    return Object.fromEntries(tableRows) as ReturnType<typeof rowsOf>;
  } finally {
    db.close();
  }
}

/** Rows of the ledger whose sums all came back to nothing are as good as none. */
function rowsIn(db: Database.Database, table: (typeof tables)[number]): unknown[] {
  if (!allLedgerTables.includes(table)) return db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all();
  const names = db
    .prepare(`SELECT name FROM pragma_table_info(?) WHERE type = 'INTEGER' AND pk = 0`)
    .pluck()
    .all(table);
  return db.prepare(`SELECT * FROM ${table} WHERE ${names.join(' <> 0 OR ')} <> 0 ORDER BY 1, 2, 3, 4, 5, 6`).all();
}

/** By what an erased customer is recognised is each database's own. */
function withoutNumber(row: unknown): unknown {
  const { customer_no: number, ...others } = row as { customer_no?: unknown; customer_key?: unknown };
  if (typeof number !== 'string' || !isErased({ customerNo: number })) return row;
  return { ...others, customer_no: number, customer_key: null };
}
