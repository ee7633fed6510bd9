import { fail, ok } from '../../../src/shared/contract/errors.ts';
import type { Status } from '../../../src/shared/contract/events.ts';
import { writeConnectionCode } from '../../../src/shared/wire/connection-code.ts';
import { Cashier } from '../../support/cashier.ts';
import { statusOf } from '../../support/fake-app.ts';
import { admit, expect, fakeTest as test } from '../../support/fake-page.ts';
import { fakeBatch } from '../../support/fake-sales.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const code = (shopKey: string | null): string =>
  writeConnectionCode({
    relayUrl: 'https://relay.example.com',
    mailbox: 'm-of-the-new-counter',
    token: 'token-of-the-new-counter',
    secretKey: 'a-secret-of-tests',
    provider: { url: 'https://api.example.com/v1', headers: null },
    shopKey,
  }) ?? '';

test('a shop with several counters: its key, the read-back, what another counter has, and a counter that is added', async ({
  fakeHost: host,
  openPage,
}) => {
  test.slow();
  admit(host.app);
  const page = await openPage();
  const { handlers, sales, served } = host.app;
  const { faults, look } = looksAt(page);
  const cashier = new Cashier(page);
  const dialog = page.getByRole('dialog');
  const stands = (now: Partial<Status>): void => {
    handlers.status = async () => ok({ ...statusOf(sales), ...now });
    host.app.emit({ type: 'status', status: { ...statusOf(sales), ...now } });
  };
  const counter = { name: 'Kasir 2', since: '2026-03-02T03:04:05.000Z', sale: 's2' };
  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();

  await test.step('without the key nothing is sold, and the screen says where it comes from', async () => {
    stands({ shop: { name: 'Konter Rina', isKeyMissing: true } });
    const notice = page.locator('header').getByRole('alert');
    await expect(notice).toContainText('Toko Konter Rina: kodenya belum ditempel. Jangan terima uang dulu.');
    await look('a missing key');
    stands({ shop: { name: 'Konter Rina', isKeyMissing: false } });
    await expect(notice).toHaveCount(0);
  });

  await test.step('a relay that was put back asks a supervisor: where it lacks counters, and where it does not know this one', async () => {
    const question = page.locator('header').getByRole('alert');
    handlers['safety.accept'] = async ({ pin }) =>
      pin === '4711' ? ok({}) : fail('not_allowed', 'The PIN is needed.', { reason: 'wrong_pin' });
    stands({ shop: { name: 'Konter Rina', isKeyMissing: false, waitsFor: [], lacksCounters: true } });
    await expect(question).toContainText('Konter di toko ini diubah setelah cadangan itu dibuat');
    await look('a copy that lacks counters', ['light', 'dark']);
    stands({ shop: { name: 'Konter Rina', isKeyMissing: false, isLeft: true } });
    await expect(question).toContainText('kata penerima hasil, konter ini bukan lagi bagian toko Konter Rina');
    await look('a counter that is in no shop any more', ['light', 'dark']);
    await question.getByLabel(/^PIN/).fill('1111');
    await question.getByRole('button', { name: 'Memang dikeluarkan, jualan sendiri' }).click();
    await expect(question).toContainText('PIN');
    await expect(question.getByLabel(/^PIN/)).toHaveValue('');
    await question.getByLabel(/^PIN/).fill('4711');
    await question.getByRole('button', { name: 'Memang dikeluarkan, jualan sendiri' }).click();
    await expect.poll(() => served.get('safety.accept')).toBe(2);
    stands({ shop: { name: 'Konter Rina', isKeyMissing: false } });
    await expect(question).toHaveCount(0);
    await page.getByLabel('Nomor pelanggan').focus();
  });

  await test.step('another counter that has the sale is named before the cash, and the way leads back to the number', async () => {
    handlers['shop.readBack'] = async () => ok({ saleId: 's1', counter: { ...counter, state: 'tentative' } });
    await cashier.type('TSEL10.081234567890');
    await cashier.press('Enter');
    await expect(dialog).toContainText('Konter Kasir 2 sedang menjual ini (sejak');
    await look('a sale of another counter');
    await page.getByRole('button', { name: 'Kembali ke nomor', disabled: false }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
    await expect(page.getByLabel('Nomor pelanggan')).toHaveValue('0812 3456 7890');
    await expect(page.getByRole('button', { name: 'Kirim' })).toHaveCount(0);
    expect(served.get('order') ?? 0).toBe(0);
    await expect.poll(() => served.get('shop.leave') ?? 0).toBeGreaterThan(0);
  });

  await test.step('one that it has sent long ago is said to be without a result, not to be sold just now', async () => {
    handlers['shop.readBack'] = async () => ok({ saleId: 's1', counter: { ...counter, state: 'unresolved' } });
    await cashier.press('Enter');
    await expect(dialog).toContainText('Konter Kasir 2 sudah mengirim ini (sejak');
    await expect(dialog).toContainText('hasilnya belum pasti');
    await page.getByRole('button', { name: 'Kembali ke nomor', disabled: false }).click();
    await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();
  });

  await test.step('a claim that is seen too late ends the reading back', async () => {
    handlers['shop.readBack'] = async () => ok({ saleId: 's1', counter: null });
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.press('Enter');
    handlers.order = async () => fail('in_flight', 'x', { counter: { ...counter, state: 'tentative' } });
    await page.getByRole('button', { name: 'Kirim', disabled: false }).click();
    await expect(dialog).toContainText('Konter Kasir 2 sedang menjual ini');
    await page.getByRole('button', { name: 'Kembali ke nomor', disabled: false }).click();
    await expect(page.getByRole('button', { name: 'Kirim' })).toHaveCount(0);
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.press('Enter');
  });

  await test.step('a press that waits for the other counters says so, and Esc ends it with nothing sent', async () => {
    const answer = Promise.withResolvers<void>();
    handlers['shop.stopWaiting'] = async () => {
      answer.resolve();
      return ok({ isStopped: true });
    };
    handlers.order = async () => {
      await answer.promise;
      return fail('relay_unreachable', 'x', { reason: 'claim_unanswered' });
    };
    await page.getByRole('button', { name: 'Kirim', disabled: false }).click();
    await expect(page.getByRole('main')).toContainText('Menunggu konter lain di toko ini');
    await look('a press that waits for the other counters');
    await cashier.press('Escape');
    await expect(page.getByRole('button', { name: 'Kirim', disabled: false })).toBeVisible();
    expect(served.get('shop.stopWaiting')).toBe(1);
    await look('a press that was given up');
  });

  await test.step('what another counter sold today is asked about', async () => {
    handlers['shop.readBack'] = async () => ok({ saleId: 's1', counter: null });
    handlers.order = async ({ duplicateAt }) =>
      duplicateAt === 's2'
        ? fail('product_inactive', 'Not sold now.')
        : fail('duplicate', 'Sold there today.', { counter: { ...counter, state: 'success' } });
    await page.getByRole('button', { name: 'Kirim', disabled: false }).click();
    await expect(dialog).toContainText('Sudah dijual di konter Kasir 2, 02/03/2026 10:04');
    await look('a repeat of another counter');
    await page.getByRole('button', { name: 'Ya, jual sekali lagi', disabled: false }).click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await page.getByRole('button', { name: 'Ubah', disabled: false }).click();
    await expect.poll(() => served.get('shop.leave') ?? 0).toBeGreaterThan(0);
  });

  await test.step('the code of a new counter is shown once', async () => {
    const extended = code('A'.repeat(43));
    handlers['shop.openClaims'] = async () =>
      ok([
        { id: 's3', counter: 'Kasir 3', state: 'unresolved', since: counter.since, day: '2026-03-02' },
        { id: 's4', counter: null, state: 'unresolved', since: null, day: '2026-03-01' },
      ]);
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Sambungan' }).click();
    const add = page.getByRole('form', { name: 'Tambah konter' });
    handlers['shop.addCounter'] = async () => fail('internal', 'It is refused once.');
    await add.getByRole('textbox', { name: 'Kode sambungan konter baru' }).fill(code(null));
    await add.getByRole('button', { name: 'Buat kode konter baru' }).click();
    await expect(add.getByRole('textbox', { name: 'Kode sambungan konter baru' })).toBeFocused();
    handlers['shop.addCounter'] = async () => ok({ connectionCode: extended });
    await add.getByRole('button', { name: 'Buat kode konter baru' }).click();
    await expect(page.getByTestId('counter-code')).toHaveText(extended);
    await look('the code of a new counter');
    await page.getByRole('button', { name: 'Sudah dipindahkan', disabled: false }).click();
    await expect(add.getByRole('textbox', { name: 'Kode sambungan konter baru' })).toHaveValue('');
    expect(await page.content()).not.toContain(extended);
  });

  await test.step('what counters left open that are gone is recorded with a reason', async () => {
    const open = page.getByRole('region', { name: 'Belum selesai di konter yang sudah tidak dipakai' });
    await open.scrollIntoViewIfNeeded();
    await expect(open.getByRole('listitem')).toHaveCount(2);
    await look('claims of counters that are gone');
    await open.getByRole('button', { name: 'Catat hasilnya' }).first().click();
    await dialog.getByRole('radio', { name: 'Gagal' }).check();
    await dialog.getByLabel('Alasan').fill('tidak ada di dasbor');
    await dialog.getByLabel(/^PIN/).fill('4711');
    await look('a decision about a claim');
    handlers['shop.openClaims'] = async () => ok([]);
    await dialog.getByRole('button', { name: 'Catat', exact: true, disabled: false }).click();
    // An open dialog hides the page behind it from every role, this list too.
    await expect(dialog).toHaveCount(0);
    await expect(open).toHaveCount(0);
    expect(served.get('shop.settleClaim')).toBe(1);
  });
  expect(faults).toEqual({});
});

test('a line of a batch that waits for the other counters says so, and Esc ends it with the line not sent', async ({
  fakeHost: host,
  openPage,
}) => {
  admit(host.app);
  const { handlers, sales, served } = host.app;
  const shop = { shop: { name: 'Konter Rina', isKeyMissing: false } };
  handlers.status = async () => ok({ ...statusOf(sales), ...shop });
  const page = await openPage();
  const { faults, look } = looksAt(page);
  const cashier = new Cashier(page);
  const running = fakeBatch({}, ['081211111101', '081211111102']);
  handlers['batches.open'] = async () => ok(running);
  handlers['shop.stopWaiting'] = async (sale) => {
    const { error } = fail('relay_unreachable', 'x', { reason: 'claim_unanswered' });
    host.app.emit({ type: 'batch', batch: { ...running, state: 'paused', pause: { position: 1, error } } });
    return ok({ isStopped: sale.customerNo === '081211111101' });
  };
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Baris 1 menunggu konter lain…' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Baris ini belum dikirim. Paling lama 10 detik.');
  await look('a line that waits for the other counters', ['light', 'dark']);
  await cashier.press('Escape');
  await expect(page.getByRole('alert').filter({ hasText: 'Baris 1.' })).toBeVisible();
  expect(served.get('shop.stopWaiting')).toBe(1);
  await look('a line whose wait was ended');
  expect(faults).toEqual({});
});
