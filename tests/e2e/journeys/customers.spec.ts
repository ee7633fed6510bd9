import { readFile } from 'node:fs/promises';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('a customer’s data is taken out and erased from a receipt; the receipt stays and says so; settings find nobody', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  await cashier.sell({ number: '081234567890', code: 'TSEL10', price: '12000', cash: '20000' });
  await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();

  await test.step('settings: found by another spelling, and kept for good as long as nobody says otherwise', async () => {
    await page.keyboard.press('F1');
    await page.getByRole('button', { name: /Pengaturan/ }).click();
    await page.getByRole('tab', { name: 'Data pelanggan' }).click();
    await expect(page.getByRole('heading', { name: 'Umur data pelanggan' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Selamanya' })).toBeChecked();
    await page.getByLabel('Nomor atau nama').fill('+62 812-3456');
    await page.getByRole('button', { name: 'Cari', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Data pelanggan… 0812 3456 7890' })).toBeVisible();
    await look('found');
  });

  await test.step('receipts: taken out as a file', async () => {
    await cashier.press('F3');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('button', { name: 'Tindakan lain' }).click();
    await page.getByRole('menuitem', { name: 'Data pelanggan…' }).click();
    await expect(page.getByRole('dialog')).toContainText('0812 3456 7890');
    await look('dialog');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Simpan sebagai JSON' }).click();
    const file = await (await waiting).path();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ customerNo: '081234567890' });
  });

  await test.step('and erased, once the number was typed again', async () => {
    // Taking out and erasing are apart: the dangerous form has to be chosen, and is whole in sight.
    const erase = page.getByRole('button', { name: 'Hapus data pelanggan' });
    await expect(erase).toHaveCount(0);
    await page.getByRole('radio', { name: 'Hapus untuk selamanya' }).check();
    await expect(erase).toBeInViewport({ ratio: 1 });
    const number = await page.getByLabel('Ketik nomornya sekali lagi').boundingBox();
    expect((number?.y ?? 0) + (number?.height ?? 0)).toBeLessThan((await erase.boundingBox())?.y ?? 0);
    await page.getByLabel('Alasan').fill('diminta pelanggan');
    await expect(erase).toBeDisabled();
    await page.getByLabel('Ketik nomornya sekali lagi').pressSequentially('081234567890');
    await erase.click();
    await expect(page.getByText('Data pelanggan sudah dihapus.')).toBeVisible();
    await expect(page.getByText(/Penerima hasil sudah menghapus pesan provider tentang pelanggan ini/)).toBeVisible();
    await look('erased');
    await page.getByRole('button', { name: 'Tutup' }).click();
    await expect(page.getByText(/Data pelanggan ini sudah dihapus/)).toBeVisible();
    await page.getByRole('button', { name: 'Tindakan lain' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Data pelanggan…' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByText('081234567890')).toHaveCount(0);
    await look('receipt of nobody');
  });
  expect(faults).toEqual({});
});
