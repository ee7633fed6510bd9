import { z } from 'zod';
import { NonNegativeInt } from './common-schemas.ts';

/** Signs between the cells of a text file. */
export const cellSeparators = [';', ',', '\t', '|'] as const;
/** Headings stand at most so far below the top of a file. */
export const maxHeadingRow = 60;

const ColumnName = z.string().max(200);
const Column = ColumnName.nullable();

/** Where a table stands in its file, and how its amounts are written. */
export const TableLayout = z.strictObject({
  /** the sheet of a workbook; null: a text file */
  sheet: z.string().max(200).nullable(),
  /** of a text file; null: a workbook */
  separator: z.enum(cellSeparators).nullable(),
  /** the row with the names of the columns, from 1, rows without a value not counted; null: columns are A, B, C */
  headingRow: z.int().min(1).max(maxHeadingRow).nullable(),
  /** the sign before the decimals of an amount; the other one groups thousands */
  decimal: z.enum(['comma', 'point']),
});
export type TableLayout = z.infer<typeof TableLayout>;
export type Decimal = TableLayout['decimal'];

/** The order of a date's parts where all are numbers: 25/12/26, 12/25/26, 26/12/25. */
export const DateOrder = z.enum(['day_first', 'month_first', 'year_first']);
export type DateOrder = z.infer<typeof DateOrder>;

/** The column of the provider's statement for each field; null: none. */
export const StatementColumns = z.strictObject({
  /** the provider's own id of a transaction */
  transactionId: Column,
  /** the customer's number, also one within a remark */
  customerNo: Column,
  /** what the provider took */
  amount: Column,
  /** what the provider gave back, where that has a column of its own */
  refund: Column,
  /** debit or credit, in words or letters */
  direction: Column,
  status: Column,
  time: Column,
  /** the time of day, where `time` holds the date alone */
  timeOfDay: Column,
});
export type StatementColumns = z.infer<typeof StatementColumns>;
export const statementFields = StatementColumns.keyof().options;

export const LineStatus = z.enum(['success', 'failed', 'open']);
export type LineStatus = z.infer<typeof LineStatus>;

/** How a provider's statement is read. */
export const StatementMapping = TableLayout.extend({
  columns: StatementColumns,
  /** null: as the ids of the book show */
  dateOrder: DateOrder.nullable(),
  /** what an amount below zero is; null: none is */
  negative: z.enum(['charge', 'refund']).nullable(),
  /** what the provider's own words or numbers for a status mean, where Konter does not know them */
  statuses: z.record(z.string().max(100), LineStatus),
  /** the days that the statement is about, which give dates their year; null: not said */
  period: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).nullable(),
});
export type StatementMapping = z.infer<typeof StatementMapping>;

/** The column of a price list for each field; null: none. */
export const ListColumns = z.strictObject({
  productCode: ColumnName,
  cost: Column,
  sellingPrice: Column,
  group: Column,
});
export type ListColumns = z.infer<typeof ListColumns>;

/** In which unit the prices of a list are written: 10.650, or 10,65 for the same. */
export const PriceUnit = z.enum(['rupiah', 'thousands']);
export type PriceUnit = z.infer<typeof PriceUnit>;

/** How a price list is read. `unit`: null where a person has to say it. */
export const ListMapping = TableLayout.extend({ columns: ListColumns, unit: PriceUnit.nullable() });
export type ListMapping = z.infer<typeof ListMapping>;

/** The rows that a person sees beside a mapping. */
export const shownLines = 10;

/** What a file has beside the mapping. */
export const TableView = z.object({
  /** proposed by Konter, remembered from a file with the same headings, or chosen by the person */
  from: z.enum(['proposed', 'remembered', 'given']),
  /** of a workbook; hidden ones are never proposed */
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean(), table: z.boolean() })),
  columns: z.array(z.string()),
  /** its first rows as they stand there, among them the headings */
  top: z.array(z.array(z.string())),
});
export type TableView = z.infer<typeof TableView>;

/**
 * The hidden part of a sheet: the names of its hidden columns, and how many rows with a value. A price list is read without both; of a
 * statement a filter may hide lines, so that its rows are read, and its columns where no other one is meant.
 */
export const HiddenParts = z.object({ columns: z.array(z.string()), rows: NonNegativeInt });
