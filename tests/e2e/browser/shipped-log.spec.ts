import { fail, ok } from '../../../src/shared/contract/errors.ts';
import { Cashier } from '../../support/cashier.ts';
import { admit, expect, fakeTest as test } from '../../support/fake-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('the ledger at the relay: how far it goes, that this one is another, and bringing it back', async ({
  fakeHost: host,
  openPage,
}) => {
  test.slow();
  admit(host.app);
  const { handlers } = host.app;
  const before = await handlers['settings.get'](undefined);
  if (!before.ok) throw new Error('no settings');
  const { value: view } = before;
  const secrets = { ...view.secrets, supervisorPin: true };
  handlers['settings.get'] = async () => ok({ ...view, mode: 'live', secrets });
  const snapshotAt = '2026-03-02T03:04:05.000Z';
  handlers['backups.shipped'] = async () =>
    ok({ state: 'matches', events: 1234, snapshotAt, lastRowAt: snapshotAt, lost: { sales: 0, records: 0 } });
  const page = await openPage();
  const { faults, look } = looksAt(page);
  const cashier = new Cashier(page);
  const section = page.getByRole('region', { name: 'Cadangan di penerima hasil' });
  const dialog = page.getByRole('dialog');
  await cashier.press('F9');
  await page.getByRole('tab', { name: 'Cadangan' }).click();
  await expect(section).toContainText('Terenkripsi, sampai');
  await expect(section).toContainText('Seluruh buku dikirim: 02/03/2026 10:04');
  await section.scrollIntoViewIfNeeded();
  await look('what was shipped');

  // The backups stand above the forms; what a restore loses is named, and only where it loses any.
  const restore = page.getByRole('button', { name: /^Pulihkan cadangan 02\/03\/2026/ });
  await expect(restore).toBeInViewport({ ratio: 1 });
  await restore.click();
  await expect(dialog).toContainText('seperti pada 02/03/2026 10:04 (12 baris)');
  await expect(dialog).toContainText('2 penjualan sesudahnya hilang dari layar.');
  await expect(dialog).toContainText('3 catatan uang sesudahnya juga hilang');
  await expect(dialog.getByLabel('PIN pengawas')).toBeInViewport({ ratio: 1 });
  await look('a restore that loses two sales');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pulihkan dari penerima hasil' }).click();
  await expect(dialog).toContainText('seperti pada 02/03/2026 10:04 (1.234 baris)');
  await expect(dialog).toContainText('Tidak ada penjualan atau catatan uang yang hilang.');
  await expect(dialog).not.toContainText('dari layar');
  await page.keyboard.press('Escape');

  handlers['backups.shipped'] = async () =>
    ok({ state: 'differs', events: 1234, snapshotAt, lastRowAt: null, lost: null });
  await page.reload();
  await cashier.press('F9');
  await page.getByRole('tab', { name: 'Cadangan' }).click();
  await expect(section).toContainText('pernah diubah, diganti, atau lebih lama');
  await section.scrollIntoViewIfNeeded();
  await look('another ledger than was shipped');

  handlers['backups.restoreShipped'] = async () => fail('internal', 'No answer.', { reason: 'relay_silent' });
  await page.getByRole('button', { name: 'Pulihkan dari penerima hasil' }).click();
  await expect(dialog).toContainText('Pulihkan buku dari penerima hasil?');
  await expect(dialog.getByLabel('PIN pengawas')).toBeFocused();
  await dialog.getByLabel('PIN pengawas').fill('1234');
  await look('the question before it is restored');
  // The Enter of a typed PIN means what it is for.
  await expect(dialog.getByRole('button', { name: 'Ya, pulihkan' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(
    /Penerima hasil tidak menjawab\.\s*Tunggu sampai penerima hasil aktif, lalu coba lagi\./,
  );
  await look('a relay that does not answer');
  expect(faults).toEqual({});
});
