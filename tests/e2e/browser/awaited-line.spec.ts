import type { Page } from '@playwright/test';
import { fail, ok } from '../../../src/shared/contract/errors.ts';
import { statusOf } from '../../support/fake-app.ts';
import { admit, expect, fakeTest as test } from '../../support/fake-page.ts';
import { fakeBatch } from '../../support/fake-sales.ts';

const shop = { name: 'Konter Rina', isKeyMissing: false };

const awaitedLine = (page: Page) => page.getByRole('heading', { name: 'Baris 1 menunggu konter lain…' });

test('Esc closes a list whose line takes long for another reason than the other counters', async ({
  fakeHost: host,
  openPage,
}) => {
  admit(host.app);
  const { handlers, sales } = host.app;
  handlers.status = async () => ok({ ...statusOf(sales), shop });
  handlers['batches.open'] = async () => ok(fakeBatch());
  // The product is still looked up.
  handlers['shop.stopWaiting'] = async () => ok({ isStopped: false });
  const page = await openPage();
  const line = awaitedLine(page);
  await expect(line).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line).toHaveCount(0);
  await expect(page.getByLabel('Nomor pelanggan, kode produk')).toBeFocused();
});

test.describe('with a clock of its own', () => {
  test.use({ keepsPage: false });

  test('a line that is sent again is said to wait for other counters only once it takes long again', async ({
    fakeHost: host,
    openPage,
  }) => {
    admit(host.app);
    const { handlers, sales } = host.app;
    handlers.status = async () => ok({ ...statusOf(sales), shop });
    const running = fakeBatch();
    handlers['batches.open'] = async () => ok(running);
    const page = await openPage();
    const { error } = fail('relay_unreachable', 'x', { reason: 'claim_unanswered' });
    await expect(awaitedLine(page)).toBeVisible();
    host.app.emit({ type: 'batch', batch: { ...running, state: 'paused', pause: { position: 1, error } } });
    await expect(page.getByRole('alert').filter({ hasText: 'Baris 1.' })).toBeVisible();
    // Time stands still: the second that is long does not end.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    host.app.emit({ type: 'batch', batch: running });
    await expect(page.getByRole('heading', { name: /^Mengirim/ })).toBeVisible();
  });
});
