import type { Batch } from '../../../src/shared/contract/batches.ts';
import { ok } from '../../../src/shared/contract/errors.ts';
import { statusOf } from '../../support/fake-app.ts';
import { admit, expect, fakeTest as test } from '../../support/fake-page.ts';
import { fakeSale } from '../../support/fake-sales.ts';

test('Esc closes a list whose line takes long for another reason than the other counters', async ({
  fakeHost: host,
  openPage,
}) => {
  admit(host.app);
  const { handlers, sales } = host.app;
  handlers.status = async () => ok({ ...statusOf(sales), shop: { name: 'Konter Rina', isKeyMissing: false } });
  const sale = fakeSale({
    state: 'unsent',
    flags: ['batch_line'],
    payments: [{ method: 'cash', amount: 12_000, reference: null, customerId: null }],
    sentAt: null,
    settledAt: null,
    receiptNo: null,
  });
  const running: Batch = {
    id: '0195f0aa-0000-7000-8000-0000000000b1',
    createdAt: sale.createdAt,
    state: 'running',
    pause: null,
    total: 12_000,
    payments: [],
    tendered: 12_000,
    change: 0,
    lines: [{ position: 1, sale, leftOut: false, isWaiting: true }],
    toReturn: [],
  };
  handlers['batches.open'] = async () => ok(running);
  // The product is still looked up.
  handlers['shop.stopWaiting'] = async () => ok({ isStopped: false });
  const page = await openPage();
  const line = page.getByRole('heading', { name: 'Baris 1 menunggu konter lain…' });
  await expect(line).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line).toHaveCount(0);
  await expect(page.getByLabel('Nomor pelanggan, kode produk')).toBeFocused();
});
