import type { Language } from '../../../shared/domain/preferences.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { StoredBill } from '../../db/sale-rows.ts';
import type { Cell, ColumnLook } from './formats/cell.ts';
import type { ExportRow } from './row.ts';
import { type ExportWords, exportWords, type Head } from './words.ts';

type Column = [head: Head, cell: (row: ExportRow) => Cell, look: ColumnLook];

export interface Table {
  heads: string[];
  /** of each column */
  looks: ColumnLook[];
  cells(row: ExportRow): Cell[];
}

/** The columns of a table of sales. Times are the shop's, "YYYY-MM-DD HH:mm:ss". */
export function exportTable(language: Language, timeZone: string): Table {
  const words = exportWords(language);
  const columns = columnsOf(words, wallTime(timeZone));
  return {
    heads: columns.map(([head]) => words.head(head)),
    looks: columns.map(([, , look]) => look),
    cells: (row) => columns.map(([, cell]) => cell(row)),
  };
}

/** Formatting is slow; clocks on walls are moved at whole quarters of an hour only, and within one just the minutes go on. */
export function wallTime(timeZone: string): (at: string | null) => string | null {
  let known = { quarter: '', hour: '', minute: 0 };
  return (at) => {
    if (at === null) return null;
    const minutes = Number(at.slice(14, 16));
    const since = minutes % 15;
    const quarter = at.slice(0, 14) + (minutes - since);
    if (quarter !== known.quarter) {
      const { day, time } = wallClock(Date.parse(at), timeZone);
      known = { quarter, hour: `${day} ${time.slice(0, 3)}`, minute: Number(time.slice(3, 5)) - since };
    }
    return known.hour + String(known.minute + since).padStart(2, '0') + at.slice(16, 19);
  };
}

function columnsOf(words: ExportWords, time: (at: string | null) => string | null): Column[] {
  return [
    ['receiptNo', (row) => row.receipt_no, 'text'],
    ['time', (row) => time(row.created_at), 'plain'],
    ['day', (row) => row.day, 'plain'],
    ['kind', (row) => words.kind(row.kind), 'plain'],
    ['state', (row) => words.state(row.state), 'plain'],
    ['productCode', (row) => row.product_code, 'few'],
    ['productName', (row) => row.product_name, 'few'],
    ['brand', (row) => row.brand, 'few'],
    ['category', (row) => row.category, 'few'],
    ['customerNo', (row) => row.customer_no, 'text'],
    ['customerName', (row) => row.customer_name, 'text'],
    ['transactionId', (row) => row.transaction_id, 'text'],
    ['sn', (row) => row.sn, 'text'],
    ['price', (row) => row.price, 'plain'],
    ['fee', (row) => row.fee, 'plain'],
    ['total', (row) => row.total, 'plain'],
    ['tendered', (row) => row.tendered, 'plain'],
    ['change', (row) => row.change, 'plain'],
    ['sheets', (row) => (row.bill === null ? null : (StoredBill.parse(row.bill)?.billSheet ?? null)), 'plain'],
    ['periods', (row) => (row.bill === null ? null : periodsOf(row.bill)), 'text'],
    ['message', (row) => row.message, 'text'],
    ['settledAt', (row) => time(row.settled_at), 'plain'],
    ['cashReturnedAt', (row) => time(row.cash_returned_at), 'plain'],
    ['prints', (row) => row.prints, 'plain'],
    ['id', (row) => row.id, 'text'],
  ];
}

/** "Jan 2026: 50000 + 2500; …": every period with its value and its admin fee, "?" where the provider named none. */
function periodsOf(stored: string): string {
  const details = StoredBill.parse(stored)?.details ?? [];
  return details
    .map(({ period, billValue, priceAdmin }) => `${period}: ${billValue ?? '?'} + ${priceAdmin ?? '?'}`)
    .join('; ');
}
