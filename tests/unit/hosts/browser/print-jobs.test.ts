import { describe, expect, test } from 'vitest';
import { PrintJobs } from '../../../../src/main/hosts/browser/print-jobs.ts';

describe('slips that the browser prints', () => {
  const job = (html: string) => ({ saleId: 'x', copy: 1, html, paper: '58' }) as const;
  const idOf = (url: string): string => url.replace('/print/', '');

  async function put(jobs: PrintJobs, html: string): Promise<string> {
    const outcome = await jobs.print(job(html));
    if (outcome.kind !== 'page') throw new Error('not left to the page');
    return idOf(outcome.url);
  }

  test('a slip lies under an address that cannot be guessed, and is taken once', async () => {
    const jobs = new PrintJobs();
    const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => put(jobs, `slip ${n}`)));
    expect(new Set(ids).size).toBe(10);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(jobs.take(ids[3] ?? '')).toBe('slip 3');
    expect(jobs.take(ids[3] ?? '')).toBeNull();
    expect(jobs.take('slip 3')).toBeNull();
  });

  test('only the last few slips are kept', async () => {
    const jobs = new PrintJobs();
    const first = await put(jobs, 'first');
    for (let n = 0; n < 20; n += 1) await put(jobs, `later ${n}`);
    expect(jobs.take(first)).toBeNull();
    expect(jobs.take(await put(jobs, 'last'))).toBe('last');
  });
});
