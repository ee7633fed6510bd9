import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

// As slow as in life: what is said of a sale that is under way can be read.
test.use({ practicePace: 1 });

const learn = (codes: string[]) => Promise.all(codes.map((productCode) => window.konter.product({ productCode })));

const secondsIn = (text: string): number => {
  const [, count, unit] = /(\d+) (dtk|mnt)/.exec(text) ?? [];
  return Number(count) * (unit === 'mnt' ? 60 : 1);
};

const field = (page: Page) => page.getByRole('combobox');
const done = (page: Page) => page.getByText('Berhasil.', { exact: true });

test('what became of a number is said before any cash, and nothing that is typed around a sale is lost', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);

  await test.step('nothing typed is lost: what is typed or scanned after a sale begins the next one, and sends nothing', async () => {
    await page.evaluate(learn, ['TSEL10', 'XL10']);
    const sale = { code: 'TSEL10', price: '12000' };
    const ahead = page.getByTestId('typed-ahead');

    await test.step('on the result, the first digit begins the next sale', async () => {
      await cashier.sell({ number: '081234567801', ...sale });
      await expect(done(page)).toBeVisible();
      await expect(cashier.button('Berikutnya')).toBeEnabled();
      await cashier.type('081234567802');
      await expect(field(page)).toHaveValue('0812 3456 7802');
      await cashier.press('Enter');
      await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
      await cashier.press('Escape');
    });

    await test.step('a scan on the result is the next number', async () => {
      await cashier.sell({ number: '081234567803', ...sale });
      await expect(done(page)).toBeVisible();
      await expect(cashier.button('Berikutnya')).toBeEnabled();
      await page.keyboard.type('081234567804');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: /^Nomor/ })).toHaveText(/0812 3456 7804$/);
      await cashier.press('Escape');
    });

    await test.step('before the result has been in sight it waits: the result stays, and its Enter begins with it', async () => {
      await cashier.putTogether({ number: '081234567805', ...sale });
      await cashier.type('0812345678066');
      await cashier.press('Backspace');
      await expect(ahead).toHaveText('0812 3456 7806');
      await expect(page.getByTestId('read-back-number')).toHaveText('0812 3456 7805');
      // An Enter so soon after digits would count as the end of a scan, and send nothing.
      await cashier.button('Kirim').click();
      await expect(done(page)).toBeVisible();
      await expect(ahead).toHaveText('0812 3456 7806');
      await cashier.next();
      await expect(field(page)).toHaveValue('0812 3456 7806');
      await expect(ahead).toHaveCount(0);
      await cashier.type('1');
      await expect(field(page)).toHaveValue('0812 3456 7806 1');
      await cashier.press('Escape');
      await expect(field(page)).toHaveValue('');
    });

    await test.step('at the question about a number, its digits are the right number', async () => {
      await cashier.type('081234567807');
      await cashier.press('Enter');
      await cashier.type('XL10');
      await cashier.press('Enter');
      await expect(page.getByRole('button', { name: 'Perbaiki nomor' })).toBeFocused();
      await cashier.type('081712345678');
      await expect(field(page)).toHaveValue('0817 1234 5678');
      await cashier.press('Escape');
    });

    const sold = (await cashier.booked('0812345678')).map(({ customerNo }) => customerNo);
    expect(sold.toSorted()).toEqual(['081234567801', '081234567803', '081234567805']);
  });

  await cashier.startOver();
  await test.step('what became of a number is said as soon as it is known, before any cash', async () => {
    // Never answered, as src/simulator/README.md says.
    const lost = '0800000000205';
    const customer = page.getByRole('group', { name: 'Pernah dibeli nomor ini' }).getByRole('option');
    const isNew = page.getByText('Nomor baru di toko ini', { exact: true });
    const sale = { code: 'TSEL10', price: '12000' };

    await cashier.type('081234567890');
    await expect(isNew).toHaveCount(0);
    await cashier.press('Enter');
    await expect(isNew).toBeVisible();
    await cashier.press('Escape');

    await cashier.sell({ number: lost, ...sale });
    await expect(page.getByText('Belum pasti. Uang jangan dikembalikan dulu.', { exact: true })).toBeVisible();
    await cashier.next();

    await test.step('an unsettled sale: its state, its age and what to do; no Enter of habit repeats it', async () => {
      await cashier.type(lost);
      await expect(customer).toHaveText(/Belum pasti, \d+ \w+Jangan kirim lagi · Telkomsel 10\.000/);
      // Not as at the end of the minute: the strip counts the same sale.
      const strip = page.getByRole('region', { name: 'Uang yang belum jelas' });
      const texts = await Promise.all([customer.innerText(), strip.innerText()]);
      const [one = 0, other = 0] = texts.map(secondsIn);
      expect(Math.abs(one - other), texts.join(' and ')).toBeLessThan(3);
      await cashier.press('Enter');
      await expect(page.getByLabel('Kode produk atau namanya')).toBeFocused();
      await expect(isNew).toHaveCount(0);
      await cashier.press('Enter');
      await expect(page.getByText('Pilih produk di bawah, atau ketik kodenya')).toBeVisible();
      await cashier.press('ArrowDown');
      await cashier.press('Enter');
      await expect(page.getByLabel('Rincian penjualan')).toContainText('Belum pasti');
      await cashier.press('F1');
      await cashier.press('Escape');
    });

    await test.step('what was bought today, with its serial number', async () => {
      await cashier.sell({ number: '081234567891', ...sale });
      await expect(done(page)).toBeVisible();
      const sn = await page.getByTestId('sale-sn').innerText();
      await cashier.next();
      await cashier.type('081234567891');
      await expect(customer).toHaveText(new RegExp(`Telkomsel 10\\.000.*\\d\\d:\\d\\d · SN ${sn}`));
      await cashier.press('Escape');
    });

    await test.step('what failed today: its state, its age and the money; no Enter repeats it', async () => {
      const fails = '0800000000106';
      await cashier.sell({ number: fails, ...sale });
      await expect(page.getByText(/^Gagal\. Kembalikan Rp12\.000 kepada pelanggan\.$/)).toBeVisible();
      await cashier.next();
      await cashier.type(fails);
      await expect(customer).toHaveText(/Gagal, \d+ \w+Uang belum dikembalikan.* · Telkomsel 10\.000/);
      const [failed] = await cashier.booked(fails);
      await page.evaluate((id) => window.konter.transactions.cashReturned({ id }), failed?.id ?? '');
      await expect(customer).toHaveText(/Gagal, \d+ \w+Uang sudah dikembalikan.* · Telkomsel 10\.000/);
      await cashier.press('Enter');
      await cashier.press('Enter');
      await expect(page.getByText('Pilih produk di bawah, atau ketik kodenya')).toBeVisible();
    });
  });
});
