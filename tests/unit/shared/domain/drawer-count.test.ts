import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { addDrawers, sumMoves } from '../../../../src/shared/domain/drawer-sums.ts';
import { appWorld } from '../../../support/app-world.ts';
import { aJournal, journalPath } from '../../../support/database-files.ts';

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('a drawer counted by notes and coins', () => {
  const count = { pieces: { '100000': 1, '2000': 3, '500': 4 }, coins: 0 };

  it('is stored with its count, and both papers have what was there of each', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 108_000, count });
    const paper = async () => words((await world.call('shifts.print', { number: 1 })).value.text);
    const lines = '100.000 x 1 Rp100.000 2.000 x 3 Rp6.000 500 x 4 Rp2.000';
    expect(await paper()).toContain(lines);
    const left = { pieces: { '100000': 1 }, coins: 8000 };
    const { value: z } = await world.call('shifts.close', { counted: 108_000, count: left });
    expect(z.shift).toMatchObject({ opening: 108_000, openingCount: count, closed: { counted: 108_000, count: left } });
    expect(await paper()).toContain('100.000 x 1 Rp100.000 Koin Rp8.000 DIHITUNG Rp108.000');
    expect(await paper()).not.toContain('500 x 4');
    expect((await world.call('journal.verify')).value.flaw).toBeNull();
  });

  it('is refused where its sum is another, and no count is a denomination that does not exist', async () => {
    const world = await appWorld();
    for (const wrong of [
      { counted: 108_001, count },
      { counted: 75_000, count: { pieces: { '75000': 1 }, coins: 0 } },
      { counted: 0, count: { pieces: { '100': -1 }, coins: 100 } },
    ])
      expect(await world.call('shifts.open', wrong)).toMatchObject({ error: { code: 'invalid_input' } });
    expect((await world.call('shifts.current')).value.shift).toBeNull();
  });

  it('is required, coins too, where the shop wants that', async () => {
    const world = await appWorld();
    await world.call('settings.save', { drawerCount: 'pieces' });
    const refused = { error: { code: 'invalid_input', fields: ['count'] } };
    expect(await world.call('shifts.open', { counted: 108_000 })).toMatchObject(refused);
    const together = { pieces: { '100000': 1 }, coins: 8000 };
    expect(await world.call('shifts.open', { counted: 108_000, count: together })).toMatchObject(refused);
    expect(await world.call('shifts.open', { counted: 108_000, count })).toMatchObject({ ok: true });
    expect(await world.call('shifts.close', { counted: 108_000 })).toMatchObject(refused);
    expect(await world.call('shifts.close', { counted: 108_000, count })).toMatchObject({ ok: true });
  });
});

describe('categories of pay-ins and pay-outs', () => {
  it('are the owner’s, and sum in the report, on paper and in the books; a move without one stays one without', async () => {
    const world = await appWorld();
    await world.call('settings.save', { cashCategories: ['Belanja', 'Setor ke pemilik'] });
    await world.call('shifts.open', { counted: 200_000 });
    const out = (amount: number, category?: string) =>
      world.call('shifts.payOut', { amount, reason: 'keperluan toko', ...(category ? { category } : {}) });
    expect(await out(10_000, 'Judi')).toMatchObject({ error: { code: 'invalid_input', fields: ['category'] } });
    await out(10_000, 'Belanja');
    await out(5000);
    await out(90_000, 'Setor ke pemilik');
    await out(2000, 'Belanja');
    await world.call('shifts.payIn', { amount: 20_000, reason: 'uang kecil' });
    // A category that is renamed or gone leaves what was recorded as it is.
    await world.call('settings.save', { cashCategories: ['Lain-lain'] });
    await world.call('shifts.close', { counted: 113_000 });
    const { value: paper } = await world.call('shifts.print', { number: 1 });
    expect(words(paper.text)).toContain(
      'Uang keluar -Rp107.000 - Setor ke pemilik -Rp90.000 - Belanja -Rp12.000 - Tanpa kategori -Rp5.000',
    );
    expect(words(paper.text)).not.toContain('Uang masuk Rp20.000 - Tanpa');
    const { value: report } = await world.call('shifts.report', { number: 1 });
    const days = { from: report.shift.day, to: report.shift.day };
    const { value: sums } = await world.call('books.drawers', days);
    expect(sums.moves).toEqual([
      { direction: 'in', category: null, amount: 20_000 },
      { direction: 'out', category: 'Setor ke pemilik', amount: 90_000 },
      { direction: 'out', category: 'Belanja', amount: 12_000 },
      { direction: 'out', category: null, amount: 5000 },
    ]);
    expect(sumMoves(report.moves)).toEqual(sums.moves);
    expect((await world.call('books.drawers', { from: '2020-01-01', to: '2020-12-31' })).value.moves).toEqual([]);
  });
});

describe('differences of the drawers of some days', () => {
  it('are summed at openings and closes apart, what lacked and what was too much apart, with the reason on both papers', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 100_000 });
    await world.call('shifts.close', { counted: 95_000 });
    await world.call('shifts.open', { counted: 60_000, accept: { difference: -35_000, reason: 'diambil pemilik' } });
    const paper = async () => words((await world.call('shifts.print', { number: 2 })).value.text);
    expect(await paper()).toContain('SELISIH UANG AWAL -Rp35.000 Alasan: diambil pemilik');
    const { value: z } = await world.call('shifts.close', { counted: 62_000 });
    await world.call('shifts.explain', { number: 2, note: 'kembalian tertinggal' });
    expect(await paper()).toContain('SELISIH UANG AWAL -Rp35.000 Alasan: diambil pemilik Uang awal');
    expect(await paper()).toContain('SELISIH Rp2.000 Alasan: kembalian tertinggal');
    await world.call('shifts.open', { counted: 63_000, accept: { difference: 1000, reason: 'uang ketemu' } });
    const day = z.shift.day;
    const { value: sums } = await world.call('books.drawers', { from: day, to: day });
    expect(sums).toEqual({
      atOpening: { short: 35_000, over: 1000 },
      atClose: { short: 5000, over: 2000 },
      moves: [],
    });
    expect(addDrawers([sums, sums])).toMatchObject({ atOpening: { short: 70_000, over: 2000 } });
  });
});

it('shifts and moves of a database from before counts and categories read as they were', async () => {
  const path = journalPath();
  const before = await aJournal(path);
  const act = { actor: 'cashier', at: '2026-03-02T01:00:00.000Z' };
  await before.shifts.open({ ...act, counted: 100_000, day: '2026-03-02' });
  await before.shifts.move({ ...act, direction: 'out', amount: 7000, reason: 'beli kertas' });
  await before.shifts.close({ ...act, counted: 90_000 });
  await before.close();
  const raw = new Database(path);
  const triggers = raw.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'`);
  for (const name of triggers.pluck().all()) raw.exec(`DROP TRIGGER ${name}`);
  raw.exec(`UPDATE events SET data = json_remove(data, '$.count', '$.category')`);
  expect(raw.prepare(`SELECT data FROM events WHERE type = 'cash.paid_out'`).pluck().get()).not.toContain('category');
  raw.close();
  const db = await aJournal(path);
  const [shift] = await db.shifts.list({ limit: 1 });
  expect(shift).toMatchObject({ openingCount: null, closed: { counted: 90_000, count: null, difference: -3000 } });
  expect(await db.shifts.drawers({ from: '2026-03-02', to: '2026-03-02' })).toEqual({
    atOpening: { short: 0, over: 0 },
    atClose: { short: 3000, over: 0 },
    moves: [{ direction: 'out', category: null, amount: 7000 }],
  });
});
