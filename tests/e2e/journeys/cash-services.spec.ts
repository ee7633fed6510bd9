import { Cashier } from '../../support/cashier.ts';
import { expect, jobsOf, printingTest as test } from '../../support/counter-page.ts';
import { looksAt, underBars } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('cash services by keyboard: set up, a withdrawal by the list of fees, a top-up whose fee is typed, one taken back, and the purse counted', async ({
  printingPage: page,
}) => {
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const list = page.getByRole('region', { name: 'Jasa tunai yang tercatat' });

  await test.step('the owner names the purse and sets a fee', async () => {
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Jasa tunai' }).click();
    await page.getByLabel('Nama saldo agen').fill('BRILink');
    await page.getByLabel('Nama saldo agen').press('Enter');
    await expect(page.getByRole('button', { name: /^Tunai/ })).toBeVisible();
    await page.getByRole('button', { name: 'Tambah baris' }).click();
    const fees = page.getByRole('form', { name: 'Daftar biaya' });
    await fees.getByLabel('Dari').fill('1');
    await fees.getByLabel('Sampai').fill('1000000');
    await fees.getByLabel('Biaya', { exact: true }).fill('5000');
    await look('the list of fees', ['light', 'dark']);
    await fees.getByRole('button', { name: 'Tambah baris' }).click();
    await fees.getByLabel('Sampai').last().fill('500');
    await fees.getByRole('button', { name: 'Simpan' }).click();
    // The row that is wrong is named, in sight of the button, and nothing shows below it.
    const fault = fees.getByRole('alert');
    await expect(fault).toHaveText(/^Baris 2: /);
    await expect(fault).toBeInViewport({ ratio: 1 });
    const ends = await fees.evaluate((form) => {
      const bar = form.querySelector('[data-unsaved]')?.getBoundingClientRect().bottom ?? 0;
      return (form.closest('.overflow-y-auto')?.getBoundingClientRect().bottom ?? 0) - bar;
    });
    expect(Math.abs(ends)).toBeLessThan(1);
    await fees.getByRole('button', { name: 'Hapus baris 2' }).click();
    await fees.getByRole('button', { name: 'Simpan' }).click();
    await expect(fees.getByText('Perubahan belum disimpan')).toHaveCount(0);
    const opened = await page.evaluate(() => window.konter.shifts.open({ counted: 1_000_000 }));
    expect(opened.ok).toBe(true);
  });

  await test.step('a withdrawal: one key to the page, the fee is the owner’s, Enter twice records once', async () => {
    await cashier.press('F1');
    await expect(page.getByLabel('Nomor pelanggan, kode produk')).toBeFocused();
    cashier.strokes = 0;
    await cashier.press('Alt+8');
    await expect(page.getByLabel('Jumlah', { exact: true })).toBeFocused();
    await cashier.type('500000');
    await cashier.press('Enter');
    await expect(page.getByLabel('No. referensi', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Biaya', { exact: true })).toHaveValue('5.000');
    await cashier.type('R1');
    await look('a withdrawal that is typed', ['light', 'dark']);
    await cashier.press('Enter');
    await expect(dialog).toContainText('Serahkan Rp495.000?');
    await expect(dialog).toContainText('+Rp500.000');
    await look('a withdrawal that is read back');
    await expect(dialog.getByRole('button', { name: 'Ya, catat' })).toBeFocused();
    await cashier.press('Enter');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('CATATAN JASA TUNAI');
    await expect(dialog).toContainText('bukan bukti dari bank');
    expect(cashier.strokes).toBe(12);
    await look('a slip of a cash service', ['light', 'dark']);
    await expect(dialog.getByRole('button', { name: 'Selesai' })).toBeEnabled();
    await cashier.press('F8');
    await expect
      .poll(async () =>
        (await jobsOf(page)).filter(({ kind, state }) => kind === 'cash_service' && state === 'confirmed'),
      )
      .toHaveLength(1);
    await cashier.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel('Jumlah', { exact: true })).toBeFocused();
    await expect(list.getByRole('button', { name: /Tarik tunai/ })).toHaveCount(1);
  });

  await test.step('what was refused is right once the list has its fee, and a reference of before is asked about in sight', async () => {
    const [amount, fee] = [page.getByLabel('Jumlah', { exact: true }), page.getByLabel('Biaya', { exact: true })];
    const reference = page.getByLabel('No. referensi', { exact: true });
    await page.evaluate(() => window.konter.settings.save({ purse: 'BRILink Agen Toko Makmur Sento' }));
    await cashier.press('Enter');
    await page.getByRole('button', { name: 'Periksa' }).click();
    await expect(page.getByText('Ketik, 0 bila gratis', { exact: true })).toBeVisible();
    await amount.fill('200000');
    await expect(fee).toHaveValue('5.000');
    await expect(fee).toHaveAttribute('aria-invalid', 'false');
    await expect(page.getByText('Dari daftar biaya')).toBeVisible();
    await fee.fill('6000');
    await expect(page.getByText('Di daftar: Rp5.000')).toBeVisible();
    await fee.fill('5000');
    await reference.fill('R1');
    await expect(reference).toBeInViewport({ ratio: 1 });
    await reference.press('Enter');
    await dialog.getByRole('button', { name: 'Ya, catat', disabled: false }).click();
    await expect(page.getByText('Nomor referensi ini sudah dicatat hari ini')).toBeVisible();
    const button = page.getByRole('button', { name: 'Periksa' });
    const isCovered = (): Promise<boolean> =>
      reference.evaluate((field) => {
        const { left, top, width, height } = field.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) !== field;
      });
    await expect.poll(isCovered).toBe(false);
    await expect(button).toBeInViewport({ ratio: 1 });
    await amount.fill('');
    await reference.fill('');
    await page.evaluate(() => window.konter.settings.save({ purse: 'BRILink' }));
  });

  await test.step('where no range fits the fee is a question, and a large one is doubted', async () => {
    await cashier.press('Alt+4');
    await page.getByLabel('Jumlah', { exact: true }).fill('50000');
    await page.getByLabel('Jumlah', { exact: true }).press('Enter');
    await expect(page.getByLabel('Biaya', { exact: true })).toBeFocused();
    await page.getByLabel('No. referensi', { exact: true }).fill('D-7');
    await cashier.press('Enter');
    await expect(page.getByText('Ketik, 0 bila gratis', { exact: true })).toBeVisible();
    await page.getByLabel('Biaya', { exact: true }).fill('20000');
    await page.getByRole('button', { name: 'Periksa' }).click();
    await expect(dialog).toContainText('lebih dari seperlima');
    await expect(dialog.getByRole('button', { name: 'Kembali' })).toBeFocused();
    await look('a fee that is doubted');
    await cashier.press('Enter');
    await page.getByLabel('Biaya', { exact: true }).fill('2000');
    await page.getByRole('button', { name: 'Periksa' }).click();
    await expect(dialog).toContainText('Terima Rp52.000?');
    await expect(dialog.getByRole('button', { name: 'Ya, catat' })).toBeFocused();
    await cashier.press('Enter');
    await expect(dialog).toContainText('Isi e-wallet');
    await expect(dialog.getByRole('button', { name: 'Selesai' })).toBeEnabled();
    await cashier.press('Enter');
  });

  await test.step('found among the receipts, and taken back by a counter entry', async () => {
    await expect(dialog).toHaveCount(0);
    await cashier.press('F3');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await cashier.type('D-7');
    await page.getByRole('button', { name: 'Tampilkan', exact: true }).click();
    await list.getByRole('button', { name: /Isi e-wallet/ }).click();
    await dialog.getByRole('button', { name: 'Koreksi' }).click();
    await expect(dialog).toContainText('Rp52.000 keluar lagi dari laci');
    await dialog.getByLabel('Alasan').fill('salah ketik');
    await look('a record that is taken back');
    await dialog.getByRole('button', { name: 'Catat balik' }).click();
    await expect(dialog).toContainText('KOREKSI JASA TUNAI');
    await expect(dialog.getByRole('button', { name: 'Selesai' })).toBeEnabled();
    await cashier.press('Enter');
    await page.getByLabel('Nomor referensi, jumlah').fill('');
    await expect(list.getByRole('button', { name: /Isi e-wallet/ })).toHaveCount(2);
    await look('all cash services', ['light', 'dark']);
  });

  await test.step('drawer and purse are counted, and what was earned is said apart from turnover', async () => {
    await cashier.press('Alt+9');
    // Notes, purse, sum and button are in sight together, and a number of notes that is too large is whole.
    const notes = page.getByLabel('Lembar Rp100.000');
    await notes.fill('99999');
    expect(await notes.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0);
    const why = page.getByText('Terlalu banyak?');
    expect((await why.boundingBox())?.height).toBeLessThan(24);
    await notes.fill('5');
    const seen = [
      notes,
      page.getByLabel('Saldo BRILink sekarang'),
      page.getByText('Rp500.000', { exact: true }).last(),
    ];
    for (const each of [...seen, page.getByRole('button', { name: 'Selesai menghitung' })])
      await expect(each).toBeInViewport({ ratio: 1 });
    expect(await underBars(page)).toEqual([]);
    await page.getByText('Jumlah saja').click();
    await page.getByLabel('Uang di laci').fill('505000');
    await page.getByLabel('Saldo BRILink sekarang').fill('2500000');
    await look('drawer and purse are counted', ['light', 'dark']);
    await page.getByLabel('Saldo BRILink sekarang').press('Enter');
    // Both are closed for good, and read back before.
    await expect(dialog).toContainText('Terhitung Rp505.000');
    await expect(dialog).toContainText('Saldo BRILink terhitung Rp2.500.000.');
    await page.getByRole('button', { name: 'Ya, tutup shift' }).click();
    await expect(page.getByRole('region', { name: 'Selisih laci' })).toContainText('Pas');
    const services = page.getByRole('region', { name: 'Jasa tunai' });
    await expect(services).toContainText('Rp5.000');
    await expect(page.getByRole('region', { name: 'Saldo BRILink' })).toContainText('Rp2.500.000');
    await look('a closed shift with cash services', ['light', 'dark']);
    await cashier.press('F4');
    await expect(page.getByRole('region', { name: 'Jasa tunai' })).toContainText('Diteruskan, bukan omzet');
    await look('the books with cash services', ['light', 'dark']);
  });
  expect(faults).toEqual({});
});
