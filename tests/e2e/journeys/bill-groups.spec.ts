import { readFile } from 'node:fs/promises';
import { Cashier } from '../../support/cashier.ts';
import { expect, printedOn, test } from '../../support/counter-page.ts';
import { faultsOf } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

/** The fourth and the ninth have no bill, and the answer to the payment of the sixth is lost. */
const number = (at: number): string =>
  at === 3
    ? '99000000501'
    : at === 8
      ? '99000000501'
      : at === 5
        ? '99000000205'
        : `5300000002${String(at).padStart(2, '0')}`;
const code = (at: number): string => (at === 8 ? 'PDAMJKT' : 'PLNPOST');
const list = Array.from({ length: 12 }, (_, at) => `Rumah ${at + 1}; ${code(at)}; ${number(at)}`).join('\n');

test('a lane of twelve houses is saved, asked for, paid as a batch with a lost answer, and listed for the collector, by keyboard', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const members = page.getByRole('listbox', { name: 'Gang Melati' }).getByRole('option');

  await test.step('the list is typed or pasted, and agreed to', async () => {
    await cashier.press(',');
    await expect(page.getByLabel('Nomor, satu per baris')).toBeFocused();
    await cashier.press('F10');
    await expect(page.getByText('Belum ada kelompok.')).toBeVisible();
    await page.getByRole('button', { name: 'Kelompok baru' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Nama kelompok')).toBeFocused();
    await page.keyboard.type('Gang Melati');
    await page.keyboard.press('Tab');
    await dialog.getByLabel(/^Daftar:/).fill(`${list}\nRumah 13; PLNPOST; 530000000200`);
    await expect(dialog.getByText('Baris 13: tagihan ini sudah ada')).toBeVisible();
    // What is agreed to is whole above the buttons.
    const agreed = await dialog.locator('label', { hasText: 'Setiap orang' }).boundingBox();
    const buttons = await dialog.getByRole('button', { name: 'Batal' }).boundingBox();
    expect((agreed?.y ?? 0) + (agreed?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
    await dialog.getByLabel(/^Daftar:/).fill(list);
    const save = dialog.getByRole('button', { name: 'Simpan', exact: true });
    await expect(save).toBeDisabled();
    await dialog.getByRole('checkbox').press('Space');
    await expect(save).toBeEnabled();
    expect(await faultsOf(page, 'light')).toEqual([]);
    await save.press('Enter');
    await expect(members).toHaveCount(12);
  });

  await test.step('all are asked for; the words of the two without a bill are the provider’s own', async () => {
    await cashier.press('F8');
    await expect(page.getByText('Dicek hari ini: 12 dari 12')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('10 belum dibayar · 2 gagal')).toBeVisible();
    await expect(members.nth(3)).toContainText('Tagihan tidak ditemukan atau sudah lunas');
    await expect(members.nth(3)).toHaveAttribute('aria-selected', 'false');
    // They have the line to its end.
    const [row, words] = await Promise.all([
      members.nth(3).boundingBox(),
      members.nth(3).getByTitle('Tagihan tidak ditemukan atau sudah lunas').boundingBox(),
    ]);
    expect((row?.x ?? 0) + (row?.width ?? 0) - ((words?.x ?? 0) + (words?.width ?? 0))).toBeLessThan(40);
    // Three periods are named by their ends and their number, and none is cut.
    const periods = members.getByText(/^[A-Z]\w+ \d{4} – [A-Z]\w+ \d{4} \(3\)$/).first();
    await expect(periods).toBeVisible();
    expect(await periods.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0);
    expect(await faultsOf(page, 'light')).toEqual([]);
    expect(await faultsOf(page, 'dark')).toEqual([]);
  });

  await test.step('one line is asked for again by a press', async () => {
    const again = page.getByRole('button', { name: /^Cek baris ini lagi/ });
    await members.nth(3).click();
    const request = page.waitForRequest('**/api/billGroups.inquire');
    await again.click();
    expect(JSON.stringify((await request).postDataJSON())).toMatch(/"members":\["[^"]+"\]/);
    await expect(again).toBeEnabled({ timeout: 20_000 });
    await page.getByRole('listbox', { name: 'Gang Melati' }).focus();
  });

  await test.step('a bill that was collected before is paid with those of the group', async () => {
    await cashier.press('Escape');
    await cashier.press('Escape');
    await cashier.lookUpBill('PDAMJKT', '530000000301');
    await expect(page.getByLabel('Uang diterima')).toBeFocused({ timeout: 20_000 });
    await cashier.press(',');
    await expect(page.getByText(/^1 tagihan, Rp/)).toBeVisible();
    await cashier.press(',');
    await cashier.press('F10');
    await expect(page.getByText(/1 tagihan yang sudah dikumpulkan ikut dibayar, Rp/)).toBeVisible();
    expect(await faultsOf(page, 'light')).toEqual([]);
    await expect(page.getByRole('listbox', { name: 'Gang Melati' })).toBeFocused();
    await cashier.press('Enter');
    await expect(page.getByRole('heading', { name: 'Sebutkan ulang ke pelanggan' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('list', { name: 'Isi daftar' }).getByRole('listitem')).toHaveCount(11);
    await expect(page.getByRole('list', { name: 'Isi daftar' })).toContainText('5300 0000 0301');
    await cashier.press('Escape');
    await page.getByRole('button', { name: 'Keluarkan dari daftar' }).first().click();
    await cashier.press('F10');
  });

  await test.step('one is left out, the others are read back and paid one after the other', async () => {
    const total = page.getByTestId('group-total');
    const all = await total.textContent();
    await expect(page.getByRole('listbox', { name: 'Gang Melati' })).toBeFocused();
    await cashier.press('ArrowDown');
    await cashier.press('Space');
    await expect(members.nth(1)).toHaveAttribute('aria-selected', 'false');
    await expect(total).not.toHaveText(all ?? '');
    await cashier.press('Enter');
    await expect(page.getByRole('heading', { name: 'Sebutkan ulang ke pelanggan' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('list', { name: 'Isi daftar' }).getByRole('listitem')).toHaveCount(9);
    await expect(cashier.button('Kirim semua')).toBeEnabled();
    await cashier.press('Enter');
    await expect(page.getByRole('heading', { name: /^Menunggu keputusan Anda: \d dari 9$/ })).toBeVisible({
      timeout: 40_000,
    });
    // The program is closed in the middle: nothing goes on by itself.
    await page.reload();
    await expect(page.getByRole('button', { name: /^Lanjutkan/ })).toBeEnabled({ timeout: 20_000 });
    await cashier.press('F9');
    await expect(page.getByRole('heading', { name: 'Selesai: 9 dari 9' })).toBeVisible({ timeout: 40_000 });
    for (let at = 0; at < 12; at += 1) {
      const states = (await cashier.booked(number(at)))
        .filter(({ sentAt }) => sentAt !== null)
        .map(({ state }) => state);
      expect(states, number(at)).toEqual(at === 5 ? ['unknown'] : [1, 3, 8].includes(at) ? [] : ['success']);
    }
    await cashier.next();
  });

  await test.step('the group says what was paid, and offers neither that nor what is uncertain again', async () => {
    await cashier.press(',');
    await cashier.press('F10');
    await expect(page.getByText('1 belum dibayar · 8 sudah dibayar · 1 belum pasti · 2 gagal')).toBeVisible();
    await expect(members.nth(5)).toContainText('belum pasti');
    await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(1);
  });

  await test.step('the collector gets a list on paper and as a file, which is read in again', async () => {
    await page.getByRole('button', { name: 'Lainnya' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Cetak daftar untuk penagih' }).press('Enter');
    await expect(page.getByText('Daftar dikirim ke printer.')).toBeVisible();
    const slip = async () => (await printedOn(page))[0]?.text ?? '';
    await expect.poll(slip).toMatch(/DAFTAR KOLEKTIF[^]*Gang Melati[^]*Sudah dibayar \(8\)/);
    expect(await slip()).not.toContain(number(0));
    await page.getByRole('button', { name: 'Lainnya' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Ekspor daftar' }).press('Enter');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const file = await (await download).path();
    const written = await readFile(file, 'utf8');
    expect(written.split('\r\n')[1]).toMatch(/^Rumah 1;PLNPOST;'530000000200;;sudah dibayar;\d+;;/);
    await expect(page.getByText('File jadi: 12 baris')).toBeVisible();
    await page.getByRole('button', { name: 'Tutup' }).click();

    await page.getByRole('button', { name: 'Kelompok baru' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Ambil dari file CSV atau Excel' }).click();
    await (await chooser).setFiles({ name: 'daftar.csv', mimeType: 'text/csv', buffer: Buffer.from(written) });
    await page.getByRole('button', { name: 'Masukkan 12 baris ke daftar' }).click();
    await expect(page.getByRole('dialog').getByLabel(/^Daftar: 12/)).toHaveValue(list);
    await expect(page.getByRole('button', { name: /^Masukkan/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
});
