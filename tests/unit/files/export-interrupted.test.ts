import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { writeVariedReceipts } from '../../../bench/varied-receipts.ts';
import type { FileDialogs } from '../../../src/main/files/api.ts';
import type { ExportFormat, FileTask } from '../../../src/shared/contract/files.ts';
import { type AppWorld, appWorld } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { smallDisk } from '../../support/small-disk.ts';

const anOrder = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000 };

const sales = 20_000;

/** A shop in training with enough sales for many slices of an export, whose files go where the test says. */
async function aShop(place: () => string): Promise<AppWorld> {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'training'));
  writeVariedReceipts(join(dataDir, 'training', 'journal.db'), sales, 'training');
  const places: FileDialogs = {
    place: async () => place(),
    paper: async () => ({ kind: 'failed' }),
    download: () => null,
    statement: async () => ({ kind: 'cancelled' }),
  };
  return appWorld({ dataDir, places });
}

const taskOf = async (world: AppWorld, id: string): Promise<FileTask | undefined> =>
  (await world.call('exports.list')).value.tasks.find((task) => task.id === id);

/** Starts one, and answers when it has written some rows. */
async function begun(world: AppWorld, format: ExportFormat = 'jsonl'): Promise<string> {
  const { value } = await world.call('exports.start', { format, filter: {} });
  const id = value.task?.id ?? '';
  await vi.waitFor(async () => expect((await taskOf(world, id))?.rows).toBeGreaterThan(0), {
    interval: 1,
    timeout: 30_000,
  });
  return id;
}

const ended = (world: AppWorld, id: string): Promise<FileTask> =>
  vi.waitFor(
    async () => {
      const task = await taskOf(world, id);
      if (!task || task.state === 'running') throw new Error('it runs');
      return task;
    },
    { timeout: 30_000, interval: 5 },
  );

describe('an interrupted export', () => {
  it('an export given up in the middle leaves nothing, sales go on beside it, and the next one is whole', async () => {
    const folder = temporaryFolder();
    let n = 0;
    const world = await aShop(() => join(folder, `out-${(n += 1)}.jsonl`));
    const id = await begun(world);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toHaveLength(1);
    // Two at once there are not, and a sale waits for neither.
    expect(await world.call('exports.start', { format: 'csv', filter: {} })).toMatchObject({
      error: { reason: 'task_running' },
    });
    const [sold, cancelled] = await Promise.all([world.call('order', anOrder), world.call('exports.cancel', { id })]);
    expect(sold.ok).toBe(true);
    expect(cancelled.value.task).toMatchObject({ state: 'cancelled', rows: expect.any(Number) });
    expect(cancelled.value.task.rows).toBeLessThan(sales);
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(join(world.dataDir, 'training')).filter((name) => name.startsWith('unfinished'))).toEqual([]);
    const again = await world.call('exports.start', { format: 'csv', filter: {} });
    const whole = await ended(world, again.value.task?.id ?? '');
    expect(whole).toMatchObject({ state: 'done', rows: sales + 1 });
    expect(readdirSync(folder)).toEqual([whole.name]);
  });

  it('a stick that is pulled while an export is written to it is the reason, and the next export finds its way', async () => {
    const folder = temporaryFolder();
    const stick = join(folder, 'stick');
    mkdirSync(stick);
    let place = join(stick, 'out.jsonl');
    const world = await aShop(() => place);
    const id = await begun(world);
    renameSync(stick, join(folder, 'pulled'));
    expect(await ended(world, id)).toMatchObject({ state: 'failed', reason: 'folder_missing' });
    expect((await world.call('order', anOrder)).ok).toBe(true);
    place = join(folder, 'elsewhere.csv');
    const again = await world.call('exports.start', { format: 'csv', filter: { states: ['failed'] } });
    expect(await ended(world, again.value.task?.id ?? '')).toMatchObject({ state: 'done' });
    // Not there at the next start, there at the one after that: the half that is on it holds customers' numbers.
    await world.app.close();
    await (await appWorld({ dataDir: world.dataDir })).app.close();
    renameSync(join(folder, 'pulled'), stick);
    expect(readdirSync(stick)).toHaveLength(1);
    await appWorld({ dataDir: world.dataDir });
    expect(readdirSync(stick)).toEqual([]);
  });

  it('a disk that fills up while an export is written is the reason; the part goes and sales go on', async () => {
    const disk = smallDisk(4);
    if (!disk) return;
    const world = await aShop(() => join(disk.folder, 'out.jsonl'));
    const id = await begun(world);
    expect(await ended(world, id)).toMatchObject({ state: 'failed', reason: 'disk_full' });
    expect(readdirSync(disk.folder)).toEqual([]);
    expect((await world.call('order', anOrder)).ok).toBe(true);
  });
});
