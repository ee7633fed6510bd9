import { ok } from '../../../src/shared/contract/errors.ts';
import type { Tab } from '../../../src/shared/contract/tabs.ts';
import { admit, expect, fakeTest as test } from '../../support/fake-page.ts';
import { fakeSale } from '../../support/fake-sales.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('a debt whose customer’s name is gone is put on a name again', async ({ fakeHost: host, openPage }) => {
  admit(host.app);
  const { handlers } = host.app;
  const customerId = '0195f0aa-0000-7000-8000-00000000e001';
  const tab: Tab = {
    customerId,
    name: null,
    numbers: [],
    owed: 12_000,
    unsettled: 0,
    sales: 1,
    since: '2026-03-02T03:04:05.000Z',
    lastPaidAt: null,
  };
  handlers['tabs.list'] = async () => ok({ tabs: [tab], owed: 12_000 });
  handlers['tabs.get'] = async () => ok({ tab, sales: [fakeSale({ tendered: null })], settlements: [] });
  const add = handlers['customers.addDebtor'];
  handlers['customers.addDebtor'] = async (debtor) => {
    if (debtor.id === customerId) tab.name = debtor.name;
    return add(debtor);
  };
  const page = await openPage();
  const { faults, look } = looksAt(page);
  await page.keyboard.press('F11');
  await page.getByRole('option', { name: /Pelanggan yang sudah dihapus/ }).click();
  await look('a tab without a name');
  await page.getByRole('button', { name: 'Catat siapa yang berutang' }).click();
  const dialog = page.getByRole('dialog', { name: 'Siapa yang berutang?' });
  await expect(dialog.getByLabel('Nama panggilan')).toBeFocused();
  await page.keyboard.type('0812');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Isi nama pelanggan');
  await dialog.getByLabel('Nama panggilan').fill('Joko');
  await look('who owes', ['light', 'dark']);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('option', { name: /Joko/ })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Rincian utang' })).toContainText('Joko');
  expect(faults).toEqual({});
});
