import { expect, test } from '../../support/counter-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('wrong PINs are counted down, and a locked person shows a clock and takes no digits while others sign in', async ({
  counterPage: page,
}) => {
  const { faults, look } = looksAt(page);
  const answers = await page.evaluate(async () => [
    await window.konter.people.setUp({ name: 'Bu Rina', pin: '482615' }),
    await window.konter.people.add({ name: 'Sari', role: 'cashier', pin: '5038' }),
    await window.konter.people.lock(),
  ]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
  const main = page.getByRole('main');
  await main.getByRole('radio', { name: /Sari/ }).check({ force: true });
  const pin = page.getByLabel('PIN Sari');
  for (const left of ['Tinggal 4', 'Tinggal 3', 'Tinggal 2', 'Tinggal 1']) {
    await pin.fill('9137');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(`Salah. ${left} kali lagi.`);
    await expect(pin).toHaveValue('');
  }
  await pin.fill('9137');
  await page.keyboard.press('Enter');
  const clock = main.getByRole('timer');
  await expect(clock).toHaveText(/Coba lagi dalam 0[45]:\d\d/);
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? '');
  await expect(main.locator('label', { has: page.getByRole('radio', { name: /Sari/ }) })).toContainText(
    /Terkunci 0[45]:\d\d/,
  );
  await expect(pin).toBeFocused();
  await page.keyboard.type('5038');
  await expect(pin).toHaveValue('');
  await expect(main.getByRole('button', { name: '5', exact: true })).toBeDisabled();
  await expect(main.getByRole('button', { name: 'Masuk' })).toHaveCount(0);
  await look('locked out');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('PIN Bu Rina')).toBeFocused();
  await expect(clock).toHaveCount(0);
  await page.keyboard.type('482615');
  await page.keyboard.press('Enter');
  await expect(page.getByTitle('Ganti kasir atau kunci')).toContainText('Bu Rina');
  expect(faults).toEqual({});
});
