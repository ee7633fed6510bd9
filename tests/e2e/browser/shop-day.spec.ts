import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { workbookRows } from '../../../src/main/files/table/workbook.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { expect, papersOf, printerSettings, saveSettings, plainTest as test } from '../../support/counter-page.ts';
import { connect, extendedCode, joinOffice, type Machine, openShop, pin } from '../../support/shop-machines.ts';
import { startTcpPrinter, type TcpPrinter } from '../../support/tcp-printer.ts';

const openingCash = 500_000;
const price = 12_000;
const withdrawn = 500_000;
const serviceFee = 5000;
const paidOut = 25_000;
const purse = 2_500_000;
/** The fourth and the ninth have no bill to pay. */
const houses = Array.from({ length: 12 }, (_, at) => {
  const isOut = at !== 3 && at !== 8;
  const number = isOut ? `5300000002${String(at).padStart(2, '0')}` : '99000000501';
  return { line: `Rumah ${at + 1}; ${at === 8 ? 'PDAMJKT' : 'PLNPOST'}; ${number}`, number, isOut };
});
const bills = houses.filter(({ isOut }) => isOut);

/** What a program at hand says of the day; the office of the counter alone. */
const figuresOf = (page: Page, day: string, counter?: string) =>
  page.evaluate(
    async ({ day, counter }) => {
      const of = counter === undefined ? {} : { counter };
      const [books, services, report] = await Promise.all([
        window.konter.books.range({ from: day, to: day, by: 'product', ...of }),
        window.konter.cashServices.sums({ from: day, to: day, ...of }),
        window.konter.shifts.report({ number: 1, ...of }),
      ]);
      if (!books.ok || !services.ok || !report.ok) return null;
      return { books: books.value.total, services: services.value.sums, report: report.value };
    },
    { day, counter },
  );

/** The rows of the books as a file, by the names of its sheets. */
async function bookFile({ page, dataDir }: Machine, day: string): Promise<(sheet: string) => Promise<string[][]>> {
  const begun = await page.evaluate((day) => window.konter.exports.books({ format: 'xlsx', from: day, to: day }), day);
  if (!begun.ok || begun.value.task === null) throw new Error('no file was begun');
  const { id } = begun.value.task;
  const task = () =>
    page.evaluate(async (id) => {
      const list = await window.konter.exports.list();
      return list.ok ? list.value.tasks.find((one) => one.id === id) : undefined;
    }, id);
  await expect.poll(async () => (await task())?.state).toBe('done');
  const path = join(dataDir, 'exports', (await task())?.name ?? '');
  return async (sheet) => {
    const rows: string[][] = [];
    for await (const row of workbookRows(path, sheet)) rows.push(row);
    return rows;
  };
}

test('a day of a shop: sales, a lane of twelve houses, a withdrawal and a pay-out agree on paper, in books and file, and at the office', async ({
  browser,
}) => {
  test.setTimeout(480_000);
  const { world, start, close } = await openShop(browser);
  let printer: TcpPrinter | null = null;
  try {
    printer = await startTcpPrinter();
    const shop = await start('counter');
    const { page, cashier } = shop;
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await connect(shop, await world.counterCode('Kasir 1'));
    const office = await start('office');
    await joinOffice(office, await extendedCode(shop, await world.officeCode('Kantor')));
    await saveSettings(page, {
      pin,
      purse: 'BRILink',
      cashServiceFees: [{ kind: 'withdrawal', from: 1, to: 1_000_000, fee: serviceFee }],
      cashCategories: ['Belanja'],
      ...printerSettings(printer, 42),
    });
    await expect(page.getByRole('button', { name: /^Printer\s*tidak ada antrean/ })).toBeVisible();

    await test.step('the drawer is counted by notes', async () => {
      await cashier.press('F4');
      await expect(page.getByText('Tidak ada penjualan di hari-hari ini.')).toBeVisible();
      await cashier.press('F4');
      await expect(page.getByLabel('Lembar Rp100.000')).toBeFocused();
      await cashier.type('5');
      for (let field = 0; field < 7; field += 1) await cashier.press('Enter');
      await expect(page.getByLabel('Semua koin, dalam rupiah')).toBeFocused();
      await cashier.press('Enter');
      await expect(page.getByRole('heading', { name: 'Shift 1 terbuka' })).toBeVisible();
    });

    await test.step('three sales: two in cash, one by QRIS', async () => {
      for (const [at, cash] of [undefined, '20000'].entries()) {
        await cashier.sell({
          number: `08123456700${at}`,
          code: 'TSEL10',
          price: String(price),
          ...(cash === undefined ? {} : { cash }),
        });
        await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
        await cashier.next();
      }
      await cashier.press('F1');
      await expect(page.getByLabel('Nomor pelanggan, kode produk')).toBeFocused();
      await cashier.type('TSEL10.081234567009');
      await cashier.press('Enter');
      await cashier.givePrice(String(price));
      await cashier.press('Alt+1');
      await expect(page.getByRole('button', { name: 'QRIS', exact: true })).toHaveAttribute('aria-pressed', 'true');
      await cashier.press('Enter');
      await cashier.send();
      await expect(page.getByRole('button', { name: 'Belum masuk' })).toBeFocused();
      await cashier.press('F9');
      await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
      await cashier.next();
    });

    await test.step('twelve houses are asked for at once, and the ten that are due are paid', async () => {
      await cashier.press(',');
      await expect(page.getByLabel('Nomor, satu per baris')).toBeFocused();
      await cashier.press('F10');
      await page.getByRole('button', { name: 'Kelompok baru' }).press('Enter');
      await expect(dialog.getByLabel('Nama kelompok')).toBeFocused();
      await cashier.type('Gang Melati');
      await dialog.getByLabel(/^Daftar:/).fill(houses.map(({ line }) => line).join('\n'));
      await dialog.getByRole('checkbox').press('Space');
      await dialog.getByRole('button', { name: 'Simpan', exact: true }).click();
      await expect(page.getByRole('listbox', { name: 'Gang Melati' }).getByRole('option')).toHaveCount(12);
      await cashier.press('F8');
      await expect(page.getByText('Dicek hari ini: 12 dari 12')).toBeVisible({ timeout: 60_000 });
      await cashier.press('Enter');
      await expect(page.getByRole('list', { name: 'Isi daftar' }).getByRole('listitem')).toHaveCount(10, {
        timeout: 20_000,
      });
      await expect(cashier.button('Kirim semua')).toBeEnabled();
      await cashier.press('Enter');
      await expect(page.getByRole('heading', { name: 'Selesai: 10 dari 10' })).toBeVisible({ timeout: 60_000 });
      await cashier.next();
    });

    await test.step('a withdrawal', async () => {
      await cashier.press('F1');
      await cashier.press('Alt+8');
      await expect(page.getByLabel('Jumlah', { exact: true })).toBeFocused();
      await cashier.type(String(withdrawn));
      await cashier.press('Enter');
      await expect(page.getByLabel('No. referensi', { exact: true })).toBeFocused();
      await cashier.type('R1');
      await cashier.press('Enter');
      await expect(dialog.getByRole('button', { name: 'Ya, catat' })).toBeFocused();
      await cashier.press('Enter');
      await expect(dialog.getByRole('button', { name: 'Selesai' })).toBeEnabled();
      await cashier.press('Enter');
    });

    await test.step('a pay-out of a category', async () => {
      await cashier.press('F4');
      await page.getByRole('button', { name: 'Uang keluar' }).click();
      await expect(dialog.getByLabel('Jumlah')).toBeFocused();
      await cashier.type(String(paidOut));
      await dialog.getByLabel('Kategori').selectOption('Belanja');
      await dialog.getByLabel('Alasan').fill('kertas struk');
      await cashier.press('Enter');
      await expect(dialog).toHaveCount(0);
    });

    const sales: Transaction[] = [];
    for (const { number } of bills) sales.push(...(await cashier.booked(number)));
    const billed = sales.reduce((sum, { state, total }) => sum + (state === 'success' ? (total ?? 0) : 0), 0);
    expect(sales.filter(({ state }) => state === 'success')).toHaveLength(bills.length);
    const expected = openingCash + 2 * price + billed - (withdrawn - serviceFee) - paidOut;
    const turnover = 3 * price + billed;

    await test.step('drawer and purse are counted', async () => {
      await cashier.press('F1');
      await cashier.press('Alt+9');
      await page.getByText('Jumlah saja').click();
      await page.getByLabel('Uang di laci').fill(String(expected));
      await page.getByLabel('Saldo BRILink sekarang').fill(String(purse));
      await page.getByLabel('Saldo BRILink sekarang').press('Enter');
      await page.getByRole('button', { name: 'Ya, tutup shift' }).click();
      await expect(page.getByRole('region', { name: 'Selisih laci' })).toContainText('Pas');
    });

    const day = await page.evaluate(async () => {
      const report = await window.konter.shifts.report({ number: 1 });
      return report.ok ? report.value.shift.day : '';
    });
    const figures = {
      books: { success: 3 + bills.length, turnover: { amount: turnover, without: 0 } },
      services: [
        {
          kind: 'withdrawal',
          count: 1,
          amount: withdrawn,
          fee: serviceFee,
          cashOut: withdrawn - serviceFee,
          purseIn: withdrawn,
        },
      ],
      report: {
        kind: 'z',
        shift: { closed: { counted: expected, expected, difference: 0 } },
        line: { turnover: { amount: turnover, without: 0 } },
        cash: {
          opening: openingCash,
          taken: 2 * price + billed,
          paidOut,
          servicesOut: withdrawn - serviceFee,
          expected,
        },
        methods: { qris: { taken: price } },
        moves: [{ direction: 'out', amount: paidOut, category: 'Belanja' }],
        purse: { name: 'BRILink', in: withdrawn, counted: purse },
      },
    };

    await test.step('the counter’s books', async () => {
      expect(await figuresOf(page, day)).toMatchObject(figures);
    });

    await test.step('the paper', async () => {
      const written = (amount: number): string => new Intl.NumberFormat('id-ID').format(amount);
      const paper = (): string =>
        papersOf(printer as TcpPrinter).find((text) => text.includes('LAPORAN TUTUP SHIFT')) ?? '';
      await expect.poll(paper).not.toBe('');
      for (const amount of [openingCash, turnover, expected, paidOut, withdrawn - serviceFee, serviceFee, purse])
        expect(paper(), String(amount)).toContain(written(amount));
    });

    await test.step('the file', async () => {
      const sheet = await bookFile(shop, day);
      expect((await sheet('Shift')).flat().join('|')).toContain(`|${expected}|${expected}|0|`);
      expect((await sheet('Ringkasan')).flat()).toContain(String(turnover));
    });

    await test.step('the office', async () => {
      const counterId = async (): Promise<string | undefined> => {
        const state = await office.page.evaluate(() => window.konter.office.counters());
        return state.ok ? state.value.counters.find(({ state }) => state === 'following')?.id : undefined;
      };
      await expect.poll(counterId, { timeout: 60_000 }).toBeDefined();
      const id = await counterId();
      await expect.poll(() => figuresOf(office.page, day, id), { timeout: 60_000 }).toMatchObject(figures);
      const sheet = await bookFile(office, day);
      expect((await sheet('Shift')).flat().join('|')).toContain(`|${expected}|${expected}|0|`);
    });
  } finally {
    await close();
    await printer?.off();
  }
});
