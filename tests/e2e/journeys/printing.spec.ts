import { Cashier } from '../../support/cashier.ts';
import { expect, jobsOf, papersOf, saveSettings, printingTest as test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const tsel10 = { code: 'TSEL10', price: '12000', cash: '20000' };

async function sold(cashier: Cashier, number = '081234567890'): Promise<void> {
  await cashier.sell({ number, ...tsel10 });
  await expect(cashier.page.getByText('Berhasil.', { exact: true })).toBeVisible();
  await expect(cashier.button('Berikutnya')).toBeEnabled();
}

test('a slip is printed once: held up without paper, asked about when it broke off, and beyond the limit asked for a PIN', async ({
  printingPage: page,
  printer,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  const jobsOfSale = async (number: string) => {
    const [sale] = await cashier.booked(number);
    return (await jobsOf(page)).filter(({ saleId }) => saleId === sale?.id);
  };
  printer.behaviour.answers = 'paper_out';
  await sold(cashier);
  await cashier.press('F8');
  // In sight on the smallest screen, below everything that the result says.
  await expect(page.getByText('Kertas printer habis. Isi kertas; cetakan berlanjut sendiri.')).toBeInViewport({
    ratio: 1,
  });
  await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
  const tray = page.getByRole('button', { name: /^Printer\s*kertas habis \(1\)/ });
  await expect(tray).toBeVisible();

  await test.step('selling goes on, and what is being typed keeps the caret when more is held up', async () => {
    await cashier.next();
    const number = page.getByLabel('Nomor pelanggan');
    await expect(number).toBeFocused();
    await cashier.type('0812');
    const [first] = await cashier.booked('081234567890');
    await page.evaluate((id) => window.konter.receipts.print({ id }), first?.id ?? '');
    await expect(page.getByRole('button', { name: /^Printer\s*kertas habis \(2\)/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(number).toBeFocused();
    await cashier.type('34567891');
    await expect(number).toHaveValue('0812 3456 7891');
  });

  await test.step('F7 lists them, Esc goes back to the field', async () => {
    await cashier.press('F7');
    const list = page.getByRole('dialog', { name: 'Cetakan' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list.getByRole('listitem').first()).toContainText('Tertahan');
    await expect(list.getByRole('listitem').nth(1)).toContainText('Salinan ke-2');
    await look('the tray');
    await list.getByRole('button', { name: /^Batalkan: Salinan ke-2/ }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await cashier.press('Escape');
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
  });

  await test.step('with paper in, it is printed once, marked as training', async () => {
    await cashier.press('F7');
    await page.getByRole('button', { name: 'Coba sekarang' }).click();
    await expect(page.getByText('Printer dicoba lagi.', { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Cetakan' }).getByText('Tertahan')).toBeVisible();
    // From now on it may be tried by itself before any hand could press.
    printer.behaviour.answers = 'ready';
    await page.evaluate(() => window.konter.printers.tryNow());
    await expect(page.getByText('Tidak ada yang menunggu dicetak.')).toBeVisible();
    await cashier.press('Escape');
    await expect(page.getByRole('button', { name: /^Printer\s*tidak ada antrean/ })).toBeVisible();
    expect(papersOf(printer)).toHaveLength(1);
    expect(papersOf(printer)[0]).toContain('LATIHAN');
    expect(papersOf(printer)[0]).not.toContain('SALINAN');
    expect((await jobsOf(page)).map(({ state, decided }) => [state, decided])).toEqual([
      ['confirmed', null],
      ['failed', 'given_up'],
    ]);
  });

  await cashier.startOver();
  await test.step('a print that broke off is asked about, and is never repeated without an answer', async () => {
    printer.behaviour.resetAfter = 100;
    const number = '081234567892';
    const before = printer.jobs.length;
    await sold(cashier, number);
    await cashier.press('F8');
    await expect(page.getByText('Apakah kertasnya keluar utuh?')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Printer\s*1 belum pasti/ })).toBeVisible();
    expect(printer.jobs).toHaveLength(before + 1);
    await look('asked whether it came out');

    await test.step('no: it is printed again, as a copy that says so', async () => {
      printer.behaviour.resetAfter = null;
      await page.getByRole('button', { name: 'Tidak, cetak lagi' }).click();
      await expect(page.getByText('Tercetak', { exact: true })).toBeVisible();
      await expect(page.getByText('Apakah kertasnya keluar utuh?')).toHaveCount(0);
      expect(papersOf(printer)[before + 1]).toContain('SALINAN KE-2');
      expect(await page.evaluate(() => document.activeElement?.matches('body') ?? true)).toBe(false);
    });

    await test.step('yes: the job is printed, by a person’s word', async () => {
      printer.behaviour.resetAfter = 100;
      await expect(page.getByRole('button', { name: /^Cetak salinan ke-3/ })).toBeVisible();
      await cashier.press('F8');
      await page.getByRole('button', { name: 'Ya, sudah keluar' }).click();
      await expect(page.getByText('Tercetak menurut kasir')).toBeVisible();
    });

    await test.step('the receipt lists every print, and one that is open can be left there too', async () => {
      await cashier.press('F8');
      await expect(page.getByText('Apakah kertasnya keluar utuh?')).toBeVisible();
      await page.getByRole('button', { name: 'Buka di Struk' }).click();
      const printsRegion = page.getByRole('region', { name: 'Cetakan struk ini' });
      await expect(printsRegion.getByRole('listitem')).toHaveCount(4);
      await look('the prints of a receipt');
      await expect(printsRegion.getByRole('listitem').nth(3)).toContainText('Struk asli · Sudah dicetak lagi');
      await expect(printsRegion.getByRole('listitem').nth(3)).toContainText('oleh kasir · Kasir depan');
      await printsRegion.getByRole('button', { name: /^Biarkan: Salinan ke-4/ }).click();
      await expect(printsRegion.getByRole('listitem').first()).toContainText('Dibiarkan; belum pasti tercetak');
      await expect(page.getByRole('button', { name: /^Printer\s*tidak ada antrean/ })).toBeVisible();
    });
    expect((await jobsOfSale(number)).map(({ copy, state, decided }) => [copy, state, decided])).toEqual([
      [1, 'unknown', 'again'],
      [2, 'confirmed', null],
      [3, 'confirmed', 'printed'],
      [4, 'unknown', 'given_up'],
    ]);
    expect(printer.jobs).toHaveLength(before + 4);
  });

  await test.step('beyond the owner’s limit of copies the supervisor’s PIN is asked for, known before and logged after', async () => {
    await saveSettings(page, { copiesLimit: 1, supervisorPin: { next: '4321' } });
    await cashier.startOver();
    const number = '081234567893';
    const before = printer.jobs.length;
    printer.behaviour.resetAfter = null;
    await sold(cashier, number);
    for (const [n, label] of [/^Cetak( F8)?$/, /^Cetak salinan ke-2( F8)?$/].entries()) {
      await expect(page.getByRole('button', { name: label })).toBeVisible();
      await cashier.press('F8');
      // While a slip waits, F8 only tries it.
      await expect
        .poll(async () => (await jobsOfSale(number)).map(({ state }) => state))
        .toEqual(Array.from({ length: n + 1 }, () => 'confirmed'));
    }
    await expect(page.getByRole('button', { name: /^Cetak salinan ke-3 \(perlu PIN pengawas\)/ })).toBeVisible();
    expect(printer.jobs).toHaveLength(before + 2);
    await cashier.press('F8');
    const dialog = page.getByRole('dialog', { name: 'Batas salinan sudah tercapai' });
    await expect(dialog.getByLabel('PIN pengawas')).toBeFocused();
    await look('asked for the PIN');
    await cashier.type('1111');
    await cashier.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('PIN salah');
    expect(printer.jobs).toHaveLength(before + 2);
    await dialog.getByLabel('PIN pengawas').fill('4321');
    await cashier.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect
      .poll(
        () =>
          papersOf(printer)
            .slice(before)
            .filter((paper) => paper.includes('SALINAN KE-3')).length,
      )
      .toBe(1);
    expect((await jobsOfSale(number)).map(({ copy, askedBy }) => [copy, askedBy])).toEqual([
      [1, 'cashier'],
      [2, 'cashier'],
      [3, 'supervisor'],
    ]);
  });
  expect(faults).toEqual({});
});
