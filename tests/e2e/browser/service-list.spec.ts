import { fail, ok } from '../../../src/shared/contract/errors.ts';
import type { CashServiceEntry } from '../../../src/shared/domain/cash-service-entry.ts';
import { Cashier } from '../../support/cashier.ts';
import { admit, expect, fakeTest as test } from '../../support/fake-page.ts';

const reason = 'setoran '.repeat(9).trim();
const entry = (at: number): CashServiceEntry => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  seq: at,
  at: '2026-03-02T03:04:05.000Z',
  day: '2026-03-02',
  shift: null,
  by: 'cashier',
  kind: 'purse_in',
  amount: 1000 * at,
  fee: 0,
  cash: 0,
  purse: 1000 * at,
  note: reason,
  reverses: null,
  reversedBy: null,
});

test('more cash services than one page: their number is no exact one, a long search leads to them, and a page that fails says so', async ({
  fakeHost: { app },
  openPage,
}) => {
  admit(app);
  app.handlers['cashServices.list'] = async ({ before, limit = 50 }) => {
    if (before) return fail('internal', 'The next page cannot be read.');
    const entries = Array.from({ length: limit }, (_, at) => entry(limit - at));
    return ok({ entries, next: { at: entry(1).at, id: entry(1).id } });
  };
  const page = await openPage();
  const cashier = new Cashier(page);
  await cashier.press('F9');
  await page.getByRole('tab', { name: 'Jasa tunai' }).click();
  await page.getByLabel('Nama saldo agen').fill('BRILink');
  await page.getByLabel('Nama saldo agen').press('Enter');
  await expect(page.getByRole('button', { name: /^Tunai/ })).toBeVisible();
  await cashier.press('F3');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await cashier.type(reason);
  await expect(page.getByText('99+ jasa tunai juga cocok.')).toBeVisible();
  await page.getByRole('button', { name: 'Tampilkan', exact: true }).click();
  const list = page.getByRole('region', { name: 'Jasa tunai yang tercatat' });
  await expect(list.getByRole('listitem')).toHaveCount(50);
  await list.getByRole('button', { name: 'Tampilkan yang lebih lama' }).click();
  await expect(page.getByText('Ada yang salah di dalam Konter.')).toBeVisible();
});

test('a group that cannot be read is read again at a press, and the way back stays', async ({
  fakeHost: { app },
  openPage,
}) => {
  admit(app);
  const id = '00000000-0000-4000-8000-000000000001';
  app.handlers['billGroups.list'] = async () => ok({ groups: [{ id, name: 'Gang Melati', members: 1 }] });
  app.handlers['billGroups.get'] = async () => fail('internal', 'It cannot be read.');
  const page = await openPage();
  const cashier = new Cashier(page);
  await cashier.press(',');
  await expect(page.getByLabel('Nomor, satu per baris')).toBeFocused();
  await cashier.press('F10');
  const retry = page.getByRole('button', { name: 'Coba lagi' });
  await retry.click();
  await expect(retry).toBeVisible();
  await expect.poll(() => app.served.get('billGroups.get')).toBe(2);
  await page.getByRole('button', { name: /^Kembali/ }).click();
  await expect(page.getByLabel('Nomor, satu per baris')).toBeVisible();
});
