import type { LineStatus, StatementMapping } from '../../../shared/domain/column-mapping.ts';
import { readAmount, readMark } from '../table/amount.ts';
import { columnNames, lettersTo, maxColumns } from '../table/headings.ts';
import { cellValue, tableRows } from '../table/table-file.ts';
import { NotATable } from '../table/workbook.ts';
import { isRefundWord, readStatus } from './statement-status.ts';
import { isRounded, isSummaryLabel, joinTime, numberIn } from './statement-values.ts';

/** A line of a statement. Texts are as they stand there; what is empty or cannot be read is null. */
export interface StatementLine {
  transactionId: string | null;
  /** comparable with `customer_key` */
  number: string | null;
  customerNo: string | null;
  /** whole rupiah, without a sign */
  amount: number | null;
  amountText: string | null;
  /** a charge is money that the provider took, a refund money that it gave back or took in */
  direction: 'charge' | 'refund';
  /** the status says "refund", and no sign or column tells which way the money went */
  saysRefund: boolean;
  status: LineStatus | null;
  statusText: string | null;
  time: string | null;
  /** a spreadsheet has rounded its number or its id */
  rounded: boolean;
}

/** Reads one row. "summary": it states a balance or a total, or repeats the headings, and is no line. */
export function readStatementLine(
  row: readonly string[],
  names: readonly string[],
  mapping: StatementMapping,
): StatementLine | 'summary' {
  const { columns, decimal } = mapping;
  const value = (name: string | null): string | null =>
    name === null ? null : cellValue(row[names.indexOf(name)]) || null;
  const [idText, customerNo] = [value(columns.transactionId), value(columns.customerNo)];
  const [amountText, refundText, statusText] = [value(columns.amount), value(columns.refund), value(columns.status)];
  if (isSummary(row, names, idText, customerNo)) return 'summary';
  const charged = amountText === null ? null : readAmount(amountText, decimal);
  const returned = refundText === null ? null : readAmount(refundText, decimal);
  const isReturned =
    returned !== null &&
    returned.amount > 0 &&
    (charged?.amount ?? 0) === 0 &&
    (amountText === null || charged !== null);
  const said = charged?.mark ?? readMark(value(columns.direction) ?? '');
  const signed =
    mapping.negative === null
      ? null
      : (charged?.negative === true) === (mapping.negative === 'charge')
        ? 'debit'
        : 'credit';
  // A column of its own says more than a mark, and a mark more than a sign.
  const mark = columns.refund === null ? (said ?? signed) : null;
  const isRefund = isReturned || mark === 'credit';
  const idIsRounded = idText !== null && isRounded(idText);
  return {
    transactionId: idIsRounded ? null : idText,
    number: customerNo === null ? null : numberIn(customerNo),
    customerNo,
    amount: (isReturned ? returned : charged)?.amount ?? null,
    amountText: isReturned ? refundText : amountText,
    direction: isRefund ? 'refund' : 'charge',
    saysRefund: mark === null && columns.refund === null && statusText !== null && isRefundWord(statusText),
    status: statusText === null ? null : readStatus(statusText, mapping.statuses),
    statusText,
    time: joinTime(value(columns.time), value(columns.timeOfDay)),
    rounded: idIsRounded || (customerNo !== null && isRounded(customerNo)),
  };
}

/** Only a row without an id and without a number can be one: a remark beside a sale may speak of a balance. */
function isSummary(
  row: readonly string[],
  names: readonly string[],
  id: string | null,
  customerNo: string | null,
): boolean {
  if (row.every((cell, at) => cell.trim() === '' || cellValue(cell) === names[at])) return true;
  if (id !== null && !isSummaryLabel(id)) return false;
  if (customerNo !== null && numberIn(customerNo) !== null) return false;
  return row.some((cell) => isSummaryLabel(cellValue(cell)));
}

/** Streams the lines of a statement. Throws NotATable if a mapped column is missing. */
export async function* statementLines(
  path: string,
  mapping: StatementMapping,
  progress: (bytes: number) => void,
): AsyncGenerator<StatementLine | 'summary', void> {
  const { headingRow, columns } = mapping;
  const mapped = Object.values(columns).filter((name) => name !== null);
  const letters = headingRow === null ? lettersTo(maxColumns) : [];
  let names: string[] | null = headingRow === null ? letters : null;
  let at = 0;
  for await (const row of tableRows(path, mapping, mapped.length, progress)) {
    at += 1;
    if (headingRow !== null && at <= headingRow) {
      if (at === headingRow) names = columnNames(row);
      continue;
    }
    if (names === null) continue;
    if (at === (headingRow ?? 0) + 1 && mapped.some((name) => !names?.includes(name)))
      throw new NotATable('column_missing');
    yield readStatementLine(row, names, mapping);
  }
  if (names === null || mapped.some((name) => !names?.includes(name))) throw new NotATable('column_missing');
}
