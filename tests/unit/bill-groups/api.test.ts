import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { RawInput } from '../../../src/shared/contract/registry.ts';
import { type AppWorld, appWorld, staffed } from '../../support/app-world.ts';
import { chosenFile } from '../../support/chosen-file.ts';
import { temporaryFolder } from '../../support/database-files.ts';

const purgeAt = new Date(Date.now() + 100 * 24 * 60 * 60_000).toISOString().slice(0, 10);
const members = [
  { name: 'Bu Sri', payer: '', productCode: 'PLNPOST', customerNo: '530000000001' },
  { name: 'Pak Budi', payer: 'Pak RT', productCode: 'PLNPOST', customerNo: '530000000002' },
];
const list: RawInput<'billGroups.save'> = { name: 'RT 05', members, purgeAt, consent: true };

const inquired = async ({ call }: AppWorld, id: string) => {
  await call('billGroups.inquire', { id });
  await vi.waitFor(
    async () => expect((await call('billGroups.get', { id })).value.inquiries?.isRunning).toBe(false),
    15_000,
  );
  return (await call('billGroups.get', { id })).value;
};

test('a group is asked for and paid as a batch in training; its list is printed without a copy in the queue', async () => {
  const world = await appWorld();
  const { call } = world;
  const { value: saved } = await call('billGroups.save', list);
  expect((await call('billGroups.list')).value.groups).toEqual([{ id: saved.id, name: 'RT 05', members: 2 }]);
  const group = await inquired(world, saved.id);
  expect(group.members.map(({ state }) => state)).toEqual(['due', 'due']);
  expect(world.events.map(({ type }) => type)).toContain('billGroups');
  const lines = group.members.map(({ sale }) => ({ id: sale?.id ?? '', total: sale?.total ?? 0 }));
  const { value: batch } = await call('batches.create', { lines });
  await vi.waitFor(
    async () => expect((await call('batches.get', { id: batch.id })).value.state).toBe('finished'),
    15_000,
  );
  const paid = (await call('billGroups.get', { id: saved.id })).value;
  expect(paid.members.map(({ state, sale }) => [state, sale?.state])).toEqual([
    ['paid', 'success'],
    ['paid', 'success'],
  ]);
  const printed = await call('billGroups.print', { id: saved.id, paper: '58' });
  expect(printed.value.text).toMatch(
    /DAFTAR KOLEKTIF[^]*RT 05[^]*5300\*{6}01 sudah dibayar[^]*Pak RT[^]*Sudah dibayar \(1\)[^]*SEMUA[^]*Sudah dibayar \(2\)/,
  );
  // What belongs to a name is marked, as white space at the start of a line is not printed.
  expect(printed.value.text).toMatch(/\n- 5300\*{6}01 sudah dibayar\n/);
  expect(printed.value.text).not.toContain('530000000001');
  expect(world.printed).toHaveLength(1);
  expect((await call('prints.list')).value.jobs).toEqual([]);
});

test.each(['csv', 'xlsx'] as const)('a %s that was written is read in again', async (format) => {
  const folder = temporaryFolder();
  const places = chosenFile(folder);
  const world = await appWorld({ fileDialogs: places });
  const { value: saved } = await world.call('billGroups.save', list);
  const { value } = await world.call('billGroups.export', { id: saved.id, format });
  await vi.waitFor(async () => expect((await world.call('exports.list')).value.tasks[0]?.state).toBe('done'), 15_000);
  expect(value.task?.name).not.toMatch(/RT|Sri/);
  // It is named after the shop's clock.
  const stamp = value.task?.name?.replace(/.*-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\..*/, '$1-$2-$3T$4:$5:$6+07:00');
  expect(Math.abs(Date.parse(stamp ?? '') - Date.now())).toBeLessThan(60_000);
  places.chosen = join(folder, value.task?.name ?? '');
  const { value: chosen } = await world.call('billGroups.choose');
  const read = await world.call('billGroups.readFile', { file: chosen.file ?? '' });
  expect(read.value).toMatchObject({ from: 'proposed', lines: members });
  // What is exported is listed where a customer is erased.
  expect((await world.call('exports.files')).value.files.map(({ name }) => name)).toEqual([value.task?.name]);
});

test('a CSV has the whole list with its states, and numbers that a spreadsheet leaves alone', async () => {
  const folder = temporaryFolder();
  const world = await appWorld({ fileDialogs: chosenFile(folder) });
  const { value: saved } = await world.call('billGroups.save', list);
  const { value } = await world.call('billGroups.export', { id: saved.id, format: 'csv', separator: 'comma' });
  await vi.waitFor(async () => expect((await world.call('exports.list')).value.tasks[0]?.state).toBe('done'), 15_000);
  expect(
    readFileSync(join(folder, value.task?.name ?? ''), 'utf8')
      .split('\r\n')
      .slice(0, 2),
  ).toEqual([
    '\uFEFFNama,Kode,Nomor,Pembayar,Keadaan,Bulan ini,Bulan lalu,Nomor struk,Nomor seri',
    "Bu Sri,PLNPOST,'530000000001,,belum dicek,,,,",
  ]);
});

test('a bill that is not there has no amount, on the list and in the file', async () => {
  const folder = temporaryFolder();
  const world = await appWorld({ fileDialogs: chosenFile(folder) });
  const none = { name: 'Pak Jaya', payer: '', productCode: 'PLNPOST', customerNo: '99000000501' };
  const { value: saved } = await world.call('billGroups.save', { ...list, members: [none] });
  expect((await inquired(world, saved.id)).members[0]?.state).toBe('failed');
  const printed = await world.call('billGroups.print', { id: saved.id, paper: '58' });
  expect(printed.value.text).toMatch(/Pak Jaya\n- 9900\*{5}01 gagal/);
  const { value } = await world.call('billGroups.export', { id: saved.id, format: 'csv' });
  await vi.waitFor(async () => expect((await world.call('exports.list')).value.tasks[0]?.state).toBe('done'), 15_000);
  expect(readFileSync(join(folder, value.task?.name ?? ''), 'utf8')).toContain(";'99000000501;;gagal;;;;\r\n");
});

test('a file of somebody’s own is read as a person says, and one that is no table is refused', async () => {
  const folder = temporaryFolder();
  const places = chosenFile(folder);
  const world = await appWorld({ fileDialogs: places });
  const choose = async (text: string) => {
    places.chosen = join(folder, 'list.csv');
    writeFileSync(places.chosen, text);
    return (await world.call('billGroups.choose')).value.file ?? '';
  };
  const file = await choose(
    'Warga,IDPEL,Blok,Layanan\nBu Sri,530000000001,A1,PLNPOST\nPak Budi,530000000002,A2,PLNPOST\n',
  );
  const { value } = await world.call('billGroups.readFile', { file });
  expect(value.mapping.columns).toMatchObject({ name: 'Warga', customerNo: 'IDPEL', payer: null });
  const columns = { ...value.mapping.columns, productCode: 'Layanan', payer: 'Blok' };
  const mended = await world.call('billGroups.readFile', { file, mapping: { ...value.mapping, columns } });
  expect(mended.value.lines[1]).toEqual({
    name: 'Pak Budi',
    productCode: 'PLNPOST',
    customerNo: '530000000002',
    payer: 'A2',
  });
  const none = await choose('');
  expect(await world.call('billGroups.readFile', { file: none })).toMatchObject({
    ok: false,
    error: { reason: 'no_table' },
  });
  expect(await world.call('billGroups.readFile', { file: 'unknown' })).toMatchObject({
    error: { reason: 'file_gone' },
  });
});

test('a cashier asks and pays, sees no whole number of the list, and exports nothing', async () => {
  const world = await appWorld({ fileDialogs: chosenFile(temporaryFolder()) });
  const { signIn } = await staffed(world);
  const { value: saved } = await world.call('billGroups.save', list);
  await signIn('cashier');
  const { value } = await world.call('billGroups.get', { id: saved.id });
  expect([value.masked, value.members[0]?.customerNo]).toEqual([true, '5300******01']);
  expect(await world.call('billGroups.export', { id: saved.id, format: 'csv' })).toMatchObject({
    error: { code: 'not_allowed', reason: 'no_permission' },
  });
  expect((await inquired(world, saved.id)).members.map(({ state }) => state)).toEqual(['due', 'due']);
  expect(await world.call('billGroups.forget', { id: saved.id })).toMatchObject({ ok: true });
  expect((await world.call('billGroups.list')).value.groups).toEqual([]);
});
