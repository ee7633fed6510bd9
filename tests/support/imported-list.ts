import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import type { ListLine } from '../../src/main/catalogue/catalogue-repository.ts';
import { type ListTables, proposeList, readListFile } from '../../src/main/catalogue/read-list.ts';
import { lookAtTable } from '../../src/main/files/table/headings.ts';
import { listQuestion } from '../../src/main/files/table/list-headings.ts';
import { readSeenRows } from '../../src/main/files/table/table-file.ts';
import { temporaryFolder } from './database-files.ts';

/** Reads in the test's own thread. */
export const listTables: ListTables = {
  find: (path, place, headings) => lookAtTable(path, { ...listQuestion, headings }, place),
  rows: readSeenRows,
};

type Remembered = Parameters<typeof proposeList>[2];

/** A price list as it is imported where nobody corrects anything. @param body the text of a file, or a workbook */
export async function importedList(body: string | Parameters<typeof writeXlsx>[0], remembered: Remembered = []) {
  const path = join(temporaryFolder(), 'list');
  writeFileSync(path, typeof body === 'string' ? body : await writeXlsx(body));
  const proposal = await proposeList(path, null, remembered, listTables);
  // As `catalogue.import` asks before it reads.
  const isAsked = proposal.asksUnit && (proposal.mapping?.unit ?? null) === null;
  return { proposal, isAsked, lines: await readListFile(path, proposal.mapping, 'rupiah', listTables) };
}

/** The same of the rows of a text file. */
export const importedRows = (rows: readonly string[], remembered: Remembered = []) =>
  importedList(`${rows.join('\n')}\n`, remembered);

/** Code, cost and selling price of the lines that are taken. */
export const takenLines = (lines: readonly ListLine[]) =>
  lines.flatMap(({ reason, productCode, cost, sellingPrice }) =>
    reason === null ? [[productCode, cost, sellingPrice] as const] : [],
  );
