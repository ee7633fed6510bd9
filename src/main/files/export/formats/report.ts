import { mostReportRows } from '../../../../shared/contract/exports.ts';
import type { TransactionState } from '../../../../shared/domain/transaction.ts';
import type { ExportRow } from '../row.ts';
import { wallTime } from '../table.ts';
import type { ExportTask } from '../tasks.ts';
import { exportWords, type Head } from '../words.ts';

/** More than a report on paper takes. */
export class TooManyRows extends Error {}

const style = `@page{size:A4 landscape;margin:12mm}body{font:9pt Inter,system-ui,sans-serif;margin:0;color:#111}
h1{font-size:14pt;margin:0 0 2mm}p{margin:0 0 4mm}table{border-collapse:collapse;width:100%;margin:0 0 6mm}
th,td{text-align:left;padding:1mm 1.5mm;border-bottom:.2mm solid #bbb;vertical-align:top;overflow-wrap:anywhere}
thead{display:table-header-group}tr{break-inside:avoid}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}`;

const columns: readonly Head[] = ['time', 'receiptNo', 'productName', 'customerNo', 'customerName', 'state', 'sn'];

/** A report for paper: sums by state, then every sale. It is a page by itself and loads nothing. */
export class Report {
  readonly #task: ExportTask;
  readonly #lines: string[] = [];
  readonly #sums = new Map<TransactionState, { count: number; sum: number }>();

  constructor(task: ExportTask) {
    this.#task = task;
  }

  /** Throws TooManyRows. */
  add(rows: readonly ExportRow[]): void {
    if (this.#lines.length + rows.length > mostReportRows) throw new TooManyRows();
    const words = exportWords(this.#task.language);
    const time = wallTime(this.#task.timeZone);
    for (const row of rows) {
      const sums = this.#sums.get(row.state) ?? { count: 0, sum: 0 };
      this.#sums.set(row.state, { count: sums.count + 1, sum: sums.sum + (row.total ?? 0) });
      const cells = [
        time(row.created_at),
        row.receipt_no,
        row.product_name ?? row.product_code,
        row.customer_no,
        row.customer_name,
        words.state(row.state),
        row.sn,
      ];
      this.#lines.push(`<tr>${cells.map(cellHtml).join('')}${numberHtml(row.price)}${numberHtml(row.total)}</tr>`);
    }
  }

  html(): string {
    const { language, shop, today } = this.#task;
    const words = exportWords(language);
    const titles = [...columns, 'price', 'total'] as const;
    const sums = [...this.#sums].map(
      ([state, { count, sum }]) => `<tr>${cellHtml(words.state(state))}${numberHtml(count)}${numberHtml(sum)}</tr>`,
    );
    const title = escaped(`${words.rest('report')}${shop === '' ? '' : ` · ${shop}`}`);
    return (
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>` +
      `<body><main><h1>${title}</h1><p>${today}</p>` +
      `<table><thead><tr><th>${words.head('state')}</th><th class="n">${words.rest('count')}</th><th class="n">${words.rest('sum')}</th></tr></thead>` +
      `<tbody>${sums.join('')}</tbody></table>` +
      `<table><thead><tr>${titles.map((name) => `<th>${escaped(words.head(name))}</th>`).join('')}</tr></thead>` +
      `<tbody>${this.#lines.join('')}</tbody></table></main></body></html>`
    );
  }
}

const cellHtml = (text: string | null): string => `<td>${escaped(text ?? '')}</td>`;
const numberHtml = (amount: number | null): string =>
  `<td class="n">${amount === null ? '' : String(amount).replace(/\B(?=(\d{3})+$)/g, '.')}</td>`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
