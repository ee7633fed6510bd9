import { expect, test } from '../../support/counter-page.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('an error that comes while a field of a long dialog has the focus leaves that field in sight', async ({
  counterPage: page,
}) => {
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('F3');
  await page.getByRole('button', { name: 'Alat struk' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Cocokkan' }).press('Enter');
  const choose = dialog.getByRole('button', { name: 'Pilih file', exact: true });
  await expect(async () => {
    const choosing = page.waitForEvent('filechooser', { timeout: 1000 });
    await choose.press('Enter');
    const lines = ['Trx ID;Tujuan;Harga;Status;Tanggal', 'T1;081200000001;10.275;Sukses;03/11/2026 10:15'];
    await (await choosing).setFiles({
      name: 'laporan.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${lines.join('\n')}\n`),
    });
  }).toPass();
  const separator = dialog.getByLabel('Pemisah kolom', { exact: true });
  await expect(separator).toBeEnabled();
  // Each field of the dialog, as Tab reaches it, and each as it is when the error comes.
  await separator.focus();
  await separator.evaluate((field) => {
    const box = field.getBoundingClientRect();
    const scroller = field.closest('[role="dialog"]');
    const footer = scroller?.querySelector('form > :last-child')?.getBoundingClientRect();
    scroller?.scrollBy(0, box.bottom - (footer?.top ?? 0) + 4);
  });
  const isInSight = (): Promise<boolean> =>
    separator.evaluate((field) => {
      const { left, top, bottom, width } = field.getBoundingClientRect();
      const at = (y: number) => document.elementFromPoint(left + width / 2, y) === field;
      return at(top + 2) && at(bottom - 2);
    });
  await expect.poll(isInSight).toBe(true);
  await separator.selectOption('|');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(separator).toBeFocused();
  await expect.poll(isInSight, { timeout: 3000 }).toBe(true);
});
