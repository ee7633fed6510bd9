import { ok } from '../../../src/shared/contract/errors.ts';
import { Cashier } from '../../support/cashier.ts';
import { admit, expect, nobodySetUp, fakeTest as test } from '../../support/fake-page.ts';
import { fakeSale } from '../../support/fake-sales.ts';

test('a reload or a step back keeps the sale that is typed, and shows the one that is being sent', async ({
  fakeHost: host,
  openPage,
}) => {
  admit(host.app);
  const { handlers, sales } = host.app;
  const page = await openPage();
  const cashier = new Cashier(page);
  const field = page.locator('input[name=entry]');
  const number = page.getByRole('button', { name: /^Nomor/ });
  const storedText = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

  await test.step('number, product and cash are there again', async () => {
    await cashier.type('081234567890');
    await cashier.press('Enter');
    await cashier.type('tsel10');
    await cashier.press('Enter');
    await cashier.givePrice('12000');
    await cashier.type('20000');
    await page.reload();
    await expect(number).toContainText('0812 3456 7890');
    await expect(page.getByRole('button', { name: /^Produk/ })).toContainText('Telkomsel 10.000');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('20.000');
    expect(await storedText()).not.toContain('cost');
  });

  await test.step('a step back leads nowhere', async () => {
    await cashier.press('Shift');
    await page.evaluate(() => window.history.back());
    await page.waitForFunction(() => window.history.state === 'konter');
    await expect(number).toContainText('0812 3456 7890');
  });

  await test.step('digits that may be a PIN are not kept, also where cash is typed, and another person finds nothing', async () => {
    await field.fill('482615');
    expect(await storedText()).toContain('081234567890');
    expect(await storedText()).not.toContain('482615');
    await cashier.press('Escape');
    await cashier.type('482615');
    expect(await storedText()).not.toContain('482615');
    await cashier.press('Escape');
    await cashier.type('081234567890');
    await cashier.press('Enter');
    expect(await storedText()).toContain('081234567890');
    const sari = { id: '0195f0aa-0000-7000-8000-0000000000aa', name: 'Sari', role: 'cashier' as const };
    handlers['people.state'] = async () =>
      ok({ ...nobodySetUp(), exist: true, present: { ...sari, since: '2026-03-02T03:04:05.000Z' } });
    await page.reload();
    await expect(field).toBeFocused();
    await expect(number).toHaveCount(0);
    expect(await storedText()).not.toContain('081234567890');
    admit(host.app);
    await page.reload();
    await expect(field).toBeFocused();
  });

  await test.step('a sale that is on its way is shown, and its result', async () => {
    const sent = Promise.withResolvers<void>();
    const sale = fakeSale({ state: 'sending', sn: null, receiptNo: null, settledAt: null, customerNo: '081299990777' });
    handlers.order = async () => {
      const at = new Date().toISOString();
      sales.unshift({ ...sale, sentAt: at, createdAt: at });
      sent.resolve();
      return new Promise(() => {});
    };
    await cashier.type('tsel10.081299990777');
    await cashier.press('Enter');
    await cashier.givePrice('12000');
    await cashier.press('Enter');
    await cashier.send();
    await sent.promise;
    await page.reload();
    await expect(page.getByTestId('sale-number')).toHaveText('0812 9999 0777');
    await expect(page.getByRole('button', { name: /^Berikutnya/ })).toBeDisabled();
    const at = new Date().toISOString();
    host.app.emit({
      type: 'transaction',
      transaction: { ...sale, state: 'success', sn: '0312345678901234', sentAt: at, createdAt: at, revision: 9 },
    });
    await expect(page.getByTestId('sale-sn')).toHaveText('0312345678901234');
    await expect(page.getByRole('button', { name: /^Berikutnya/ })).toBeEnabled();
    await cashier.press('Enter');
    await page.reload();
    await expect(field).toBeFocused();
    await expect(page.getByTestId('sale-number')).toHaveCount(0);
  });
});
