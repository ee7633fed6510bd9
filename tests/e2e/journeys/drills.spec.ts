import { Cashier } from '../../support/cashier.ts';
import { expect, plainTest as test } from '../../support/counter-page.ts';
import { runAxe } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('two drills from their start to what was right: a lost answer, and a roll that ends', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const card = page.getByRole('region', { name: 'Soal yang sedang dikerjakan' });
  const begin = async (title: string): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(`^(Mulai|Ulangi): ${title}`) }).click();
    await expect(card).toContainText(title);
  };
  /** What the card types, then Enter up to the reading back, and Enter once more. */
  const sellAsTyped = async (): Promise<void> => {
    await card.getByRole('button', { name: 'Isi di kolom' }).click();
    await expect(page.getByRole('combobox')).toBeFocused();
    await expect(page.getByRole('combobox')).toHaveValue(/\./);
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.press('Enter');
    await expect(page.getByTestId('read-back-number')).toBeVisible();
    await cashier.send();
  };
  await expect(page.getByRole('combobox')).toBeFocused();
  await expect(card).toHaveCount(0);

  await test.step('the list opens with a key, and says that nobody has done any', async () => {
    await cashier.press('!');
    const list = page.getByRole('dialog', { name: 'Soal latihan' });
    await expect(list.getByRole('listitem')).toHaveCount(6);
    await expect(list.getByText('Belum pernah dikerjakan')).toHaveCount(6);
    expect((await runAxe(page)).violations).toEqual([]);
    await begin('Balasan hilang');
  });

  await test.step('a lost answer is left alone while the next customer is served, and found when its webhook came', async () => {
    await sellAsTyped();
    await expect(card).toContainText('2/4');
    await expect(page.getByText('Belum pasti. Uang jangan dikembalikan dulu.', { exact: true })).toBeVisible();
    expect((await runAxe(page)).violations).toEqual([]);
    await expect(cashier.button('Berikutnya')).toBeEnabled();
    await expect(cashier.button('Berikutnya')).toBeInViewport({ ratio: 1 });
    await sellAsTyped();
    await expect(card).toContainText('4/4');
    await cashier.press('F3');
    await page.getByRole('option').filter({ hasText: '0020 5' }).click();
    await expect(card).toContainText('Selesai, tanpa langkah yang merugikan toko.');
    await card.getByRole('button', { name: 'Lihat hasil' }).click();
    await expect(page.getByRole('dialog', { name: 'Balasan hilang' })).toContainText('toko membayar dua kali');
    expect((await runAxe(page)).violations).toEqual([]);
    await page.getByRole('button', { name: 'Soal lain' }).click();
    await expect(page.getByText(/^Selesai .*\(tanpa salah\)$/)).toHaveCount(1);
  });

  await test.step('half a slip is printed again, and waits for the new roll', async () => {
    await begin('Kertas habis');
    await sellAsTyped();
    await expect(card).toContainText('2/4');
    await cashier.press('F8');
    await expect(card).toContainText('3/4');
    await cashier.press('F7');
    await page.getByRole('button', { name: /^Tidak, cetak lagi: Struk asli/ }).click();
    await expect(card).toContainText('4/4');
    await cashier.press('Escape');
    await card.getByRole('button', { name: 'Isi kertas baru' }).click();
    await expect(card).toContainText('Selesai, tanpa langkah yang merugikan toko.');
    await card.getByRole('button', { name: 'Berhenti' }).click();
    await expect(card).toHaveCount(0);
  });

  await test.step('a page that is loaded again in the middle says that the drill is over, once', async () => {
    await cashier.press('!');
    await begin('Hasil terlambat');
    await page.reload();
    await expect(page.getByText('Soal berhenti karena halaman dimuat ulang.')).toBeVisible();
    await page.getByRole('button', { name: 'Ulangi dari daftar' }).click();
    await begin('Hasil terlambat');
    await card.getByRole('button', { name: 'Berhenti' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Soal latihan' })).toBeVisible();
    await expect(page.getByText('Soal berhenti karena halaman dimuat ulang.')).toHaveCount(0);
  });
});
