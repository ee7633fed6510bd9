import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PageFiles, PrintJobs } from '../../../../src/main/hosts/browser/page-files.ts';
import { appWorld } from '../../../support/app-world.ts';
import { temporaryFolder } from '../../../support/database-files.ts';

describe('PageFiles', () => {
  const heads = 'ID;Nomor\n';

  async function brought(files: PageFiles): Promise<string> {
    const { url, path } = await files.statement();
    await files.receive(url.split('/').at(-1) ?? '', Readable.from(`${heads}T1;081234567890\n`));
    return path;
  }

  it('a file that is being written stays when somebody brings a statement meanwhile', async () => {
    const files = new PageFiles(temporaryFolder(), new PrintJobs());
    const partPath = `${await files.place('konter.csv')}.12345678.part`;
    writeFileSync(partPath, 'half');
    await brought(files);
    await files.forgetStatements();
    expect(existsSync(partPath)).toBe(true);
  });

  it('a second file of the same name replaces neither one that is written nor one that is about to be', async () => {
    const files = new PageFiles(temporaryFolder(), new PrintJobs());
    const first = await files.place('konter.xlsx');
    const second = await files.place('konter.xlsx');
    writeFileSync(first, 'first');
    const third = await files.place('konter.xlsx');
    expect([first, second, third].map((path) => basename(path))).toEqual([
      'konter.xlsx',
      'konter-2.xlsx',
      'konter-3.xlsx',
    ]);
  });

  it('what earlier runs left half-way, and their statements, go at the start', async () => {
    const folder = temporaryFolder();
    const exports = join(folder, 'exports');
    mkdirSync(exports);
    for (const name of ['konter.csv', 'konter.csv.12345678.part', 'statement-abc'])
      writeFileSync(join(exports, name), 'x');
    await new PageFiles(folder, new PrintJobs()).forgetStatements();
    expect(readdirSync(exports)).toEqual(['konter.csv']);
  });

  it('a statement that was brought goes with the customer who stands in it', async () => {
    const dataDir = temporaryFolder();
    const files = new PageFiles(dataDir, new PrintJobs());
    const world = await appWorld({ dataDir, fileDialogs: files });
    await world.call('settings.save', { supervisorPin: { next: '1234' } });
    const customerNo = '081234567890';
    const numbers = [{ customerNo, label: 'rumah' }];
    const purgeAt = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
    const saved = await world.call('customers.save', { name: 'BUDI', numbers, purgeAt, consent: true });
    expect(saved.ok).toBe(true);
    const path = await brought(files);
    expect(existsSync(path)).toBe(true);
    const input = { customerNo, readBack: customerNo, reason: 'asked', pin: '1234' };
    expect((await world.call('customers.erase', input)).value).toMatchObject({ saved: 1 });
    expect(existsSync(path)).toBe(false);
  });
});

describe('slips that the browser prints', () => {
  const job = (html: string) => ({ saleId: 'x', copy: 1, html, paper: '58' }) as const;
  const idOf = (url: string): string => url.replace('/print/', '');

  async function put(jobs: PrintJobs, html: string): Promise<string> {
    const outcome = await jobs.print(job(html));
    if (outcome.kind !== 'page') throw new Error('not left to the page');
    return idOf(outcome.url);
  }

  it('a slip lies under an address that cannot be guessed, and is taken once', async () => {
    const jobs = new PrintJobs();
    const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => put(jobs, `slip ${n}`)));
    expect(new Set(ids).size).toBe(10);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(jobs.take(ids[3] ?? '')).toBe('slip 3');
    expect(jobs.take(ids[3] ?? '')).toBeNull();
    expect(jobs.take('slip 3')).toBeNull();
  });

  it('only the last few slips are kept', async () => {
    const jobs = new PrintJobs();
    const first = await put(jobs, 'first');
    for (let n = 0; n < 20; n += 1) await put(jobs, `later ${n}`);
    expect(jobs.take(first)).toBeNull();
    expect(jobs.take(await put(jobs, 'last'))).toBe('last');
  });
});
