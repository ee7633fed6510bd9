import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { writeVariedReceipts } from '../../../bench/varied-receipts.ts';
import type { FileDialogs } from '../../../src/main/files/api.ts';
import { type ExportFormat, FileTask } from '../../../src/shared/contract/files.ts';
import { type AppWorld, appWorld } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { smallDisk } from '../../support/small-disk.ts';

const placesIn = (folder: string, more: Partial<FileDialogs> = {}): FileDialogs => ({
  place: async (name) => join(folder, name),
  paper: async () => ({ kind: 'failed' }),
  download: () => null,
  statement: async () => ({ kind: 'cancelled' }),
  ...more,
});

async function ended(world: Awaited<ReturnType<typeof appWorld>>, id: string | undefined): Promise<FileTask> {
  return vi.waitFor(
    async () => {
      const { value } = await world.call('exports.list');
      const task = value.tasks.find((one) => one.id === id);
      if (!task || task.state === 'running') throw new Error('it runs');
      return task;
    },
    { timeout: 30_000 },
  );
}

describe('exports.* and reconcile.*', () => {
  it('a file is made where the person wants it, published while it is made, and listed afterwards', async () => {
    const folder = temporaryFolder();
    const world = await appWorld({ fileDialogs: placesIn(folder) });
    const { value } = await world.call('exports.start', { format: 'csv', filter: {} });
    const task = await ended(world, value.task?.id);
    expect(FileTask.parse(task)).toMatchObject({ kind: 'export', state: 'done', folder, fetch: false, reason: null });
    expect(readdirSync(folder)).toEqual([task.name]);
    expect(world.events).toContainEqual({ type: 'task', task });
  });

  it('files that were exported are listed, also after a restart, and deleted one by one', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'of-earlier.csv'), 'x');
    const exported = async () => [join(folder, 'of-earlier.csv')];
    const world = await appWorld({ fileDialogs: placesIn(folder, { exported }) });
    const { value } = await world.call('exports.start', { format: 'csv', filter: {} });
    const task = await ended(world, value.task?.id);
    const names = async (from: Pick<AppWorld, 'call'>) =>
      (await from.call('exports.files')).value.files.map(({ name }) => name).toSorted();
    expect(await names(world)).toEqual([task.name, 'of-earlier.csv']);
    await world.app.close();

    const again = await appWorld({ dataDir: world.dataDir, fileDialogs: placesIn(folder) });
    const files = (await again.call('exports.files')).value.files;
    const listedFile = files.find(({ name }) => name === task.name);
    expect(listedFile).toMatchObject({ folder, bytes: expect.any(Number) });
    const left = await again.call('exports.delete', { id: listedFile?.id ?? '' });
    expect(left.value.files.map(({ name }) => name)).toEqual(['of-earlier.csv']);
    expect(readdirSync(folder)).toEqual(['of-earlier.csv']);
    expect(await again.call('exports.delete', { id: listedFile?.id ?? '' })).toMatchObject({
      error: { code: 'not_found' },
    });
    renameSync(join(folder, 'of-earlier.csv'), join(folder, 'elsewhere.csv'));
    expect(await names(again)).toEqual([]);
  });

  it('a person who gives a file no place has asked for nothing', async () => {
    const world = await appWorld({ fileDialogs: placesIn('/nowhere', { place: async () => null }) });
    expect((await world.call('exports.start', { format: 'xlsx', filter: {} })).value).toEqual({ task: null });
    expect((await world.call('exports.list')).value).toEqual({ tasks: [] });
  });

  it('a folder that is gone is the reason, and nothing else is hurt', async () => {
    const world = await appWorld({ fileDialogs: placesIn(join(temporaryFolder(), 'gone')) });
    const { value } = await world.call('exports.start', { format: 'csv', filter: {} });
    expect(await ended(world, value.task?.id)).toMatchObject({ state: 'failed', reason: 'folder_missing' });
  });

  it('a report becomes a PDF by the host, and its page goes', async () => {
    const folder = temporaryFolder();
    const papers: string[] = [];
    const places = placesIn(folder, {
      paper: async (html) => {
        papers.push(html);
        return { kind: 'page', url: '/print/x' };
      },
    });
    const world = await appWorld({ fileDialogs: places });
    const { value } = await world.call('exports.start', { format: 'pdf', filter: {} });
    const task = await ended(world, value.task?.id);
    expect(task).toMatchObject({ state: 'done', fetch: true });
    expect(papers[0]).toContain('<!doctype html>');
    expect((await world.call('exports.fetch', { id: task.id })).value).toMatchObject({ via: 'print', url: '/print/x' });
    expect(readdirSync(join(world.dataDir, 'training')).filter((name) => name.startsWith('report-'))).toEqual([]);
  });

  it('a host without files says so', async () => {
    const world = await appWorld();
    const { error } = await world.call('exports.start', { format: 'csv', filter: {} });
    expect(error).toMatchObject({ code: 'not_allowed', reason: 'cannot_save' });
  });

  it('the mapping of a statement is remembered for the next one', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'statement.csv');
    writeFileSync(path, 'A,B,C\nT1,0812,5\n');
    const statement = async () => ({ kind: 'file' as const, path, name: 'statement.csv' });
    const world = await appWorld({ fileDialogs: placesIn(folder, { statement }) });
    const file = (await world.call('reconcile.choose')).value.file ?? '';
    const { mapping: proposed } = (await world.call('reconcile.look', { file })).value;
    const columns = { ...proposed.columns, transactionId: 'A', customerNo: 'B', amount: 'C' };
    const mapping = { ...proposed, columns };
    const { value } = await world.call('reconcile.start', { file, mapping });
    expect(await ended(world, value.task.id)).toMatchObject({ state: 'done', rows: 1 });
    expect((await world.call('reconcile.look', { file })).value).toMatchObject({
      from: 'remembered',
      mapping: { columns },
    });
    expect((await world.call('reconcile.result', {})).value.summary).toMatchObject({
      onlyThere: { count: 1, amount: 5 },
    });
    expect(readFileSync(join(world.dataDir, 'training', 'statement-mappings.json'), 'utf8')).not.toContain('0812');
  });

  it.each([
    ['of Excel’s old format', Buffer.from('d0cf11e0a1b11ae1'.padEnd(4000, '0'), 'hex')],
    ['that is a web page behind a title', '<center><h3>Mutasi</h3></center><table><tr><td>ID</td></tr></table>'],
    ['that is a web page', '<html><table><tr><td>ID</td><td>Nomor</td></tr></table></html>'],
  ])('a workbook %s is refused with what to do, and the comparison before it stays', async (_, bytes) => {
    const folder = temporaryFolder();
    const path = join(folder, 'statement.xls');
    writeFileSync(path, 'A,B,C\nT1,0812,5\n');
    const statement = async () => ({ kind: 'file' as const, path, name: 'statement.xls' });
    const world = await appWorld({ fileDialogs: placesIn(folder, { statement }) });
    const file = (await world.call('reconcile.choose')).value.file ?? '';
    const { mapping: proposed } = (await world.call('reconcile.look', { file })).value;
    const mapping = { ...proposed, columns: { ...proposed.columns, transactionId: 'A', customerNo: 'B', amount: 'C' } };
    const { value } = await world.call('reconcile.start', { file, mapping });
    await ended(world, value.task.id);
    const before = (await world.call('reconcile.result', {})).value;
    writeFileSync(path, bytes);
    const { error } = await world.call('reconcile.look', { file });
    expect(error).toMatchObject({ code: 'invalid_input', reason: 'old_workbook' });
    expect((await world.call('reconcile.result', {})).value).toEqual(before);
    const again = await world.call('reconcile.start', { file, mapping });
    expect(await ended(world, again.value.task.id)).toMatchObject({ state: 'failed', reason: 'old_workbook' });
  });

  it('what a killed program left of a file goes at the next start, and nothing else does', async () => {
    const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
    const world = await appWorld({ dataDir });
    await world.app.close();
    const [partPath, other] = [join(folder, 'sales.csv.0a1b2c3d.part'), join(folder, 'mine.csv')];
    for (const path of [partPath, other]) writeFileSync(path, '081234567890');
    const training = join(dataDir, 'training');
    const page = join(training, 'report-01234567-89ab-4cde-8f01-23456789abcd.html');
    writeFileSync(page, '<p>081234567890');
    writeFileSync(join(training, 'reconcile.db'), '081234567890');
    writeFileSync(join(training, 'unfinished-file.json'), JSON.stringify({ temporaries: [partPath] }));
    const again = await appWorld({ dataDir });
    expect(readdirSync(folder)).toEqual(['mine.csv']);
    for (const name of ['unfinished-file.json', 'reconcile.db']) expect(readdirSync(training)).not.toContain(name);
    expect(existsSync(page)).toBe(false);
    await again.app.close();
  });
});

describe('interrupted exports', { tags: ['full'] }, () => {
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
    return appWorld({ dataDir, fileDialogs: places });
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
});
