/**
 * Decides how many rows an export reads at a time and how often it syncs, so that a sale does not wait for it, and that a
 * library of others makes the XLSX (ADR 22).
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import { connect } from '../../src/main/db/open-database.ts';
import { rowColumns } from '../../src/main/files/export/sale-table.ts';
import { runExport } from '../../src/main/files/file-tasks.ts';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import type { ExportFormat } from '../../src/shared/contract/files.ts';
import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import { startSeller } from '../seller.ts';
import type { Size } from '../size.ts';
import { haveVariedReceipts } from '../varied-receipts.ts';

/**
 * A full export in its thread against reading the same columns and writing them as they are, in turns; the memory it takes; and
 * what a seller's commit takes meanwhile.
 */
export async function benchExport(size: Size): Promise<Figure[]> {
  const [rows, rounds] = [size.rows(100_000, 500), size.of(3, 1)];
  await using folder = await benchFolder();
  const journalPath = join(folder.path, 'journal.db');
  haveVariedReceipts(journalPath, rows);
  // First: who sells beside an export has not read a million sales himself, and has no memory full of them to clear up.
  const seller = await sellerFigure(journalPath, folder.path, rows, size);
  const memory = await memoryFigure(async () => {
    for (const format of ['csv', 'xlsx'] as const) await exportAll(journalPath, folder.path, format);
  });
  const ours: number[] = [];
  const raw: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    ours.push(rows / (await seconds(() => exportAll(journalPath, folder.path, 'csv'))));
    raw.push(rows / (await seconds(() => Promise.resolve(rawCopy(journalPath, join(folder.path, 'raw'))))));
  }
  const sheet = rows / (await seconds(() => exportAll(journalPath, folder.path, 'xlsx')));
  const speed = { bench: 'export', unit: 'rows/s', baseline: median(raw), against: 'raw SQLite read and write' };
  return [
    figure({ ...speed, metric: `CSV of ${rows} receipts`, ours: median(ours) }, { minRatio: 0.3 }),
    figure({ ...speed, metric: 'the same as XLSX', ours: sheet }),
    memory,
    seller,
  ];
}

/** Of the whole program, the thread with it. */
async function memoryFigure(work: () => Promise<void>): Promise<Figure> {
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  await work();
  clearInterval(watch);
  return figure(
    {
      bench: 'export',
      metric: 'memory above idle, at its peak',
      unit: 'MB',
      ours: (peak - idle) / 1e6,
      baseline: idle / 1e6,
      against: 'the idle program',
    },
    { maxRatio: 1 },
  );
}

async function sellerFigure(journalPath: string, folder: string, rows: number, size: Size): Promise<Figure> {
  /** calm and busy in turns: on a shared disk one minute is not like the next */
  const [turns, idleMs] = [size.of(4, 1), size.of(2000, 50)];
  const db = await openShopDatabase({ path: journalPath, random: systemRandom });
  const seller = startSeller(db, rows);
  const { calm, busy } = seller.took;
  try {
    await seller.for(idleMs, 'calm');
    calm.length = 0;
    for (let n = 0; n < turns; n += 1) {
      await seller.for(idleMs, 'calm');
      const until = performance.now() + idleMs;
      // Each under a name of its own: to take a large file off the disk is not what is measured.
      do await seller.during(exportAll(journalPath, folder, 'csv', randomUUID()));
      while (performance.now() < until);
    }
  } finally {
    await db.close();
  }
  return figure(
    {
      bench: 'export',
      metric: 'seller’s commit while exporting p99',
      unit: 'ms',
      ours: p99(busy),
      baseline: p99(calm),
      against: 'the same with nothing beside it',
    },
    { maxRatio: 2 },
  );
}

async function exportAll(database: string, folder: string, format: ExportFormat, name = 'out'): Promise<void> {
  const path = join(folder, `${name}.${format}`);
  const temporary = `${path}.${randomUUID().slice(0, 8)}.part`;
  const today = '2026-11-20';
  const task = { database, path, temporary, format, separator: 'semicolon' as const, filter: {}, today };
  const shop = {
    overdue: { before: `${today}T00:00:00.000Z`, after: '9999-12-31T00:00:00.000Z' },
    timeZone: 'Asia/Jakarta',
    language: 'id' as const,
    shop: '',
    costs: true,
  };
  const ending = await runExport(nodeSystem, { ...task, ...shop }, () => undefined, new AbortController().signal);
  if (ending.kind !== 'done') throw new Error(`the export of the bench ended as ${ending.kind}`);
}

/** As quick as it gets without making anything of the values. */
function rawCopy(database: string, path: string): void {
  const db = connect(database, true);
  const file = openSync(path, 'w', 0o600);
  let lines: string[] = [];
  for (const row of db
    .prepare(`SELECT ${rowColumns()} FROM transactions ORDER BY created_at DESC, id DESC`)
    .raw()
    .iterate()) {
    lines.push(Array.isArray(row) ? row.join(';') : '');
    if (lines.length < 2000) continue;
    writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
  }
  writeSync(file, lines.join('\n'));
  fsyncSync(file);
  closeSync(file);
  db.close();
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
