import { groupThousands } from '../../../shared/domain/money.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { type RecapSource, readRecap } from '../../ledger/index.ts';
import type { AtomicFile } from '../atomic-file.ts';
import type { BooksTask } from '../file-tasks.ts';
import {
  type BooksContent,
  booksSheets,
  booksWords,
  figuresFor,
  paymentRows,
  personDay,
  personMonth,
} from './books-sheets.ts';

/**
 * Writes the books of some days: a workbook with a sheet for each way of looking at them, or a page for the tax office. Throws
 * errors of SQLite and the file system.
 * @param at ISO 8601, now
 * @returns the number of successful sales
 */
export async function writeBooks(
  sources: readonly RecapSource[],
  file: AtomicFile,
  task: BooksTask,
  at: string,
): Promise<number> {
  const { shop, from, to, format } = task;
  const content = { ...readRecap(sources, task), shop, from, to };
  if (format === 'xlsx') {
    const { writeSheets } = await import('../export/xlsx.ts');
    await writeSheets(file, booksSheets(content, task));
  } else {
    const { day, time } = wallClock(Date.parse(at), task.timeZone);
    file.write(recapPage(content, { ...task, printedAt: `${personDay(day)} ${time.slice(0, 5)}` }));
  }
  // Below zero where corrections take away more than was sold.
  return Math.max(0, content.total.success);
}

const style = `@page{size:A4;margin:12mm}body{font:8pt/1.2 Inter,system-ui,sans-serif;margin:0;color:#111}
h1{font-size:15pt;margin:0}p{margin:0 0 3mm}h2{font-size:10pt;margin:3mm 0 1mm}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5mm 1.5mm;border-bottom:.2mm solid #bbb}
thead{display:table-header-group}tr{break-inside:avoid}tfoot td,tfoot th{border-top:.4mm solid #111;font-weight:700}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.two{display:grid;grid-template-columns:1fr 1fr;gap:6mm}footer{margin-top:5mm;display:flex;justify-content:space-between}
.sign{width:60mm;border-top:.2mm solid #111;padding-top:1mm;text-align:center;margin-top:12mm}`;

/** More lines than a month has days do not fit on a page: the months are listed instead. */
const maxDays = 31;

/** A recap of some days on one page of A4, for the tax office: sums, payment methods, and a line for each day or month. */
export function recapPage(
  content: BooksContent,
  { language, costs, printedAt }: { language: Language; costs: boolean; printedAt: string },
): string {
  const { of, sheet } = booksWords(language);
  const {
    total,
    lines: { day, month },
  } = content;
  const byMonth = day.length > maxDays;
  const shown = figuresFor(costs).filter(({ type }) => type !== 'share');
  const sums = shown.map((figure) => row([of(figure.words)], [figure.of(total)]));
  const figures = shown.filter(({ words: [, en] }) => columns.has(en));
  const lines = byMonth ? month : day;
  const name = (key: string): string => (byMonth ? personMonth(key) : personDay(key));
  const title = escaped(of(['Rekap penjualan', 'Sales recap']));
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><main>` +
    `<h1>${title}</h1><p>${[content.shop, `${personDay(content.from)} – ${personDay(content.to)}`].filter(Boolean).map(escaped).join(' · ')}</p>` +
    `<div class="two"><table><tbody>${sums.join('')}</tbody></table>` +
    `<table><thead><tr><th>${escaped(sheet('payments'))}</th><th class="n">${escaped(of(['Diterima', 'Taken']))}</th></tr></thead>` +
    `<tbody>${paymentRows(total)
      .map(([method, money]) => row([of(method)], [money?.taken ?? null]))
      .join('')}</tbody></table></div>` +
    `<h2>${escaped(sheet(byMonth ? 'month' : 'day'))}</h2><table><thead><tr><th>${escaped(of(byMonth ? ['Bulan', 'Month'] : ['Hari', 'Day']))}</th>` +
    `${figures.map(({ words }) => `<th class="n">${escaped(of(words))}</th>`).join('')}</tr></thead>` +
    `<tbody>${lines
      .map(({ key, line }) =>
        row(
          [name(key)],
          figures.map((figure) => figure.of(line)),
        ),
      )
      .join('')}</tbody>` +
    `<tfoot>${row(
      [of(['Jumlah', 'Total'])],
      figures.map((figure) => figure.of(total)),
    )}</tfoot></table>` +
    `<footer><span>${escaped(of(['Dibuat', 'Made']))} ${escaped(printedAt)}</span><span class="sign">${escaped(of(['Pemilik', 'Owner']))}</span></footer>` +
    '</main></body></html>'
  );
}

/** The figures of a day that have room on the page, by their English name. */
const columns: ReadonlySet<string> = new Set([
  'Successful',
  'Turnover',
  'Cost',
  'Gross profit',
  'Service fee',
  'Bill admin',
]);

const row = (names: readonly string[], amounts: readonly (number | null)[]): string =>
  `<tr>${names.map((name) => `<td>${escaped(name)}</td>`).join('')}${amounts.map((amount) => `<td class="n">${amount === null ? '–' : groupThousands(amount)}</td>`).join('')}</tr>`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
