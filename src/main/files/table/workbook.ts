import { readFileSync, statSync } from 'node:fs';

export const tableReasons = [
  'no_table',
  'old_workbook',
  'stray_quote',
  'unclear_headings',
  'column_missing',
  'too_large',
] as const;

/** The file is no table, lacks a mapped column, or is larger than any statement. */
export class NotATable extends Error {
  readonly reason: (typeof tableReasons)[number];
  constructor(reason: NotATable['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** A statement of a hundred thousand lines has some 5 MB. */
const maxBytes = 32 * 1024 * 1024;
/** What the parts of a workbook may be together once they are unpacked. */
export const maxUnpackedBytes = 192 * 1024 * 1024;
const maxParts = 1000;
/** Further columns hold nothing that is compared. */
const maxCells = 256;

/** Whether a file is a ZIP archive, as workbooks are. */
export const isArchive = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;

/** A container of Excel's format before .xlsx, or of a workbook with a password. */
const isContainer = (head: Uint8Array): boolean => Buffer.from(head.subarray(0, 4)).toString('hex') === 'd0cf11e0';
/** A web page, which may begin with any element, a comment or some text before its table. */
const markup = /^\uFEFF?\s*<(?:!doctype|!--|\?xml|[a-z][a-z0-9]*[\s>])|<table[\s>]/i;

/** Whether Excel opens it, though it is neither a workbook as we read it nor a table of text: web pages are sent as .xls too. */
export const isOldWorkbook = (head: Uint8Array, text: string): boolean => isContainer(head) || markup.test(text);

/** A sheet of a workbook. */
export interface Sheet {
  name: string;
  hidden: boolean;
}

/** The sheets of a workbook in their order. Throws NotATable and file system errors. */
export async function workbookSheets(path: string): Promise<Sheet[]> {
  const { bytes, readXlsx } = await openWorkbook(path);
  const sheets: Sheet[] = [];
  const only = ({ name, hidden, veryHidden }: { name: string; hidden?: boolean; veryHidden?: boolean }): boolean => {
    sheets.push({ name, hidden: hidden === true || veryHidden === true });
    return false;
  };
  await readXlsx(bytes, { sheets: only }).catch(fail);
  return sheets;
}

/** What a sheet hides: rows with a value, and columns, by their numbers, from 0. */
export interface Hidden {
  rows: ReadonlySet<number>;
  columns: readonly number[];
}

/** What a sheet hides from a person who looks at it. Throws NotATable and file system errors. */
export async function hiddenParts(path: string, sheet: number | string): Promise<Hidden> {
  const { bytes, readXlsx } = await openWorkbook(path);
  const { sheets } = await readXlsx(bytes, { sheets: [sheet] }).catch(fail);
  const [firstSheet] = sheets;
  const isFilled = (at: number): boolean => (firstSheet?.rows[at] ?? []).some((cell) => cell !== null && cell !== '');
  const rows = [...(firstSheet?.rowDefs ?? [])].flatMap(([at, { hidden }]) =>
    hidden === true && isFilled(at) ? [at] : [],
  );
  const columns = (firstSheet?.columns ?? []).flatMap(({ hidden }, at) => (hidden === true ? [at] : []));
  return { rows: new Set(rows), columns };
}

/**
 * The rows of a sheet as text, without the empty ones: dates as "YYYY-MM-DD HH:mm:ss", numbers with all their digits. No row: there
 * is no such sheet. Throws NotATable and file system errors.
 * @param without rows that are left out, by their numbers from 0
 */
export async function* workbookRows(
  path: string,
  sheet: number | string,
  without: ReadonlySet<number> = new Set(),
): AsyncGenerator<string[], void> {
  const { bytes, streamXlsxRows } = await openWorkbook(path);
  const rows = streamXlsxRows(bytes, { sheet });
  // Some programs write a row element for each cell.
  let row: { index: number; cells: string[] } | null = null;
  try {
    for (;;) {
      // A part that is missing, encrypted, damaged, or larger than it says.
      const { value, done } = await rows.next().catch(fail);
      if (row !== null && (done || value.index !== row.index)) {
        if (!without.has(row.index) && row.cells.some((cell) => cell !== '')) yield row.cells;
        row = null;
      }
      if (done) return;
      const cells = value.values.slice(0, maxCells).map(cellText);
      const before: string[] = row?.cells ?? [];
      const width = Math.max(before.length, cells.length);
      row = { index: value.index, cells: Array.from({ length: width }, (_, at) => cells[at] || before[at] || '') };
    }
  } finally {
    await rows.return();
  }
}

async function openWorkbook(path: string) {
  if (statSync(path).size > maxBytes) throw new NotATable('too_large');
  const bytes = readFileSync(path);
  checkUnpackedSize(bytes);
  // Loaded on demand: most statements are CSV.
  return { bytes, ...(await import('hucre/xlsx')) };
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const maxComment = 65_535;
const longerSize = 0xffffffff;

/**
 * Refuses an archive whose directory declares too much; the reader holds each part to the size declared here.
 * Throws NotATable.
 */
function checkUnpackedSize(bytes: Buffer): void {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end < bytes.length - endBytes - maxComment || end + endBytes > bytes.length) fail();
  if (bytes.readUInt32LE(end) !== endSignature) fail();
  const parts = bytes.readUInt16LE(end + 10);
  if (parts > maxParts) throw new NotATable('too_large');
  let unpacked = 0;
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < parts; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entrySignature) fail();
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    if (size === longerSize || packed === longerSize) throw new NotATable('too_large');
    // The reader has no limit for a part that declares no size.
    if (size === 0 && packed > 2) fail();
    unpacked += size;
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (unpacked > maxUnpackedBytes) throw new NotATable('too_large');
}

function fail(): never {
  throw new NotATable('no_table');
}

/** A time of day without a date has a day of the first years that spreadsheets know. */
const firstYear = 1950;

/**
 * Midnight, and where SheetJS writes a day on a machine in Jakarta, Pontianak, Makassar and Jayapura: it counts from 1899, when clocks
 * there had the sun's seconds.
 */
const midnights = new Set(['00:00:00', '00:00:12', '00:00:20', '00:00:36', '00:00:48']);

function cellText(value: string | number | boolean | Date | null): string {
  if (value instanceof Date) {
    // Fractions of a day are not exact.
    const wall = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
    const [day, time] = [wall.slice(0, 10), wall.slice(11, 19)];
    if (value.getUTCFullYear() < firstYear) return time;
    return midnights.has(time) ? day : `${day} ${time}`;
  }
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'string' ? value : '';
}

/** With at least four decimals, if any: three would be thousands. A number whose last digits are lost shows it. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? value.toExponential() : value.toFixed(10);
}
