import { startBuiltCounter } from '../../support/browser-counter.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';
import { openLiveWorld } from '../../support/live-world.ts';

test('another mailbox is saved only once somebody has read how many orders it leaves waiting', async ({
  page,
  dataDir,
}) => {
  test.slow();
  const world = await openLiveWorld();
  const counter = await startBuiltCounter({ dataDir });
  const cashier = new Cashier(page);
  const mailbox = () =>
    page.evaluate(() => window.konter.settings.get().then((got) => got.ok && got.value.settings.relay.mailbox));
  try {
    await page.goto(counter.url);
    const change = {
      provider: { url: world.env['KONTER_PROVIDER_URL'] ?? '' },
      relay: { url: world.env['KONTER_RELAY_URL'] ?? '', mailbox: world.env['KONTER_RELAY_MAILBOX'] ?? '' },
      secrets: {
        secretKey: world.env['KONTER_SECRET_KEY'] ?? '',
        relayToken: world.env['KONTER_RELAY_TOKEN'] ?? '',
      },
    };
    await page.evaluate((change) => window.konter.settings.save(change), change);
    // The page reloads with it: what is asked before would be cut off.
    const loadedAnew = page.waitForEvent('load');
    await page.evaluate(() => void window.konter.mode.switch({ mode: 'live' }));
    await loadedAnew;
    await expect(page.getByRole('note')).toHaveCount(0);
    await expect(page.getByText(/^Penerima hasil\s*aktif$/)).toBeVisible();
    // Its webhook never comes.
    const number = '0800000000406';
    await page.evaluate(
      (customerNo) => window.konter.order({ productCode: 'TSEL10', customerNo, sellingPrice: 12_000 }),
      number,
    );
    expect(await cashier.booked(number)).toMatchObject([{ state: 'pending' }]);

    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Sambungan' }).click();
    const field = page.getByLabel('ID kotak hasil (mailbox)');
    await field.fill('another-mailbox');
    const form = page.locator('form').filter({ has: field });
    await form.getByRole('button', { name: 'Simpan' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Hasil pesanan masih ditunggu');
    await expect(dialog).toContainText('Hasil 1 pesanan dikirim ke kotak hasil sekarang.');
    await dialog.getByRole('button', { name: 'Kembali' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await mailbox()).toBe(change.relay.mailbox);

    await form.getByRole('button', { name: 'Simpan' }).click();
    await dialog.getByRole('button', { name: 'Ganti, hasilnya dicatat sendiri' }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(mailbox).toBe('another-mailbox');
  } finally {
    // The page reloads when the connection has changed, which interrupts this.
    await expect(() => page.goto('about:blank')).toPass();
    await counter.stop();
    await world.close();
  }
});
