import type { Request } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

test('the read-back of a token says whose meter it is, that of credit looks up and says nothing', async ({
  counterPage: page,
}) => {
  const cashier = new Cashier(page);
  const name = page.getByTestId('meter-name');
  const lookedUp: unknown[] = [];
  const note = (request: Request): void => {
    if (request.url().endsWith('/api/meters.name')) lookedUp.push(request.postDataJSON());
  };
  page.on('request', note);
  const token = { productCode: 'TOKENNOW20', customerNo: '12345678901' };

  await test.step('a token', async () => {
    await cashier.putTogether({ number: token.customerNo, code: token.productCode, price: '22500' });
    await expect(name).toHaveText(/^Meteran milik [A-Z]+ [A-Z]+ · R1M? \/ \d+ VA$/);
    await cashier.press('Escape');
  });

  await cashier.startOver();
  await test.step('phone credit', async () => {
    await cashier.putTogether({ number: '081234567890', code: 'TSEL10', price: '12000' });
    await expect(name).toHaveCount(0);
    await cashier.press('Escape');
    await cashier.startOver();
    expect(lookedUp).toEqual([token]);
  });
  page.off('request', note);
});
