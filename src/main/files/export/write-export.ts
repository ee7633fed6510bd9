import type Database from 'better-sqlite3';
import { z } from 'zod';
import { maxReportRows } from '../../../shared/contract/files.ts';
import type { TransactionState } from '../../../shared/domain/transaction.ts';
import { prepareBodies } from '../../db/event-log.ts';
import { headOf, readMeta } from '../../db/metadata.ts';
import { readSaleValues, saleColumns } from '../../db/sale-rows.ts';
import type { AtomicFile } from '../atomic-file.ts';
import { type ExportTask, type FileProgress, TooManyRows } from '../file-tasks.ts';
import { byteOrderMark, type Cell, csvLines } from './csv.ts';
import { prepareMergedPages } from './sale-pages.ts';
import {
  type ExportRow,
  exportLabels,
  exportTable,
  type Header,
  readRow,
  rowColumns,
  saleTime,
  type Table,
  wallTime,
} from './sale-table.ts';

/** A database whose sales are written. @property counter at an office: the name of its counter */
export interface ExportSource {
  db: Database.Database;
  counter?: string;
}

/** One format: pulls slices of rows and writes them. */
interface Format {
  /** of one of the sources */
  columns(source: ExportSource, at: number): string;
  write(slices: Iterable<unknown[]>): void | Promise<void>;
}

/** Sales scanned between two progress messages; more messages would slow down selling. */
const progressEvery = 2000;

/**
 * Writes the sales of a task to the file, slice by slice. Throws TooManyRows, errors of SQLite and the file system, and what
 * `throwIfCancelled` throws.
 * @param at ISO 8601, now
 * @returns the number of rows
 */
export async function writeExport(
  sources: readonly ExportSource[],
  file: AtomicFile,
  task: ExportTask,
  at: string,
  hooks: { throwIfCancelled(): void; progress(now: FileProgress): void },
): Promise<number> {
  const format = formatOf(sources, file, task, at);
  const { total, pages } = prepareMergedPages(
    sources.map((source, place) => ({ db: source.db, columns: format.columns(source, place) })),
    task,
  );
  let [done, rows] = [0, 0];
  const report = (): void => hooks.progress({ done, total, rows });
  report();
  function* slices(): Generator<unknown[], void> {
    for (const page of pages) {
      hooks.throwIfCancelled();
      yield page.rows;
      const before = done;
      done = Math.min(total, done + page.scanned);
      rows += page.rows.length;
      if (done === total || Math.floor(done / progressEvery) > Math.floor(before / progressEvery)) report();
    }
  }
  await format.write(slices());
  return rows;
}

function formatOf(sources: readonly ExportSource[], file: AtomicFile, task: ExportTask, at: string): Format {
  const table = exportTable(task);
  const columns = ({ counter }: ExportSource): string => rowColumns(counter);
  switch (task.format) {
    case 'csv':
      return {
        columns,
        write(slices) {
          file.write(byteOrderMark + csvLines([table.columns.map(({ header }) => header)], task.separator));
          for (const rows of slices)
            file.write(
              csvLines(
                rows.map((row) => table.cells(readRow(row))),
                task.separator,
              ),
            );
        },
      };
    case 'xlsx':
      return {
        columns,
        async write(slices) {
          // Loaded on demand: it doubles the worker's start-up time.
          const { writeWorkbook } = await import('./xlsx.ts');
          const name = exportLabels(task.language).other('sales');
          await writeWorkbook(file, { name, columns: table.columns }, rowsOf(slices, table));
        },
      };
    case 'pdf':
      return {
        columns,
        write(slices) {
          const report = new Report(task);
          for (const rows of slices) report.add(rows.map(readRow));
          file.write(report.html());
        },
      };
    case 'jsonl':
      return {
        columns: (_, place) => `id, ${place}`,
        write(slices) {
          const lines = sources.map(({ db, counter }) => prepareSaleLine(db, counter));
          let sales = 0;
          file.write(firstLine(sources, at));
          for (const rows of slices) {
            const saleLine = (row: unknown): string => {
              const [id, place] = Id.parse(row);
              return lines[place]?.(id) ?? '';
            };
            file.write(rows.map(saleLine).join(''));
            sales += rows.length;
          }
          file.write(lastLine(sales));
        },
      };
  }
}

function* rowsOf(slices: Iterable<unknown[]>, table: Table): Generator<Cell[], void> {
  for (const rows of slices) for (const row of rows) yield table.cells(readRow(row));
}

const Id = z.tuple([z.string(), z.int()]);

const Bytes = z.instanceof(Uint8Array);
const EventRow = z.object({
  seq: z.int(),
  type: z.string(),
  at: z.string(),
  actor: z.string(),
  data: z.string(),
  digests: z.string(),
  encoding: z.int(),
  prev: Bytes,
  hash: Bytes,
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The first line: format, terminal, and the log head at the start of the export; at an office of each counter. */
function firstLine(sources: readonly ExportSource[], at: string): string {
  const logs = sources.map(({ db, counter }) => {
    const { terminal, genesis } = readMeta(db);
    const log = { terminal, genesis: hex(genesis), head: headOf(db) };
    return counter === undefined ? log : { counter, ...log };
  });
  const [only] = logs;
  const holdsCounters = only === undefined || 'counter' in only;
  return line({ konter: 'export/1', ...(holdsCounters ? { counters: logs } : only), at });
}

const lastLine = (rows: number): string => line({ konter: 'end', sales: rows });

/**
 * One sale per line, with its events exactly as they are hashed (data and digests as text, db/event-log) and the raw webhooks
 * with their salt, so that their digests can be checked. Other bodies are left out; their digests stand for them.
 * @param counter at an office: the name of the counter that sold it
 */
export function prepareSaleLine(db: Database.Database, counter?: string): (id: string) => string {
  const sales = db.prepare(`SELECT ${saleColumns} FROM transactions WHERE id = ?`).raw();
  const events = db.prepare(
    'SELECT seq, type, at, actor, data, digests, encoding, prev, hash FROM events WHERE sale_id = ? ORDER BY seq',
  );
  const bodies = prepareBodies(db);
  // One read transaction: the sale fits its events.
  return db.transaction((id: string) => {
    const lines = events.all(id).map((row) => {
      const { prev, hash, ...event } = EventRow.parse(row);
      const isWebhook = event.type.startsWith('webhook.') || event.type === 'sale.created_from_webhook';
      const webhooks = isWebhook
        ? bodies(event.seq).flatMap(({ role, salt, bytes }) => (role === 'webhook' ? [{ salt, bytes }] : []))
        : [];
      const proof = webhooks.length === 0 ? {} : { webhooks: webhooks.map(webhookOf) };
      return Object.assign(event, { prev: hex(prev), hash: hex(hash) }, proof);
    });
    const whose = counter === undefined ? {} : { counter };
    return line({ ...whose, sale: readSaleValues(sales.get(id)), events: lines });
  });
}

/** The raw bytes as base64; null once erased. */
function webhookOf({ salt, bytes }: { salt: Uint8Array | null; bytes: Uint8Array | null }) {
  return salt === null || bytes === null
    ? { salt: null, base64: null }
    : { salt: hex(salt), base64: Buffer.from(bytes).toString('base64') };
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

const style = `@page{size:A4 landscape;margin:12mm;@bottom-right{content:counter(page) ' / ' counter(pages);font:8pt sans-serif}}body{font:9pt Inter,system-ui,sans-serif;margin:0;color:#111}
h1{font-size:14pt;margin:0 0 2mm}p{margin:0 0 4mm}table{border-collapse:collapse;width:100%;margin:0 0 6mm}
th,td{text-align:left;padding:1mm 1.5mm;border-bottom:.2mm solid #bbb;vertical-align:top;overflow-wrap:break-word}
.sales td{overflow-wrap:anywhere}.sales td:is(:nth-child(1),:nth-child(2),:nth-child(6)),th{overflow-wrap:normal;white-space:nowrap}
thead{display:table-header-group}tr{break-inside:avoid}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}`;

const reportColumns: readonly Header[] = [
  'sentAt',
  'receiptNo',
  'productName',
  'customerNo',
  'customerName',
  'state',
  'sn',
];

/** A report for paper: sums by state, then every sale. A self-contained HTML page. */
class Report {
  readonly #task: ExportTask;
  readonly #lines: string[] = [];
  readonly #sums = new Map<TransactionState, { count: number; sum: number }>();

  constructor(task: ExportTask) {
    this.#task = task;
  }

  /** Throws TooManyRows. */
  add(sales: readonly ExportRow[]): void {
    if (this.#lines.length + sales.length > maxReportRows) throw new TooManyRows();
    const labels = exportLabels(this.#task.language);
    const time = wallTime(this.#task.timeZone);
    for (const sale of sales) {
      const sums = this.#sums.get(sale.state) ?? { count: 0, sum: 0 };
      this.#sums.set(sale.state, { count: sums.count + 1, sum: sums.sum + (sale.total ?? 0) });
      const cells = [
        ...(this.#task.counters ? [sale.counter] : []),
        time(saleTime(sale)),
        sale.receiptNo,
        sale.productName ?? sale.productCode,
        sale.customerNo,
        sale.customerName,
        labels.state(sale.state),
        sale.sn,
      ];
      this.#lines.push(
        `<tr>${cells.map(cellHtml).join('')}${this.#task.costs ? numberHtml(sale.price) : ''}${numberHtml(sale.total)}</tr>`,
      );
    }
  }

  html(): string {
    const { language, shop, today } = this.#task;
    const labels = exportLabels(language);
    const titles: readonly Header[] = [
      ...(this.#task.counters ? (['counter'] as const) : []),
      ...reportColumns,
      ...(this.#task.costs ? (['price'] as const) : []),
      'total',
    ];
    const sums = [...this.#sums].map(
      ([state, { count, sum }]) => `<tr>${cellHtml(labels.state(state))}${numberHtml(count)}${numberHtml(sum)}</tr>`,
    );
    const title = escaped(`${labels.other('report')}${shop === '' ? '' : ` · ${shop}`}`);
    return (
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>` +
      `<body><main><h1>${title}</h1><p>${today}</p>` +
      `<table><thead><tr><th>${labels.header('state')}</th><th class="n">${labels.other('count')}</th><th class="n">${labels.other('sum')}</th></tr></thead>` +
      `<tbody>${sums.join('')}</tbody></table>` +
      `<table class="sales"><thead><tr>${titles.map((name) => `<th>${escaped(labels.header(name))}</th>`).join('')}</tr></thead>` +
      `<tbody>${this.#lines.join('')}</tbody></table></main></body></html>`
    );
  }
}

const cellHtml = (text: string | null): string => `<td>${escaped(text ?? '')}</td>`;
const numberHtml = (amount: number | null): string =>
  `<td class="n">${amount === null ? '' : String(amount).replace(/\B(?=(\d{3})+$)/g, '.')}</td>`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
