import { fail, ok } from '../../../src/shared/contract/errors.ts';
import type { PeopleState } from '../../../src/shared/contract/people.ts';
import { admit, expect, nobodySetUp, fakeTest as test } from '../../support/fake-page.ts';
import { fakeBatch } from '../../support/fake-sales.ts';

const sari = { id: '0195f0aa-0000-7000-8000-000000000001', name: 'Sari', role: 'cashier' as const };

test('a wrong PIN for a line that waits leads back to its question, and no PIN becomes the next number', async ({
  fakeHost: host,
  openPage,
}) => {
  admit(host.app);
  const { handlers } = host.app;
  const people: PeopleState = { ...nobodySetUp(['sell', 'seeReceipts']), exist: true, present: sari };
  handlers['people.state'] = async () => ok(people);
  const cutOff = { start: '23:00:00', end: '01:00:00', timeZone: 'Asia/Jakarta' };
  const pause = { position: 1, error: { code: 'cut_off', message: 'In its pause.', cutOff } } as const;
  const batch = fakeBatch({ state: 'paused', pause });
  handlers['batches.open'] = async () => ok(batch);
  const approvals: unknown[] = [];
  handlers['batches.resume'] = async ({ reason, pin }) => {
    approvals.push({ reason, pin });
    return pin === '482615'
      ? ok({ ...batch, state: 'finished', pause: null, lines: [] })
      : fail('not_allowed', 'This is not the PIN.', { reason: 'wrong_pin' });
  };
  const page = await openPage();
  const dialog = page.getByRole('dialog');
  const pin = dialog.getByLabel('PIN pengawas atau pemilik');
  const go = dialog.getByRole('button', { name: /^Tetap kirim/, disabled: false });
  await page.getByRole('button', { name: /^Lanjutkan/, disabled: false }).click();
  await dialog.getByLabel('Alasan').fill('pelanggan menunggu');
  await pin.fill('000000');
  await go.click();
  await expect(dialog.getByText(/^PIN salah\./)).toBeVisible();
  await expect(pin).toBeFocused();
  await page.keyboard.type('482615');
  await go.click();
  await expect(page.getByRole('heading', { name: /^Selesai/ })).toBeVisible();
  await expect(page.getByText('4826')).toHaveCount(0);
  const reason = 'pelanggan menunggu';
  expect(approvals).toEqual([
    { reason, pin: '000000' },
    { reason, pin: '482615' },
  ]);
});
