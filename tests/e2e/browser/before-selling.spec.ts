import { messages as id } from '../../../src/renderer/i18n/id/messages.ts';
import { fail, ok } from '../../../src/shared/contract/errors.ts';
import type { Status } from '../../../src/shared/contract/events.ts';
import { emptyOpenTotals, emptyTotals, toReportRow } from '../../../src/shared/domain/sales-report.ts';
import { statusOf } from '../../support/fake-app.ts';
import { expect, nobodySetUp, fakeTest as test } from '../../support/fake-page.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('what stops or warns before a sale says what to do with the money, asks without the focus, and passes axe', async ({
  fakeHost: host,
  openPage,
}) => {
  test.slow();
  const page = await openPage();
  const { handlers, sales, served } = host.app;
  const { faults, look } = looksAt(page);
  const stands = (now: Partial<Status>): void => {
    handlers.status = async () => ok({ ...statusOf(sales), ...now });
    host.app.emit({ type: 'status', status: { ...statusOf(sales), ...now } });
  };
  const admitLater = (): void => {
    const state = nobodySetUp();
    handlers['people.state'] = async () => ok(state);
    host.app.emit({ type: 'people', state });
  };
  const notice = page.locator('header').getByRole('alert');
  const box = page.getByLabel('Nomor pelanggan, kode produk');
  const dialog = page.getByRole('dialog', { name: 'Pesanan yang hasilnya ditolak' });
  await expect(box).toBeFocused();

  await test.step('a changed key: a warning, then a stop that a cashier cannot end', async () => {
    handlers['webhooks.unverified'] = async () => ok(sales.filter(({ state }) => state === 'unknown'));
    stands({ keyChange: { orders: 1, stopped: false } });
    await expect(notice).toContainText('Satu hasil provider tidak cocok dengan kunci toko.');
    stands({ keyChange: { orders: 2, stopped: true } });
    await expect(notice).toContainText('Pulsa dihentikan dulu. Jangan terima uang untuk pulsa.');
    await expect(notice).toContainText('Panggil pemilik');
    await expect(box).toBeFocused();
    await expect(notice.getByRole('button')).toHaveCount(1);
    await notice.getByRole('button', { name: 'Lihat pesanannya' }).click();
    await expect(dialog).toContainText('Jangan kembalikan uangnya dulu.');
    await expect(dialog.getByRole('textbox')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(notice.getByRole('button', { name: 'Lihat pesanannya' })).toBeFocused();
  });

  await test.step('the owner ends it with a reason, and Enter never does', async () => {
    admitLater();
    handlers['webhooks.allowOrders'] = async ({ pin }) =>
      pin === '1234' ? ok(null) : fail('not_allowed', 'wrong', { reason: 'wrong_pin' });
    await page.getByRole('button', { name: 'Masukkan kunci' }).waitFor();
    await page.keyboard.press('Enter');
    const goOn = dialog.getByRole('button', { name: 'Tetap jual' });
    await expect(dialog.getByRole('button', { name: 'Kembali' })).toBeEnabled();
    await expect(goOn).toBeDisabled();
    await dialog.getByLabel('Alasan').fill('provider sudah dihubungi');
    await dialog.getByLabel('PIN pemilik').fill('9999');
    await page.keyboard.press('Enter');
    expect(served.get('webhooks.allowOrders') ?? 0).toBe(0);
    await goOn.click();
    await expect(dialog.getByRole('alert')).toContainText(id.errors.why.wrong_pin);
    await look('refused orders');
    await dialog.getByLabel('PIN pemilik').fill('1234');
    await goOn.click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Masukkan kunci' }).click();
    await expect(page.getByRole('textbox', { name: 'Kunci rahasia webhook' })).toBeFocused();
  });

  await test.step('an older book stops, a clock that differs warns, each with a PIN', async () => {
    handlers['safety.accept'] = async ({ pin }) =>
      pin === undefined ? fail('not_allowed', 'pin', { reason: 'pin_needed' }) : ok({});
    await page.keyboard.press('F1');
    stands({ olderBook: true, clockAheadMs: -3 * 86_400_000 });
    const form = page.getByRole('form', { name: 'Jangan jual dulu: buku ini lebih lama' });
    await expect(notice.nth(1)).toContainText('Jam penerima hasil 3 hari lebih lambat.');
    await form.getByRole('button').click();
    await expect(notice.first()).toContainText('PIN harus diisi.');
    await look('safety questions');
    await form.getByLabel('PIN pengawas').fill('1234');
    await page.keyboard.press('Enter');
    await expect(notice.first()).not.toContainText('harus diisi');
  });

  await test.step('a key store that is not open: no cash, the steps, and no field to sell with', async () => {
    stands({ missing: ['secrets'] });
    const place = page.getByRole('main', { name: 'Jual' });
    await expect(place).toContainText('Jangan terima uang dulu.');
    await expect(place.getByRole('listitem')).toHaveCount(2);
    await expect(place.getByRole('textbox')).toHaveCount(0);
    await look('a key store that is not open');
    stands({});
    await expect(box).toBeVisible();
  });

  await test.step('books below zero', async () => {
    const line = (success: number) =>
      toReportRow({ ...emptyTotals(), success, turnover: success * 12_000, totals: success }, emptyOpenTotals());
    const hour = (key: string, success: number) => ({ key, name: null, line: line(success) });
    handlers['books.range'] = async () =>
      ok({ lines: [hour('08', 2), hour('09', -4)], next: null, total: line(-2), filling: null });
    await page.keyboard.press('F4');
    await expect(page.getByRole('figure')).toHaveAccessibleName(/tertinggi .*Rp24\.000\..* Terendah .*-Rp48\.000\./);
    await look('books below zero');
  });

  await test.step('settings: words that are no refusal, and a passphrase typed once', async () => {
    const inSight = (text: string) => expect(page.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('F9');
    await page.getByRole('tab', { name: 'Sambungan' }).click();
    await page.getByText('Kata penolakan dari provider').click();
    await page.getByLabel('Kata penolakan', { exact: true }).fill('gagal, sukses');
    await page.keyboard.press('Enter');
    await inSight(id.settings.refusalWordsBad);
    await look('words of a refusal');
    await page.getByRole('tab', { name: 'Cadangan' }).click();
    await page.getByRole('button', { name: 'Buang perubahan' }).click();
    await page.getByLabel('Kata sandi cadangan', { exact: true }).fill('kopi tubruk tanpa gula');
    await page.getByLabel('Kata sandi cadangan sekali lagi').fill('kopi tubruk');
    await page.keyboard.press('Enter');
    await inSight('Tidak sama dengan yang di atas');
    await look('a passphrase');
    expect(served.get('settings.save') ?? 0).toBe(0);
    await page.getByLabel('Kata sandi cadangan sekali lagi').fill('kopi tubruk tanpa gula');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Kata sandi cadangan', { exact: true })).toHaveValue('');
    expect(served.get('settings.save')).toBe(1);
  });
  expect(faults).toEqual({});
});
