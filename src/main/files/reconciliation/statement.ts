import type { LineStatus, StatementMapping } from '../../../shared/domain/column-mapping.ts';
import { isNoAmount, isTopUp, type Mark, readAmount, readDirection } from '../table/amount.ts';
import { columnNames, lettersTo, maxColumns, sampleRows } from '../table/headings.ts';
import { cellValue, tableRows } from '../table/table-file.ts';
import { NotATable } from '../table/workbook.ts';
import { blocksOf, kindsOf } from './statement-blocks.ts';
import { isHeading, isLikeLine } from './statement-headings.ts';
import { isRounded, namesCustomers, numberIn } from './statement-numbers.ts';
import { isRefundWord, readStatus } from './statement-status.ts';
import { isFootnote, isPlainBalance, isSummaryLabel, joinTime, lacksYear, readTime } from './statement-values.ts';

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
  /** the status says "refund", and no sign or column shows which way the money went */
  saysRefund: boolean;
  status: LineStatus | null;
  statusText: string | null;
  time: string | null;
  /** a spreadsheet has rounded its number or its id */
  rounded: boolean;
  /** how much money went which way, or whether it did, is not plain: a person looks at it */
  unclear: boolean;
  /** all its texts, where money came in that names no sale: one of them may */
  remark: string | null;
}

/** Reads one row. "summary": it states a balance or a total, repeats the headings, or is the foot of a page, and is no line. */
export function readStatementLine(
  row: readonly string[],
  names: readonly string[],
  mapping: StatementMapping,
): StatementLine | 'summary' {
  const { columns } = mapping;
  const value = (name: string | null): string | null =>
    name === null ? null : cellValue(row[names.indexOf(name)]) || null;
  const [idText, customerNo, statusText] = [
    value(columns.transactionId),
    value(columns.customerNo),
    value(columns.status),
  ];
  const number = customerNo === null ? null : numberIn(customerNo);
  const directionText = value(columns.direction);
  // What is sold to a customer, or else credit of the shop's own: an id alone does not show it.
  const kind = number !== null ? 'debit' : idText === null ? 'credit' : null;
  const money = readMoney(
    {
      amountText: value(columns.amount),
      refundText: value(columns.refund),
      word: isTopUp(directionText ?? '') ? kind : readDirection(directionText ?? ''),
    },
    mapping,
  );
  const time = joinTime(value(columns.time), value(columns.timeOfDay));
  const isBalance = columns.refund === null && row.some((cell) => isPlainBalance(cellValue(cell)));
  // An amount that cannot be read may have moved as well.
  const isAmount = money.amount === null ? money.amountText !== null : money.amount > 0;
  const moved = !isBalance && isAmount && isDated(row, time, mapping);
  if (isSummary(row, names, { id: idText, customerNo, moved })) return 'summary';
  const idIsRounded = idText !== null && isRounded(idText);
  const { direction, isCertain, ...amounts } = money;
  const status = statusText === null ? null : readStatus(statusText, mapping.statuses);
  const saysRefund = statusText !== null && isRefundWord(statusText);
  // Money that came back has no other end than that.
  const isDoubtful = direction === 'refund' && statusText !== null && status !== 'success' && !(saysRefund && status);
  // A deposit has an id of its own, which is no sale's; `doubtDeposits` looks for it among those of sales.
  const isNamed = idText !== null && !(customerNo === null && row.some(isDeposit));
  const isNameless = direction === 'refund' && !isNamed && number === null;
  return {
    ...amounts,
    direction,
    transactionId: idIsRounded || isNameless ? null : idText,
    number,
    customerNo,
    saysRefund: !isCertain && saysRefund && status !== null && status !== 'open',
    status,
    statusText,
    time,
    rounded: idIsRounded || (customerNo !== null && isRounded(customerNo)),
    unclear: money.unclear || isDoubtful || (isNameless && customerNo !== null && namesCustomers(customerNo)),
    remark: isNameless ? row.map(cellValue).join(' ') : null,
  };
}

const isDeposit = (cell: string): boolean => /\bdeposit\b|(?:isi|tambah) saldo/i.test(cell);

interface Money extends Pick<StatementLine, 'amount' | 'amountText' | 'direction' | 'unclear'> {
  /** a column, a mark or a sign shows which way it went */
  isCertain: boolean;
}

/** How much money went which way. A column of its own says more than a mark, and a mark more than a sign. */
function readMoney(
  texts: { amountText: string | null; refundText: string | null; word: Mark },
  { columns, decimal, negative }: StatementMapping,
): Money {
  const filled = (text: string | null) => (text === null || isNoAmount(text) ? null : text);
  const [amountText, refundText] = [filled(texts.amountText), filled(texts.refundText)];
  const charged = amountText === null ? null : readAmount(amountText, decimal);
  const returned = refundText === null ? null : readAmount(refundText, decimal);
  const isCharged = amountText !== null && charged?.amount !== 0;
  const isReturned = refundText !== null && returned?.amount !== 0;
  const word = charged?.mark ?? texts.word;
  const isBelow = charged?.negative === true && charged.amount > 0;
  const signed = negative === null ? null : isBelow === (negative === 'charge') ? 'debit' : 'credit';
  if (columns.refund === null) {
    const mark = word ?? signed;
    const isOpen = columns.direction !== null && word === null && isCharged;
    return {
      amount: charged?.amount ?? null,
      amountText,
      direction: mark === 'credit' ? 'refund' : 'charge',
      isCertain: mark !== null,
      unclear: isOpen || (mark === null && isBelow) || (mark === 'credit' && charged === null),
    };
  }
  // A debit below zero is money back, unless all debits are written so.
  const isReversed = isBelow && signed === 'credit';
  const isRefund = isReversed || (isReturned && !isCharged);
  const read = isReturned && !isCharged ? returned : charged;
  return {
    amount: read?.amount ?? null,
    amountText: isReturned && !isCharged ? refundText : amountText,
    direction: isRefund ? 'refund' : 'charge',
    isCertain: true,
    unclear:
      (isCharged && isReturned) ||
      (isReturned && (returned === null || returned.negative)) ||
      (isBelow && negative === null) ||
      (word !== null && (isCharged || isReturned) && (word === 'credit') !== isRefund),
  };
}

/** Whether a row has the date of a movement, which a balance or a total at the foot has not. */
function isDated(row: readonly string[], time: string | null, { columns, period }: StatementMapping): boolean {
  const isDate = (text: string): boolean =>
    /^\d{1,2}[-/.]\d{1,2}(?!\d*[.,])/.test(text) ||
    readTime(text, 'UTC', 'day_first', period) !== null ||
    lacksYear(text);
  return columns.time === null ? row.some((cell) => isDate(cellValue(cell))) : time !== null && isDate(time);
}

/** Only a row without an id and without a number can be one, and no money moved: a remark beside a sale may speak of a balance. */
function isSummary(
  row: readonly string[],
  names: readonly string[],
  { id, customerNo, moved }: { id: string | null; customerNo: string | null; moved: boolean },
): boolean {
  if (row.every((cell, at) => cell.trim() === '' || cellValue(cell) === names[at])) return true;
  const [only = '', ...more] = row.map(cellValue).filter((cell) => cell !== '');
  if (more.length === 0 && isFootnote(only) && numberIn(only) === null) return true;
  if (moved || (id !== null && !isSummaryLabel(id))) return false;
  if (customerNo !== null && numberIn(customerNo) !== null) return false;
  return row.some((cell) => isSummaryLabel(cellValue(cell)));
}

/** Rows by whose values the columns of a statement without headings are recognised. */
async function topRows(path: string, mapping: StatementMapping): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of tableRows(path, mapping)) {
    rows.push(row);
    if (rows.length === sampleRows) break;
  }
  return rows;
}

/**
 * Streams the lines of a statement. "left_out": a row of another table, above the headings or beside the lines, is not read. Throws
 * NotATable if a mapped column is missing.
 */
export async function* statementLines(
  path: string,
  mapping: StatementMapping,
  progress: (bytes: number) => void,
): AsyncGenerator<StatementLine | 'summary' | 'left_out', void> {
  const { headingRow, columns } = mapping;
  const mapped = Object.values(columns).filter((name) => name !== null);
  const letters = headingRow === null ? lettersTo(maxColumns) : [];
  let names: string[] | null = headingRow === null ? letters : null;
  const kinds = headingRow === null ? kindsOf(await topRows(path, mapping)) : [];
  let blocks = blocksOf(kinds, letters, columns);
  let [at, isOtherTable] = [0, false];
  for await (const row of tableRows(path, mapping, progress)) {
    at += 1;
    if (headingRow !== null && at <= headingRow) {
      if (at === headingRow) {
        names = columnNames(row);
        blocks = blocksOf(row, names, columns);
      } else if (isHeading(row)) isOtherTable = true;
      else if (isOtherTable && isLikeLine(row)) yield 'left_out';
      continue;
    }
    if (names === null) continue;
    if (at === (headingRow ?? 0) + 1 && mapped.some((name) => !names?.includes(name)))
      throw new NotATable('column_missing');
    for (const block of blocks.parts(row)) yield readStatementLine(block.row, block.names, mapping);
    if (blocks.isLeftOut(row)) yield 'left_out';
  }
  if (names === null || mapped.some((name) => !names?.includes(name))) throw new NotATable('column_missing');
}
