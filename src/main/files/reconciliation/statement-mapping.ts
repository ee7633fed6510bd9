import type { z } from 'zod';
import type { Reconciliation, StatementPreview, StatementProposal } from '../../../shared/contract/files.ts';
import {
  type StatementColumns,
  type StatementMapping,
  shownLines,
  statementFields,
} from '../../../shared/domain/column-mapping.ts';
import {
  isNoAmount,
  isTopUp,
  onlyDecimal,
  proposeDecimal,
  readAmount,
  readDirection,
  readMark,
} from '../table/amount.ts';
import { lookAtTable, rankedFields, rankOf, type TableTop, valuesOf } from '../table/headings.ts';
import { isRemembered, type RememberedMapping } from '../table/remembered.ts';
import { cellValue } from '../table/table-file.ts';
import { readStatementLine } from './statement.ts';
import { blocksOf, kindsOf, tablesBeside } from './statement-blocks.ts';
import { headings, isValue } from './statement-headings.ts';
import { isRounded, maskOf, numberIn } from './statement-numbers.ts';
import { hasUnreadPeriod, periodIn } from './statement-period.ts';
import { questionsOf } from './statement-questions.ts';
import { guessByValues, isTimeOfDay, onlyOrder, orderOf, readTime } from './statement-values.ts';

const statementQuestion = { names: headings, isValue, anyNames: true, minColumns: 2 };

/** Proposes how a statement is read, or applies what a person says. Throws NotATable and file system errors. */
export async function proposeStatement(
  path: string,
  chosenMapping: StatementMapping | null,
  remembered: readonly RememberedMapping<StatementMapping>[],
  timeZone: string,
): Promise<z.infer<typeof StatementProposal>> {
  const question = { ...statementQuestion, headings: remembered.map(({ columns }) => columns) };
  const top = await lookAtTable(path, question, chosenMapping);
  const match = chosenMapping === null ? remembered.find((each) => isRemembered(each, top.columns)) : undefined;
  const proposed = propose(top, match?.mapping ?? null, chosenMapping);
  // A column that the person had chosen may be gone with another sheet or row.
  const columns = { ...proposed.columns };
  for (const field of statementFields) if (!top.columns.includes(columns[field] ?? '')) columns[field] = null;
  const open = { ...proposed, columns };
  const questions = await questionsOf(path, top, open);
  const mapping = { ...open, negative: open.negative ?? questions.negative };
  return {
    from: chosenMapping ? 'given' : match ? 'remembered' : 'proposed',
    sheets: top.sheets,
    columns: top.columns,
    top: top.top,
    mapping,
    unknownStatuses: questions.unknownStatuses,
    hasNegative: questions.hasNegative,
    needsPeriod: questions.needsPeriod,
    hasUnreadPeriod: hasUnreadPeriod(top.above, mapping.dateOrder),
    hidden: top.hidden,
    lines: top.sample.flatMap((row) => previewLines(row, top, mapping, timeZone)).slice(0, shownLines),
  };
}

/** How the table is read as far as its top says: as the person chose, as it was read last time, or by headings and values. */
function propose(
  top: TableTop,
  savedMapping: StatementMapping | null,
  chosenMapping: StatementMapping | null,
): StatementMapping {
  const place = { sheet: top.sheet, separator: top.separator, headingRow: top.headingRow };
  // Where the person chose another sheet or row, its columns are others.
  const hasColumn = (name: string | null): boolean => name === null || top.columns.includes(name);
  if (chosenMapping && statementFields.every((field) => hasColumn(chosenMapping.columns[field])))
    return { ...chosenMapping, ...place };
  const valuesIn = (name: string | null): string[] =>
    name === null ? [] : valuesOf(top.sample, top.columns.indexOf(name));
  if (savedMapping) {
    // What this file shows says more than an earlier one.
    const decimal =
      onlyDecimal([...valuesIn(savedMapping.columns.amount), ...valuesIn(savedMapping.columns.refund)]) ??
      savedMapping.decimal;
    return { ...savedMapping, ...place, period: periodIn(top.above, savedMapping.dateOrder), decimal };
  }
  const columns = proposeColumns(top);
  const decimal = proposeDecimal([...valuesIn(columns.amount), ...valuesIn(columns.refund)]);
  const dateOrder = onlyOrder(valuesIn(columns.time));
  const period = periodIn(top.above, dateOrder);
  return { ...place, columns, decimal, dateOrder, negative: null, statuses: {}, period };
}

function proposeColumns(table: TableTop): StatementColumns {
  const positions = positionsOf(table);
  const name = (field: keyof StatementColumns): string | null => table.columns[positions.get(field) ?? -1] ?? null;
  return {
    transactionId: name('transactionId'),
    customerNo: name('customerNo'),
    amount: name('amount'),
    refund: name('refund'),
    direction: name('direction'),
    status: name('status'),
    time: name('time'),
    timeOfDay: name('timeOfDay'),
  };
}

/** The place of each field's column, by its heading; without headings by the values. */
function positionsOf({ columns, headingRow, sample, hidden, top }: TableTop): Map<string, number> {
  const find = (isMeant: (column: number) => boolean): Map<string, number> =>
    headingRow === null
      ? byValues(columns, sample, isMeant)
      : rankedFields(columns, headings, (field, column) => isMeant(column) && fits(field, valuesOf(sample, column)));
  // Of tables side by side the first one: its lines must not take another one's columns.
  const [table] = headingRow === null ? [] : tablesBeside(top[headingRow - 1] ?? []);
  const isOwn = (column: number): boolean => table === undefined || table.includes(column);
  const isSeen = (column: number): boolean => isOwn(column) && !hidden.columns.includes(columns[column] ?? '');
  const positions = find(isSeen);
  // A hidden column of a field that no column in sight has: a status or a refund counts also where it is hidden.
  for (const [field, column] of find((each) => isOwn(each) && !isSeen(each)))
    if (!positions.has(field)) positions.set(field, column);
  // A column without a heading has its number for a name.
  const nameless = columns.findIndex((name, at) => name === `${at + 1}` && isMarkColumn(valuesOf(sample, at)));
  if (!positions.has('direction') && nameless >= 0) positions.set('direction', nameless);
  // Beside a column of amounts that go both ways, one of credits repeats them.
  const isDebit = rankOf(columns[positions.get('amount') ?? -1] ?? '', headings['amount']?.slice(0, 1) ?? []) === 0;
  if (!isDebit && positions.has('amount') && positions.has('direction')) positions.delete('refund');
  return positions;
}

/** Whether each value marks a debit or a credit. */
const isMarkColumn = (values: readonly string[]): boolean =>
  values.length > 0 && values.every((value) => readMark(value) !== null);
/** Half of them at least; of no values too. */
const most = (values: readonly string[], test: (value: string) => boolean): boolean =>
  values.length === 0 || values.filter(test).length * 2 >= values.length;

/** Whether the values of a column can be those of a field. */
function fits(field: string, values: readonly string[]): boolean {
  switch (field) {
    case 'transactionId':
      return !isRowNumber(values);
    case 'customerNo':
      return most(values, (value) => isRounded(value) || numberIn(value) !== null || maskOf(value) !== null);
    case 'amount':
    case 'refund':
      return most(
        values.filter((value) => !isNoAmount(value)),
        (value) => readAmount(value, 'comma') !== null || readAmount(value, 'point') !== null,
      );
    case 'direction':
      return (
        values.some((value) => readDirection(value) !== null) &&
        most(values, (value) => readDirection(value) !== null || isTopUp(value))
      );
    case 'status':
      return values.length === 0 || !values.every((value) => readTime(value, 'UTC') !== null);
    case 'time':
      // Both may be called "time": only the values distinguish a time of day from a date.
      return values.length === 0 || !values.every(isTimeOfDay);
    default:
      return values.length > 0 && values.every(isTimeOfDay);
  }
}

/** 1, 2, 3, … */
const isRowNumber = (values: readonly string[]): boolean =>
  values.length > 0 && Number(values[0]) < 2 && values.every((value, at) => Number(value) === Number(values[0]) + at);

function byValues(
  columns: readonly string[],
  rows: readonly string[][],
  isMeant: (column: number) => boolean,
): Map<string, number> {
  const positions = new Map<string, number>();
  for (const field of statementFields) {
    const at = columns.findIndex((_, column) => {
      if (!isMeant(column)) return false;
      const values = valuesOf(rows, column);
      const isClock = guessByValues.timeOfDay(values);
      if (field === 'timeOfDay' ? !isClock : isClock) return false;
      return ![...positions.values()].includes(column) && (guessByValues[field]?.(values) ?? false);
    });
    if (at >= 0) positions.set(field, at);
  }
  return positions;
}

function previewLines(row: readonly string[], top: TableTop, mapping: StatementMapping, timeZone: string) {
  const header = mapping.headingRow === null ? kindsOf(top.sample) : (top.top[mapping.headingRow - 1] ?? []);
  const { parts } = blocksOf(header, top.columns, mapping.columns);
  return parts(row).map((block) => previewLine(block.row, block.names, mapping, timeZone));
}

function previewLine(
  row: readonly string[],
  names: readonly string[],
  mapping: StatementMapping,
  timeZone: string,
): z.infer<typeof StatementPreview> {
  const line = readStatementLine(row, names, mapping);
  if (line === 'summary')
    return {
      kind: 'summary',
      text: row
        .map(cellValue)
        .filter((cell) => cell !== '')
        .join(' · '),
    };
  const order = mapping.dateOrder ?? orderOf(line.time ?? '') ?? 'day_first';
  const time = line.time === null ? null : readTime(line.time, timeZone, order, mapping.period);
  return {
    kind: 'line',
    transactionId: line.transactionId,
    customerNo: line.number ?? (maskOf(line.customerNo ?? '') === null ? null : line.customerNo),
    amount: line.amount,
    direction: line.direction,
    status: line.status,
    time: time === null ? null : new Date(time.at).toISOString(),
    wholeDay: time?.wholeDay ?? false,
    written: { customerNo: line.customerNo, amount: line.amountText, status: line.statusText, time: line.time },
  };
}

/** What a comparison says of the file beside its lines: other visible sheets with a table, hidden rows, and a period that was not read. */
export async function fileNotes(
  path: string,
  mapping: StatementMapping,
): Promise<Pick<Reconciliation, 'otherSheets' | 'hiddenRows' | 'unreadPeriod'>> {
  const { sheets, hidden, above } = await lookAtTable(path, statementQuestion, mapping);
  return {
    otherSheets: sheets.flatMap((each) =>
      each.table && !each.hidden && each.name !== mapping.sheet ? [each.name] : [],
    ),
    hiddenRows: hidden.rows,
    unreadPeriod: mapping.period === null && hasUnreadPeriod(above, mapping.dateOrder),
  };
}
