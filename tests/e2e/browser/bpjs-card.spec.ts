import { expect, test } from '../../support/counter-page.ts';

const card = '0001234567890';
const va = '8888801234567890';

test('a BPJS card number offers its VA, which a person takes; nothing is converted or asked of the provider before', async ({
  counterPage: page,
}) => {
  await page.evaluate(() => window.konter.product({ productCode: 'BPJS' }));
  const inquiries = () =>
    page.evaluate(async () => {
      const answer = await window.konter.transactions.search({ text: '', limit: 20 });
      return answer.ok ? answer.value.items.map(({ customerNo }) => customerNo) : null;
    });
  const question = page.getByRole('dialog', { name: 'Nomor kartu BPJS, bukan VA' });
  const type = async (): Promise<void> => {
    for (const text of ['bpjs', card]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await expect(question.getByRole('button', { name: 'Perbaiki nomor' })).toBeFocused();
  };
  await page.keyboard.press('F2');
  await type();
  await page.getByRole('button', { name: 'Pakai VA 8888 8012 3456 7890' }).click();
  await expect(page.getByRole('combobox')).toHaveValue('8888 8012 3456 7890');
  expect(await inquiries()).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(inquiries).toEqual([va]);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await type();
  await page.keyboard.press('F9');
  await expect.poll(inquiries).toEqual([card, va]);
});
