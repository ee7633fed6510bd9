import { describe, expect, it, onTestFinished } from 'vitest';
import { writeVariedReceipts } from '../../../bench/varied-receipts.ts';
import { type HeldPage, prepareHeldPages, readAffected } from '../../../src/main/customers/affected.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { appWorld, pinOf, staffed } from '../../support/app-world.ts';
import { journalPath } from '../../support/database-files.ts';

const number = '081234567890';
const order = (customerNo: string) => ({ productCode: 'TSEL10', customerNo, sellingPrice: 12_000, tendered: 12_000 });

describe('who is affected when the data of a counter leaks', () => {
  it('is every customer whose number or name is held, once each, also one who was only saved, and no erased one', async () => {
    const world = await appWorld();
    const { call } = world;
    await call('order', order(number));
    const { value: bill } = await call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
    await call('pay', { id: bill.id });
    await call('customers.save', {
      name: 'Bu Sri',
      numbers: [
        { customerNo: '+62 812-3456-7890', label: 'HP' },
        { customerNo: '530000000009', label: 'rumah' },
      ],
      purgeAt: '2027-01-01',
      consent: true,
    });
    await call('customers.addDebtor', { name: 'Pak Budi' });
    const { value: held } = await call('customers.affected', {});
    const lines = held.csv.replace('\uFEFF', '').trim().split(/\r?\n/);
    expect(held.count).toBe(4);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe('Nomor;Nama;Transaksi;Terakhir;Tersimpan dengan izin');
    expect(lines.find((line) => line.includes(number))).toMatch(/;Bu Sri;1;\d{4}-\d\d-\d\d;ya$|;Bu Sri;1;'\d/);
    expect(lines.find((line) => line.includes('530000000009'))).toContain('Bu Sri;0');
    expect(lines.some((line) => line.startsWith(';Pak Budi;0'))).toBe(true);
    const erased = { customerNo: '530000000001', readBack: '530000000001', reason: 'diminta pelanggan' };
    expect(await call('customers.erase', erased)).toMatchObject({ ok: true });
    const { value: after } = await call('customers.affected', {});
    expect(after.count).toBe(3);
    expect(after.csv).not.toContain('530000000001');
  });

  it('comes with a draft that has the number of customers and what the law wants, and is for the owner with a PIN', async () => {
    const world = await appWorld();
    const { call } = world;
    const { signIn } = await staffed(world);
    await call('order', order(number));
    expect(await call('customers.affected', { pin: '9999' })).toMatchObject({ ok: false });
    const { value } = await call('customers.affected', { pin: pinOf.owner });
    expect(value.notice).toContain('3 x 24 jam');
    expect(value.notice).toContain('Dari: [nama toko]\n');
    expect(value.notice).toContain('dari 1 pelanggan');
    expect(value.notice).not.toContain(number);
    await signIn('cashier');
    expect(await call('customers.affected', {})).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
  });
});

it('are read a page at a time, so that no sale waits for all of them, and each is one customer still', async () => {
  const path = journalPath();
  writeVariedReceipts(path, 90);
  const db = connect(path, false);
  onTestFinished(() => void db.close());
  db.exec("INSERT INTO customers VALUES ('c', 'Pak Budi', 'PAK BUDI', NULL, '', '', '')");
  const starts: number[] = [];
  const pagesOf = (perPage: number) => {
    const page = prepareHeldPages(db, perPage);
    return async (after: number): Promise<HeldPage> => {
      starts.push(after);
      return page(after);
    };
  };
  const paged = await readAffected(pagesOf(7));
  expect(starts).toEqual(Array.from({ length: 13 }, (_, at) => at * 7));
  expect(paged).toEqual(await readAffected(pagesOf(1000)));
  expect(paged.reduce((sum, { sales }) => sum + sales, 0)).toBe(90);
  expect(paged.filter(({ isSaved }) => isSaved)).toMatchObject([{ names: ['Pak Budi'], customerNo: null }]);
});

it('the notice at the till says how long data is kept, as the shop has set it', async () => {
  const world = await appWorld();
  const text = async () => (await world.call('customers.printNotice')).value.text.replaceAll(/\s+/g, ' ');
  expect(await text()).toContain('disimpan selama diperlukan');
  await world.call('settings.save', { maskAfterDays: 90 });
  expect(await text()).toContain('Nomor dan nama dihapus sesudah 90 hari.');
  expect(await text()).toContain('minta hapus data Anda (UU 27/2022)');
});
