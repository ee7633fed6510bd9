import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

test('a new name whose answer comes once its question was put away owes nothing of the next customer’s sale', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const dialog = page.getByRole('dialog');
  const put = async (number: string): Promise<void> => {
    await cashier.type(`TSEL10.${number}`);
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
  };
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/customers.addDebtor', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await cashier.sell({ number: '081200000001', code: 'TSEL10', price: '12000' });
  await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
  await cashier.next();

  await put('081200000002');
  await cashier.press('Alt+4');
  await cashier.type('Rina');
  await expect(dialog.getByRole('button', { name: 'Pelanggan baru: Rina' })).toBeEnabled();
  const sent = page.waitForRequest('**/api/customers.addDebtor');
  await cashier.press('Enter');
  await sent;
  await cashier.press('Escape');
  await expect(dialog).toHaveCount(0);
  await cashier.press('Escape');

  await put('081200000003');
  const answer = page.waitForResponse('**/api/customers.addDebtor');
  answered.resolve();
  await (await answer).finished();
  await cashier.press('Alt+4');
  await expect(dialog).toContainText('Utang siapa?');
  await cashier.press('Escape');
});
