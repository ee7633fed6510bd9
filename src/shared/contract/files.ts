import { z } from 'zod';
import { DateOrder, HiddenParts, LineStatus, StatementMapping, TableView } from '../domain/column-mapping.ts';
import { NonNegativeInt, NullableInt, NullableString, PositiveInt } from '../domain/common-schemas.ts';
import { Rupiah } from '../domain/money.ts';
import { TransactionKind, TransactionState } from '../domain/transaction.ts';
import { exportReasons } from './errors.ts';
import { CounterId } from './office.ts';
import { nothing, PageLimit, procedure } from './procedure.ts';

export const ExportFormat = z.enum(['csv', 'xlsx', 'pdf', 'jsonl']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** How the books leave the house. */
export const BooksFormat = ExportFormat.extract(['xlsx', 'pdf']);
export type BooksFormat = z.infer<typeof BooksFormat>;

/** The separator of a CSV. Excel expects that of the computer's region: a semicolon in Indonesian, a comma in English. */
export const Separator = z.enum(['semicolon', 'comma', 'tab']);
export type Separator = z.infer<typeof Separator>;

/** Which sales leave the house; whatever is left out asks for all. Newest first, as the list is. */
export const ExportFilter = z.strictObject({
  /** at an office: of this counter alone */
  counter: CounterId.optional(),
  /** as transactions.search understands it */
  text: z.string().max(500).optional(),
  states: z.array(TransactionState).max(9).optional(),
  kinds: z.array(TransactionKind).max(2).optional(),
  /** createdAt, inclusive */
  from: z.iso.datetime({ offset: true }).optional(),
  /** createdAt, exclusive */
  to: z.iso.datetime({ offset: true }).optional(),
  /** the shop's days, both included */
  days: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).optional(),
  /** only sales with cash to be handed back, with cash to be collected, or pending for longer than the shop waits */
  only: z.enum(['cashToReturn', 'cashToCollect', 'overdue']).optional(),
});
export type ExportFilter = z.infer<typeof ExportFilter>;

/** A report to be read on paper ends here; more rows than that are for a spreadsheet. */
export const maxReportRows = 5000;

export const TaskId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** A file that was asked for; "page": the host's script brings it to the address before this resolves. */
export const ChosenFile = z.object({
  via: z.enum(['file', 'page', 'cancelled']),
  file: TaskId.nullable(),
  name: NullableString,
  url: NullableString,
});

/** Something that is made beside selling and takes its time: a file that leaves the house, or a statement that is compared. */
export const FileTask = z.object({
  id: TaskId,
  kind: z.enum(['export', 'reconcile']),
  format: ExportFormat.nullable(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** sales looked at, or bytes of a statement read, of `total` */
  done: NonNegativeInt,
  total: NonNegativeInt,
  /** rows written, or lines read */
  rows: NonNegativeInt,
  /** why it failed */
  reason: z.enum(exportReasons).nullable(),
  /** of the file, without its folder; null for a comparison */
  name: NullableString,
  folder: NullableString,
  startedAt: z.iso.datetime(),
  /** the page itself saves or prints what `exports.fetch` answers */
  fetch: z.boolean(),
});
export type FileTask = z.infer<typeof FileTask>;

/** A file of sales that was exported and is still there. It holds customers' data, which no erasure reaches. */
export const SavedExport = z.object({
  id: TaskId,
  name: z.string(),
  folder: z.string(),
  bytes: NonNegativeInt,
  savedAt: z.iso.datetime(),
});
export type SavedExport = z.infer<typeof SavedExport>;

export const exports = {
  /** asks for a place where the host does that, and begins; null: the person gave it no place */
  'exports.start': procedure({
    input: z.strictObject({ format: ExportFormat, separator: Separator.optional(), filter: ExportFilter }),
    output: z.object({ task: FileTask.nullable() }),
    needs: 'exports',
    office: 'replicas',
  }),
  /**
   * the books of some days, both included, their shifts and their cash moves: as a workbook, or as a page for the tax office. Asks
   * for a place as `exports.start` does
   */
  'exports.books': procedure({
    input: z.strictObject({ format: BooksFormat, from: z.iso.date(), to: z.iso.date(), counter: CounterId.optional() }),
    output: z.object({ task: FileTask.nullable() }),
    needs: () => ['exports', 'seeBooks'],
    office: 'replicas',
  }),
  /** tasks since the program started, newest first */
  'exports.list': procedure({
    input: nothing,
    output: z.object({ tasks: z.array(FileTask) }),
    needs: 'exports',
    extendsSession: false,
    office: 'own',
  }),
  /** stops one that runs; nothing of its file stays */
  'exports.cancel': procedure({
    input: z.strictObject({ id: TaskId }),
    output: z.object({ task: FileTask }),
    needs: 'exports',
    office: 'own',
  }),
  /** for a page that saves or prints by itself: "download" and "print" are done by the host's script before this resolves */
  'exports.fetch': procedure({
    input: z.strictObject({ id: TaskId }),
    output: z.object({
      via: z.enum(['file', 'download', 'print']),
      url: NullableString,
      name: NullableString,
    }),
    needs: 'exports',
    extendsSession: false,
    office: 'own',
  }),
  /** exported files that are still where they were saved, newest first */
  'exports.files': procedure({
    input: nothing,
    output: z.object({ files: z.array(SavedExport) }),
    needs: 'customersErase',
    extendsSession: false,
    office: 'own',
  }),
  /** deletes one of them for good; answers those that are left */
  'exports.delete': procedure({
    input: z.strictObject({ id: TaskId }),
    output: z.object({ files: z.array(SavedExport) }),
    needs: 'customersErase',
    office: 'own',
  }),
};

/** A row of a statement as it is read with a mapping; what is empty or cannot be read is null. */
export const StatementPreview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('line'),
    transactionId: NullableString,
    customerNo: NullableString,
    amount: NullableInt,
    /** a charge is money that the provider took, a refund money that it gave back */
    direction: z.enum(['charge', 'refund']),
    status: LineStatus.nullable(),
    time: z.iso.datetime().nullable(),
    wholeDay: z.boolean(),
    /** the same as it stands in the file; null: it is empty there */
    written: z.object({
      customerNo: NullableString,
      amount: NullableString,
      status: NullableString,
      time: NullableString,
    }),
  }),
  /** a balance, a total or headings: no line */
  z.object({ kind: z.literal('summary'), text: z.string() }),
]);
export type StatementPreview = z.infer<typeof StatementPreview>;

/** A statement's mapping, and its first lines as it reads them. */
export const StatementProposal = TableView.extend({
  mapping: StatementMapping,
  /** words and numbers for a status that a person has to explain */
  unknownStatuses: z.array(z.string()),
  /** whether amounts below zero occur, whose meaning a person confirms */
  hasNegative: z.boolean(),
  /** dates have no year: the period gives it */
  needsPeriod: z.boolean(),
  /** rows above the table name a period in words that Konter cannot read */
  hasUnreadPeriod: z.boolean(),
  hidden: HiddenParts,
  lines: z.array(StatementPreview),
});
export type StatementProposal = z.infer<typeof StatementProposal>;

/** "unchecked": matched, and something of it could not be compared. */
export const DifferenceKind = z.enum(['different', 'only_there', 'only_here', 'unchecked']);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

/** One line of the statement beside one sale of the shop; where one of the two is not there, its half is null. */
export const Difference = z.object({
  /** in the order in which they were found */
  place: PositiveInt,
  kind: DifferenceKind,
  /** which fields differ, for "different" */
  numberDiffers: z.boolean(),
  amountDiffers: z.boolean(),
  statusDiffers: z.boolean(),
  /** the sale is of a day outside of those compared */
  dayDiffers: z.boolean(),
  /** which could not be compared: empty, unreadable, unknown, or not in the book */
  numberUnchecked: z.boolean(),
  amountUnchecked: z.boolean(),
  statusUnchecked: z.boolean(),
  timeUnchecked: z.boolean(),
  /** what the provider gave back of it; null: nothing */
  refunded: NullableInt,
  there: z
    .object({
      line: PositiveInt,
      transactionId: NullableString,
      customerNo: NullableString,
      amount: NullableInt,
      direction: z.enum(['charge', 'refund']),
      /** in the statement's own words */
      status: NullableString,
      time: NullableString,
    })
    .nullable(),
  here: z
    .object({
      id: z.string(),
      receiptNo: NullableString,
      transactionId: NullableString,
      customerNo: z.string(),
      /** the provider's price, if known */
      amount: Rupiah.nullable(),
      state: TransactionState,
      time: z.string(),
    })
    .nullable(),
});
export type Difference = z.infer<typeof Difference>;

const Tally = z.object({ count: NonNegativeInt, amount: z.int() });

const Count = NonNegativeInt;

export const Reconciliation = z.object({
  /** lines of the statement that are of these days or name no time, and of those without an id and without a number, which can be compared with nothing */
  there: Tally,
  unreadable: Count,
  /** rows that state a balance or a total, repeat the headings, or are the foot of a page: no lines, so they are in no other count */
  balances: Count,
  /** rows of another table above the headings or beside the lines: they were not read */
  leftOut: Count,
  /** lines whose time is missing or in no form that Konter knows: they were compared by their id alone */
  withoutTime: Count,
  /** lines whose amount cannot be read: it was not compared */
  withoutAmount: Count,
  /** lines whose number or id a spreadsheet has rounded, "8.12E+11": it was not compared */
  rounded: Count,
  /** lines that several sales fit alike, of a whole day or of money that came back: matched with none */
  ambiguous: Count,
  /** lines whose status is in words that Konter does not know: their status was not compared */
  unknownStatus: Count,
  /** matched lines of which the number was not compared: empty, unreadable, several, or too few digits shown */
  uncheckedNumber: Count,
  /** matched lines of which an amount was not compared: empty, unreadable, or no cost in the book */
  uncheckedAmount: Count,
  /** money that the provider gave back: tied to its sale; and what it took in that is no refund of a sale, a deposit */
  refunds: Tally,
  deposits: Tally,
  /** sheets with a table that were not compared */
  otherSheets: z.array(z.string()),
  /** hidden rows of the sheet; they were compared with the others */
  hiddenRows: Count,
  /** the file names a period that was neither read nor said by a person: sales of its other days were not compared */
  unreadPeriod: z.boolean(),
  /** all that a person has to look at; 0: everything is the same */
  attention: Count,
  same: Tally,
  different: Tally,
  unchecked: Tally,
  onlyThere: Tally,
  onlyHere: Tally,
  /** lines with an id, and for how many of them the book has it */
  ids: z.object({ lines: Count, found: Count }),
  times: z.object({
    /** the order in which dates were read; null: no date depends on it */
    order: DateOrder.nullable(),
    /** false: nothing in the file or the book shows that order */
    orderKnown: z.boolean(),
    /** how far the statement's clock is ahead of the provider's time zone, in minutes, as its ids show; it was taken off */
    offset: z.int(),
    /** how far it seems to be ahead where no id shows it; null: nothing seems to be. It was not taken off */
    likelyOffset: NullableInt,
    /** the ids show that the lines are of days other than their sales: the days compared are those of the sales */
    ofSales: z.boolean(),
  }),
  /**
   * the provider's days that were compared, both included; null: no line has a readable time, so sales that are only here are
   * not reported
   */
  days: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const reconcile = {
  /** asks for the provider's statement, a CSV or an XLSX; "page": the host's script brings it before this resolves */
  'reconcile.choose': procedure({ input: nothing, output: ChosenFile, needs: 'reconcile', office: 'counter' }),
  /** proposes a mapping, or the last one of a file with the same headings; with `mapping`: what the person has corrected */
  'reconcile.look': procedure({
    input: z.strictObject({ file: TaskId, mapping: StatementMapping.optional() }),
    output: StatementProposal,
    needs: 'reconcile',
    office: 'counter',
  }),
  /** compares beside selling, and remembers the mapping by the headings; changes nothing in the book */
  'reconcile.start': procedure({
    input: z.strictObject({
      file: TaskId,
      mapping: StatementMapping,
      /** the provider's days, both included: lines of other days are left out; without it, those of the statement */
      days: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).optional(),
    }),
    output: z.object({ task: FileTask }),
    needs: 'reconcile',
    office: 'counter',
  }),
  /** the last comparison's differences */
  'reconcile.result': procedure({
    input: z.strictObject({
      kind: DifferenceKind.optional(),
      /** `next` of the page before */
      after: NonNegativeInt.optional(),
      limit: PageLimit,
    }),
    output: z.object({ summary: Reconciliation, rows: z.array(Difference), next: NullableInt }),
    needs: 'reconcile',
    office: 'counter',
  }),
  /** the differences of the last comparison as a CSV; null: the person gave it no place */
  'reconcile.export': procedure({
    input: nothing,
    output: z.object({ task: FileTask.nullable() }),
    needs: 'reconcile',
    office: 'counter',
  }),
};
