import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { appWorld } from '../../support/app-world.ts';
import { chosenFile } from '../../support/chosen-file.ts';
import { temporaryFolder } from '../../support/database-files.ts';

describe('catalogue.*', () => {
  it('brings a file with columns, exports what came of it, and brings the export back', async () => {
    const folder = temporaryFolder();
    const places = chosenFile(folder);
    const world = await appWorld({ fileDialogs: places });
    const bring = async (text: string | Uint8Array) => {
      places.chosen = join(folder, 'list.csv');
      writeFileSync(places.chosen, text);
      const { value } = await world.call('catalogue.choose');
      const file = value.file ?? '';
      const look = await world.call('catalogue.previewImport', { file });
      return { file, look };
    };
    const done = () =>
      vi.waitFor(async () => expect((await world.call('catalogue.work')).value.import?.state).toBe('done'), 15_000);

    const { file, look } = await bring(
      'Kode Produk;Harga Beli;Harga Jual;Grup\nTSEL10;Rp10.250,00;12.000;=evil()\nTSEL25;25.100;27.000;Pagi\nNOPE;;;\n',
    );
    expect(look.value).toMatchObject({
      columns: ['Kode Produk', 'Harga Beli', 'Harga Jual', 'Grup'],
      mapping: {
        columns: { productCode: 'Kode Produk', cost: 'Harga Beli', sellingPrice: 'Harga Jual', group: 'Grup' },
      },
    });
    expect(await world.call('catalogue.import', { file, mapping: look.value.mapping })).toMatchObject({ ok: true });
    await done();
    expect((await world.call('catalogue.failed')).value.lines.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'bad_amount'],
      [3, 'no_such_product'],
    ]);
    const items = async () => (await world.call('catalogue.list')).value.items;
    const item = async (code: string) => (await items()).find(({ productCode }) => productCode === code);
    expect(await item('TSEL25')).toMatchObject({ cost: 25_100, sellingPrice: 27_000, group: 'Pagi' });
    expect(world.events.map(({ type }) => type)).toContain('catalogueWork');

    await world.call('catalogue.save', { changes: [{ productCode: 'TSEL25', group: '+formula', cost: 25_200 }] });
    const { value } = await world.call('catalogue.export', { what: 'items' });
    await vi.waitFor(async () => expect((await world.call('exports.list')).value.tasks[0]?.state).toBe('done'));
    const written = readFileSync(join(folder, value.task?.name ?? ''), 'utf8');
    expect(written.split('\r\n')[0]).toBe(
      '\uFEFFKode;Nama;Jenis;Merek;Kategori;Modal;Harga jual;Biaya layanan;Grup;Status;Jeda',
    );
    expect(written).toContain(";'+formula;");

    await world.call('catalogue.save', { changes: [{ productCode: 'TSEL25', group: null, cost: null }] });
    const back = await bring(written);
    const { mapping } = back.look.value;
    expect(mapping?.columns).toEqual({
      productCode: 'Kode',
      cost: 'Modal',
      sellingPrice: 'Harga jual',
      group: 'Grup',
    });
    await world.call('catalogue.import', {
      file: back.file,
      mapping: mapping && { ...mapping, columns: { ...mapping.columns, group: null } },
    });
    await done();
    expect(await item('TSEL25')).toMatchObject({ cost: 25_200, sellingPrice: 27_000 });

    const codesAlone = await bring('TSEL10\nISAT25\n');
    expect(codesAlone.look.value).toMatchObject({ columns: [], mapping: null });
    expect(await world.call('catalogue.import', { file: codesAlone.file, mapping: null })).toMatchObject({ ok: true });
    await done();

    const refused = async (text: string | Uint8Array) => (await bring(text)).look.error.reason;
    expect(await refused(new Uint8Array(50 * 1024 * 1024).fill(65))).toBe('list_too_long');
    expect(await refused(new Uint8Array(5000))).toBe('no_table');
    expect(await refused(Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex'))).toBe('old_workbook');
    expect(await refused('<table><tr><td>Kode</td><td>Harga</td></tr></table>')).toBe('old_workbook');
    const many = await bring(`Kode;Harga\n${'TSEL10;12.000\n'.repeat(100_000)}`);
    const long = { file: many.file, mapping: many.look.value.mapping };
    expect((await world.call('catalogue.import', long)).error.reason).toBe('list_too_long');
    expect((await world.call('catalogue.import', { text: 'S5 5,9\nS10 11' })).error.reason).toBe('list_unit');
    const thousands = await bring('Kode;Modal\nS5;5,9\n');
    const unsaid = { file: thousands.file, mapping: thousands.look.value.mapping };
    expect((await world.call('catalogue.import', unsaid)).error.reason).toBe('list_unit');
    expect((await world.call('catalogue.import', { text: '=1+1\n???' })).error.reason).toBe('list_empty');
    expect((await world.call('catalogue.import', { text: 'x'.repeat(50_000) })).error.code).toBe('invalid_input');
  });

  it('asks the unit of small prices once for each list', async () => {
    const folder = temporaryFolder();
    const places = chosenFile(folder);
    const world = await appWorld({ fileDialogs: places });
    const look = async (text: string) => {
      places.chosen = join(folder, 'list.csv');
      writeFileSync(places.chosen, text);
      const { value } = await world.call('catalogue.choose');
      const file = value.file ?? '';
      return { file, ...(await world.call('catalogue.previewImport', { file })).value };
    };
    const bring = async (text: string, unit: 'rupiah' | null) => {
      const { file, mapping } = await look(text);
      const savedMapping = mapping && (unit === null ? mapping : { ...mapping, unit });
      expect(await world.call('catalogue.import', { file, mapping: savedMapping })).toMatchObject({ ok: true });
      await vi.waitFor(
        async () => expect((await world.call('catalogue.work')).value.import?.state).toBe('done'),
        15_000,
      );
    };
    await bring('Kode;Harga Jual\nTSEL10;500\nTSEL25;27.000\n', 'rupiah');
    // A list without small prices asks nothing, and leaves the answer as it is.
    await bring('Kode;Harga Jual\nTSEL10;1.500\nTSEL25;27.000\n', null);
    const next = await look('Kode;Harga Jual\nTSEL10;550\nTSEL25;28.000\n');
    expect(next).toMatchObject({ from: 'remembered', asksUnit: true, mapping: { unit: 'rupiah' } });
    await bring('Kode;Harga Jual\nTSEL10;550\nTSEL25;28.000\n', null);
    expect(await look('Kode;Harga Jual\nTSEL10;10\nTSEL25;28\n')).toMatchObject({ mapping: { unit: null } });
  });

  it('sells in practice for the catalogue’s price, and sends every page what a person changes', async () => {
    const world = await appWorld();
    await world.call('product', { productCode: 'TSEL10' });
    const changes = [{ productCode: 'TSEL10', sellingPrice: 12_500, cost: 10_250, favourite: true }];
    expect((await world.call('catalogue.save', { changes })).value.items).toMatchObject([
      { productCode: 'TSEL10', sellingPrice: 12_500, priceFrom: 'entered', favourite: true },
    ]);
    expect(world.events.findLast(({ type }) => type === 'catalogue')).toMatchObject({
      items: [{ productCode: 'TSEL10', sellingPrice: 12_500 }],
    });
    expect((await world.call('catalogue.save', { changes: [{ productCode: 'tsel10', cost: 1 }] })).error).toMatchObject(
      {
        code: 'not_found',
        reason: 'not_in_catalogue',
      },
    );
    const input = { productCode: 'TSEL10', customerNo: '081234567890' };
    await vi.waitFor(async () => expect((await world.call('status')).value.relay.state).toBe('listening'), 15_000);
    const below = await world.call('order', { ...input, sellingPrice: 10_000 });
    expect(below.error).toMatchObject({ code: 'not_allowed', reason: 'below_cost' });
    expect((await world.call('order', input)).value).toMatchObject({ total: 12_500 });
  });
});
