import { startBuiltCounter } from '../../support/browser-counter.ts';
import { Cashier } from '../../support/cashier.ts';
import { expect, listenTo, test } from '../../support/counter-page.ts';
import { faultsOf } from '../../support/page-checks.ts';

const learn = (codes: string[]) => Promise.all(codes.map((productCode) => window.konter.product({ productCode })));

test.use({ viewport: { width: 1024, height: 768 } });

test('one key parks a sale and brings it back, also after a new start and from another window, and sends nothing', async ({
  counter,
  counterPage: page,
  dataDir,
  complaints,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const field = page.getByRole('combobox');
  const chips = page.getByRole('region', { name: 'Penjualan yang diparkir' }).getByRole('button');
  await page.evaluate(learn, ['TSEL10', 'XL10', 'PLNPOST']);

  await test.step('number, product and cash go away with one key, and come back with one', async () => {
    await cashier.type('tsel10.081234567801');
    await cashier.press('Enter');
    await cashier.press('F6');
    await cashier.type('12000');
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.type('20000');
    await cashier.press(';');
    await expect(field).toHaveValue('');
    // Its age stands there once it is stored.
    await expect(chips).toHaveText([/0812 3456 7801.*Telkomsel 10.*(dtk|mnt)/s]);
    await cashier.press(';');
    await expect(page.getByRole('button', { name: /^Nomor/ })).toContainText('0812 3456 7801');
    await expect(page.getByRole('button', { name: /^Produk/ })).toContainText('Telkomsel 10');
    await expect(chips).toHaveCount(0);
    await cashier.press(';');
  });

  await test.step('what is typed at the same time belongs to the next customer', async () => {
    await cashier.type('081234567802');
    await cashier.press(';');
    await cashier.type('081234567803');
    await expect(field).toHaveValue('0812 3456 7803');
    await expect(chips).toHaveCount(2);
  });

  await test.step('the other window shows them, and what it takes is gone here', async () => {
    const other = await page.context().newPage();
    listenTo(other, complaints);
    await other.goto(counter.origin);
    const there = other.getByRole('region', { name: 'Penjualan yang diparkir' }).getByRole('button');
    await expect(there).toHaveCount(2);
    await there.filter({ hasText: '7802' }).click();
    await expect(other.getByRole('combobox')).toHaveValue('0812 3456 7802');
    await expect(chips).toHaveCount(1);
    await new Cashier(other).press(';');
    await expect(chips).toHaveCount(2);
    await other.close();
  });

  await test.step('a tap brings one back, and parks what stands in the field', async () => {
    await chips.filter({ hasText: '7802' }).click();
    await expect(field).toHaveValue('0812 3456 7802');
    await expect(chips).toHaveText([/7801/, /7803/]);
  });

  await test.step('at the tenth it says so, and the digit of another exchanges them', async () => {
    for (let n = 4; n <= 10; n += 1) {
      await cashier.press(';');
      await expect(field).toHaveValue('');
      await cashier.type(`08123456780${n}`);
    }
    await expect(chips.filter({ hasText: /dtk|mnt/ })).toHaveCount(9);
    await cashier.press(';');
    await expect(page.getByText(/^Sudah sembilan yang diparkir/)).toBeVisible();
    await expect(field).toHaveValue('0812 3456 7801 0');
    expect(await faultsOf(page, 'light')).toEqual([]);
    await cashier.press('1');
    await expect(page.getByRole('button', { name: /^Nomor/ })).toContainText('0812 3456 7801');
    await expect(chips).toHaveCount(9);
    await expect(chips.last()).toContainText('0812 3456 7801 0');
  });

  await test.step('the keys are listed', async () => {
    await cashier.press('Escape');
    await cashier.press('?');
    await expect(page.getByRole('dialog', { name: 'Semua tombol' })).toContainText('Buka yang diparkir');
    await cashier.press('Escape');
  });

  await test.step('a reload of the page loses none', async () => {
    await page.reload();
    await expect(chips).toHaveCount(9);
  });

  await test.step('after the counter was started again they stand there', async () => {
    expect(await cashier.booked('08123456780')).toEqual([]);
    await page.goto('about:blank');
    expect(await counter.end()).toBe(0);
    const again = await startBuiltCounter({ dataDir });
    try {
      await page.goto(again.url);
      await expect(chips).toHaveCount(9);
      await cashier.press(';');
      await cashier.press('1');
      await expect(field).toHaveValue(/^0812 3456 780/);
      await expect(chips).toHaveCount(8);
      expect(await cashier.booked('08123456780')).toEqual([]);
    } finally {
      await again.stop();
    }
  });
});
