import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import { type BooksTask, runExport } from '../../src/main/files/file-tasks.ts';
import { aJournal, journalPath, temporaryFolder } from '../support/database-files.ts';
import { exported } from '../support/large-databases.ts';
import { order, sold } from '../support/stored-sales.ts';

const office = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0);
// Said aloud: elsewhere only readers in this repository look at the files.
if (office === undefined) console.warn('SKIPPED: LibreOffice is not installed, so no export was opened with it.');

/** The types of a file's cells as LibreOffice understands them. */
function typesIn(path: string): string {
  const folder = temporaryFolder();
  const profile = `-env:UserInstallation=${pathToFileURL(temporaryFolder()).href}`;
  const converted = spawnSync(office ?? '', [profile, '--headless', '--convert-to', 'fods', '--outdir', folder, path]);
  expect(converted.status, String(converted.stderr)).toBe(0);
  return readFileSync(join(folder, basename(path).replace(/\.\w+$/, '.fods')), 'utf8');
}

it.skipIf(office === undefined)('LibreOffice opens every export with dates, amounts and texts as such', async () => {
  const journal = journalPath();
  const book = await aJournal(journal);
  await sold(book, order(1, { total: 12_000, customerName: '=1+1' }));
  const sales = typesIn((await exported(journal, { format: 'xlsx' })).path);
  expect(sales).toMatch(/office:value-type="date" office:date-value="2026-03-02T08:0/);
  expect(sales).toMatch(/office:value-type="float" office:value="12000"/);
  expect(sales).toMatch(/office:value-type="string"[^>]*><text:p>081200000001</);
  expect(sales).not.toContain('table:formula');
  const path = join(temporaryFolder(), 'books.xlsx');
  const task: BooksTask = {
    journal,
    path,
    temporary: `${path}.part`,
    format: 'xlsx',
    from: '2026-03-01',
    to: '2026-03-31',
    timeZone: 'Asia/Jakarta',
    language: 'en',
    shop: '',
    costs: true,
    blind: false,
    people: [],
  };
  await runExport(nodeSystem, task, () => undefined, new AbortController().signal);
  const books = typesIn(path);
  expect(books).toMatch(/office:value-type="date" office:date-value="2026-03-02"/);
  expect(books).toMatch(/office:value-type="float" office:value="12000"/);
  const csv = typesIn((await exported(journal, { format: 'csv', separator: 'comma' })).path);
  expect(csv).toContain('081200000001');
  expect(csv).not.toContain('table:formula');
});
