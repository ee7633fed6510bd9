import { fail, ok } from '../../../src/shared/contract/errors.ts';
import { Cashier } from '../../support/cashier.ts';
import { statusOf } from '../../support/fake-app.ts';
import { fakeOfficeOfCounter } from '../../support/fake-office.ts';
import { admit, expect, fakeTest as test } from '../../support/fake-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('a counter takes the office’s catalogue once the code of the office was typed, and lists refused prices', async ({
  fakeHost: host,
  openPage,
}) => {
  admit(host.app);
  const { handlers, sales } = host.app;
  let office = fakeOfficeOfCounter();
  const accepted: string[] = [];
  handlers.status = async () => ok({ ...statusOf(sales), shop: { name: 'Rina Cell', isKeyMissing: false } });
  handlers['office.ofCounter'] = async () => ok(office);
  handlers['office.accept'] = async ({ fingerprint }) => {
    accepted.push(fingerprint);
    if (accepted.length === 1) return fail('not_allowed', 'Wrong PIN.', { reason: 'wrong_pin' });
    office = fakeOfficeOfCounter({
      accepted: fingerprint,
      offered: null,
      version: 3,
      at: '2026-03-02T03:04:05.000Z',
      refused: [{ productCode: 'TSEL10', reason: 'below_cost' }],
    });
    return ok(office);
  };
  const page = await openPage();
  const { faults, look } = looksAt(page);
  const dialog = page.getByRole('dialog');
  await new Cashier(page).press('F9');
  await page.getByRole('tab', { name: 'Sambungan' }).click();
  const region = page.getByRole('region', { name: 'Kantor toko' });
  await region.scrollIntoViewIfNeeded();
  // Nobody can copy it from here.
  await expect(region).not.toContainText('K7F2');
  await look('an office that is offered');
  await region.getByRole('button', { name: 'Cocokkan dan terima' }).click();
  await dialog.getByRole('textbox').fill('K7F2-Q3MA-9XTE-4WHX');
  const go = dialog.getByRole('button', { name: 'Cocokkan dan terima', disabled: false });
  await go.click();
  await expect(dialog.getByRole('alert')).toContainText('Jangan terima.');
  expect(accepted).toEqual([]);
  await look('another code than the offered one');
  await dialog.getByRole('textbox').fill('k7f2 q3ma 9xte 4whb');
  await go.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await go.click();
  await expect(region).toContainText('Versi 3, 02/03/2026 10:04');
  await expect(region).toContainText('1 harga dari kantor ditolak');
  await expect(region.getByRole('listitem')).toContainText('TSEL10 di bawah modal');
  await look('an accepted office');
  expect(faults).toEqual({});
});
