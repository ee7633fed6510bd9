import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('a settled sale is corrected by keyboard, twice, and its cash is returned and collected from the strip', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  const number = '081234567890';
  const strip = page.getByRole('region', { name: 'Uang yang belum jelas' });
  const detail = page.getByRole('complementary', { name: 'Rincian penjualan' });
  const dialog = page.getByRole('dialog', { name: 'Perbaiki hasil' });
  const question = page.getByRole('dialog', { name: 'Catat sebagai gagal?' });
  const more = detail.getByRole('button', { name: 'Tindakan lain' });
  const correct = async (): Promise<void> => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Perbaiki hasil' }).click();
  };
  const focused = (name: string) => expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  const states = async () => (await cashier.booked(number)).map((sale) => sale.state);
  const moveCash = async (name: string, yes: string): Promise<void> => {
    await detail.getByRole('button', { name, exact: true }).click();
    await focused(yes);
    await cashier.press('Enter');
  };

  await cashier.sell({ number, code: 'SUCCESSNOW10', price: '12000', cash: '20000' });
  await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
  await cashier.press('F3');
  await page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option').click();

  await test.step('nothing is chosen beforehand, and Enter records nothing', async () => {
    await more.focus();
    await cashier.press('Enter');
    // The menu takes the keys only once it has the focus.
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await cashier.press('End');
    await expect(page.getByRole('menuitem', { name: 'Perbaiki hasil' })).toBeFocused();
    await cashier.press('Enter');
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(dialog.getByRole('radio').first()).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Catat perbaikan' })).toBeEnabled();
    await dialog.getByLabel('Alasan').press('Enter');
    await expect(dialog.getByRole('alert').first()).toHaveText('Pilih hasil yang benar');
    await expect(dialog.getByRole('radio').first()).toBeFocused();
    await cashier.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(more).toBeFocused();
    expect(await states()).toEqual(['success']);
  });

  await test.step('a failure names the cash, is read back, and is asked about once more', async () => {
    await correct();
    await dialog.getByRole('radio', { name: 'Gagal' }).check();
    await expect(dialog).toContainText('Kalau gagal, Rp12.000 harus dikembalikan');
    await expect(dialog.getByRole('button', { name: 'Lanjut' })).toBeEnabled();
    await cashier.press('Enter');
    await expect(dialog.getByLabel('Nomor pelanggan')).toBeFocused();
    await look('a correction to failed');
    // All of it is in sight on the smallest screen, the PINs and reason above the buttons too.
    const button = await dialog.getByRole('button', { name: 'Lanjut' }).boundingBox();
    const reason = await dialog.getByLabel('Alasan').boundingBox();
    expect((reason?.y ?? 0) + (reason?.height ?? 0)).toBeLessThan(button?.y ?? 0);
    await cashier.type(number);
    await cashier.press('Tab');
    await cashier.type('12000');
    await cashier.press('Tab');
    await cashier.type('dikembalikan di dasbor');
    await cashier.press('Enter');
    await focused('Kembali');
    await cashier.press('Enter');
    await expect(dialog.getByLabel('Alasan')).toHaveValue('dikembalikan di dasbor');
    expect(await states()).toEqual(['success']);
    await dialog.getByRole('button', { name: 'Lanjut' }).click();
    await question.getByRole('button', { name: 'Ya, catat gagal' }).click();
    await expect(detail).toContainText('Gagal. Kembalikan Rp12.000 kepada pelanggan.');
    await expect(detail).toContainText('SN lama, tidak berlaku');
    await expect(detail).not.toContainText('Pesan provider');
    await expect(strip).toContainText('1Harus dikembalikanRp12.000');
    await moveCash('Uang sudah dikembalikan', 'Ya, sudah diserahkan');
    await expect(strip).not.toContainText('Harus dikembalikan');
  });

  await test.step('a success after all leaves the cash to collect, in the strip and in a list of its own', async () => {
    await correct();
    await dialog.getByRole('radio', { name: 'Berhasil' }).check();
    await expect(dialog).toContainText('Tagih Rp12.000 dari pelanggan');
    await dialog.getByLabel('Alasan').fill('pulsa masuk, kata pelanggan');
    await expect(dialog.getByRole('button', { name: 'Catat perbaikan' })).toBeEnabled();
    await cashier.press('Enter');
    await expect(detail).toContainText('Tagih Rp12.000 dari pelanggan');
    await strip.getByRole('button', { name: /Harus ditagih/ }).click();
    const row = page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Tagih Rp12.000');
    await expect(page.getByLabel('Uang transaksi gantung')).toContainText('Harus ditagihRp12.000');
    await row.click();
    await look('cash to collect');
    // What was handed back already is not to be handed back once more.
    await correct();
    await dialog.getByRole('radio', { name: 'Gagal' }).check();
    await dialog.getByLabel('Nomor pelanggan').pressSequentially(number);
    await dialog.getByLabel('Jumlah (total)').pressSequentially('12000');
    await dialog.getByLabel('Alasan').fill('tetap gagal');
    await dialog.getByRole('button', { name: 'Lanjut' }).click();
    await expect(question).toContainText(number.replace(/(.{4})(?=.)/g, '$1 '));
    await expect(question).not.toContainText('harus dikembalikan');
    await focused('Kembali');
    // A second Escape, in the very moment in which the dialog below takes the focus.
    const escapedAgain = await page.evaluateHandle(() => ({
      escaped: new Promise<void>((resolve) => {
        const onFocus = ({ target }: FocusEvent): void => {
          if (!(target instanceof HTMLElement) || target.role !== 'dialog') return;
          document.removeEventListener('focusin', onFocus);
          target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
          resolve();
        };
        document.addEventListener('focusin', onFocus);
      }),
    }));
    await cashier.press('Escape');
    await escapedAgain.evaluate(({ escaped }) => escaped);
    await expect(question).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
    await moveCash('Uang sudah ditagih', 'Ya, sudah diterima');
    await expect(strip).not.toContainText('Harus ditagih');
    await expect(row).not.toContainText('Tagih');
    expect(await cashier.booked(number)).toMatchObject([{ state: 'success', cashReturnedAt: null }]);
  });
  expect(faults).toEqual({});
});
