import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

test('the read-back of a token says whose meter it is, that of credit says nothing', async ({ counterPage: page }) => {
  const cashier = new Cashier(page);
  const name = page.getByTestId('meter-name');

  await test.step('a token', async () => {
    await cashier.putTogether({ number: '12345678901', code: 'TOKENNOW20', price: '22500' });
    await expect(name).toHaveText(/^Meteran milik [A-Z]+ [A-Z]+ · R1M? \/ \d+ VA$/);
    await cashier.press('Escape');
  });

  await cashier.startOver();
  await test.step('phone credit', async () => {
    await cashier.putTogether({ number: '081234567890', code: 'TSEL10', price: '12000' });
    await expect(name).toHaveCount(0);
  });
});
