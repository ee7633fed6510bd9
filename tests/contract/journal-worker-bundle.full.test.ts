import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { buildIfNeeded } from '../../scripts/build.ts';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import type { WorkerName } from '../../src/main/base/system.ts';
import { callOnce } from '../../src/main/base/worker-pool.ts';
import { verifyJournal } from '../../src/main/integrity/verify.ts';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { builtFolder } from '../support/built-counters.ts';
import { realRandom, temporaryFolder } from '../support/database-files.ts';
import { OnFakeElectron } from '../support/fake-electron/run.ts';
import { exportOf, writeSearchBook } from '../support/large-databases.ts';
import { liveUnanswered } from '../support/provider-answers.ts';

// It serves its pages, which the product's build puts beside it.
beforeAll(() => buildIfNeeded('pages'), 60_000);

const live = liveUnanswered;
it('the built program finds its copying thread, and copies and checks its journal in it', async () => {
  const userData = temporaryFolder();
  const konter = new OnFakeElectron(join(builtFolder, 'index.js'), userData, live);
  onTestFinished(() => konter.kill());
  await vi.waitFor(() => expect(konter.reports.some((report) => report.opened)).toBe(true), { timeout: 30_000 });
  const copied = await konter.request({ call: 'konter:backups.make' });
  expect(copied).toMatchObject({ ok: true, value: { events: 0 } });
  expect(await konter.request({ call: 'konter:status' })).toMatchObject({
    value: { mode: 'live', backup: { error: null, lastVerifiedAt: expect.any(String) } },
  });
  const folder = join(userData, 'live/backups');
  const [file = ''] = await readdir(folder);
  expect(verifyJournal(join(folder, file)).flaw).toBeNull();
  await konter.request({ quit: true });
  expect(await konter.ended()).toBe(0);
});

it('the built program has the threads that index and search, each a file of its own', async () => {
  const folder = temporaryFolder();
  const files = { database: join(folder, 'journal.db'), index: join(folder, 'search.db') };
  const db = await openShopDatabase({ path: files.database, random: realRandom });
  onTestFinished(() => db.close());
  await writeSearchBook(db, 1, 40);
  const start = (name: string, workerData: object): Worker => {
    const worker = new Worker(join(builtFolder, name), { workerData, execArgv: [] });
    onTestFinished(async () => void (await worker.terminate()));
    return worker;
  };
  const callWorker = async (worker: Worker, input: unknown): Promise<unknown> => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
    worker.postMessage({ id: 1, input, cancelled: new SharedArrayBuffer(4) });
    return await once(worker, 'message');
  };
  const indexing = start('index-worker.js', [files]);
  expect(await callWorker(indexing, 'forget')).toEqual([{ id: 1, kind: 'answer', value: true }]);
  const searching = start('search-worker.js', [files]);
  const search = { do: 'search', request: { text: 'budi' }, today: '2026-03-02', slice: { start: 0, end: 1 } };
  expect(await callWorker(searching, search)).toMatchObject([
    { kind: 'answer', value: { page: { search: { index: 'ready' } } } },
  ]);
});

it('the built program has the threads that write files and compare statements', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'journal.db');
  const db = await openShopDatabase({ path, random: realRandom });
  onTestFinished(() => db.close());
  await writeSearchBook(db, 1, 40);
  const run = (name: WorkerName, input: object): Promise<unknown> =>
    callOnce(nodeSystem, name, input, { signal: new AbortController().signal, graceMs: 0 });
  for (const format of ['csv', 'xlsx'] as const) {
    const task = exportOf(path, { format, path: join(folder, `out.${format}`) });
    expect(await run('export-worker', task)).toEqual({ kind: 'done', rows: 39 });
  }
  expect(await readSheet(join(folder, 'out.xlsx'))).toHaveLength(40);
  const columns = {
    transactionId: 'Provider’s id',
    customerNo: null,
    amount: null,
    refund: null,
    direction: null,
    status: null,
    time: null,
    timeOfDay: null,
  };
  const layout = { sheet: null, separator: ';', headingRow: 1, decimal: 'comma' };
  const mapping = { ...layout, columns, dateOrder: null, negative: null, statuses: {}, period: null };
  const compare = { do: 'compare', database: path, statement: join(folder, 'out.csv'), mapping, days: null };
  const rest = { scratch: join(folder, 'reconcile.db'), timeZone: 'Asia/Jakarta' };
  expect(await run('reconcile-worker', { ...compare, ...rest })).toEqual({ kind: 'done', rows: 39 });
});
