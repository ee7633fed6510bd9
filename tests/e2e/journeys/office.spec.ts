import type { Page } from '@playwright/test';
import { fail, ok } from '../../../src/shared/contract/errors.ts';
import { Cashier } from '../../support/cashier.ts';
import { fakeCounter, fakeCounters, makeOffice } from '../../support/fake-office.ts';
import { admit, expect, fakeTest as test } from '../../support/fake-page.ts';
import { fakeSale } from '../../support/fake-sales.ts';
import { looksAt, sidewaysScroll, tooSmall, underBars } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const row = (page: Page, name: string) => page.getByRole('main').getByRole('row', { name });

test('an office: its counters live, the money that is open, and whose each receipt, book, shift and tab is', async ({
  fakeHost: host,
  openPage,
}) => {
  test.slow();
  admit(host.app);
  const office = makeOffice(host.app);
  const page = await openPage();
  const { faults, look } = looksAt(page);
  const cashier = new Cashier(page);
  const main = page.getByRole('main');
  const small: string[] = [];
  const lookClosely = async (name: string): Promise<void> => {
    await look(name);
    small.push(...(await tooSmall(page)).map((each) => `${name}: ${each}`));
  };

  await test.step('it opens on its counters and offers no selling', async () => {
    await expect(main).toHaveAccessibleName('Konter');
    const screens = page.getByRole('navigation', { name: 'Layar' });
    await expect(screens.getByRole('button')).toHaveText([/Konter/, /Struk/, /Buku/, /Utang/, /Katalog/, /Pengaturan/]);
    await expect(row(page, 'Kasir depan')).toContainText('Tersambung · buku lengkap');
    await expect(row(page, 'Kasir depan')).toContainText('Rp64.000');
    await expect(row(page, 'Cabang Depok')).toContainText('Salinan rusak');
    await expect(page.getByText('Langsung dari semua konter.')).toBeVisible();
    const words = await main.getByText(/^\d+ (berhasil|penjualan)$/).all();
    for (const each of words) expect((await each.boundingBox())?.height).toBeLessThan(24);
    await lookClosely('counters');
    // The keys of a counter's sales do nothing here.
    for (const key of ['F2', ',', '=', 'Alt+9']) await page.keyboard.press(key);
    await page.keyboard.type('0812');
    await expect(main).toHaveAccessibleName('Konter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a counter that does not poll is said to be silent, in the row and above all', async () => {
    const [front, back, ...others] = fakeCounters();
    if (!front || !back) throw new Error('no counters');
    const silentSince = new Date(Date.now() - 11 * 60_000).toISOString();
    office.stands({ counters: [front, { ...back, silentSince }, ...others] });
    await expect(row(page, 'Kasir belakang')).toContainText(/Diam sejak \d\d:\d\d/);
    await expect(row(page, 'Kasir depan')).toContainText('Tersambung');
    await expect(main.getByRole('status').filter({ hasText: 'Diam: Kasir belakang.' })).toBeVisible();
    await expect(page.getByText('Langsung dari semua konter.')).toHaveCount(0);
    await lookClosely('a silent counter');
    // Contact again: nothing stays of it.
    office.stands({ counters: [front, back, ...others] });
    await expect(page.getByText('Langsung dari semua konter.')).toBeVisible();
  });

  await test.step('events of a counter are there at once', async () => {
    const [first, ...others] = fakeCounters();
    if (!first) throw new Error('no counter');
    office.stands({ counters: [{ ...first, unresolved: { count: 3, amount: 99_000 } }, ...others] });
    await expect(row(page, 'Kasir depan')).toContainText('Rp99.000');
  });

  await test.step('a relay that is away is said here and on every screen, with the time of the figures', async () => {
    office.stands({ relay: 'unreachable', at: '2026-03-02T03:04:05.000Z' });
    await expect(main.getByRole('status').filter({ hasText: 'Penerima hasil tidak terhubung' })).toContainText(
      '02/03 10:04',
    );
    await expect(row(page, 'Kasir depan')).toContainText('Keadaan 02/03 10:04');
    await lookClosely('the relay away');
    await cashier.press('F3');
    await expect(page.getByText('Yang tampak ini keadaan 02/03 10:04.')).toBeVisible();
    office.stands({ relay: 'reachable', at: new Date().toISOString() });
  });

  await test.step('a figure opens its receipts of that counter, where nothing is settled', async () => {
    await cashier.press('F1');
    await row(page, 'Kasir depan')
      .getByRole('button', { name: /Rp99.000/ })
      .click();
    await expect(page.getByLabel('Konter', { exact: true })).toHaveValue('a1');
    await page.getByLabel('Konter', { exact: true }).selectOption('Semua konter');
    await page.getByLabel('Tampilkan').selectOption('Belum pasti');
    // The counter's name makes room for what is owed.
    await page.getByLabel('Tampilkan').selectOption('Semua');
    const overlaps = await page.getByRole('listbox').evaluate(
      (list) =>
        [...list.querySelectorAll('[role="option"]')].filter((row) => {
          const [name, state] = [...row.querySelectorAll('p')].slice(-2);
          const end = Math.max(...[...(name?.children ?? [])].map((each) => each.getBoundingClientRect().right));
          return end > (state?.firstElementChild?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY);
        }).length,
    );
    expect(overlaps).toBe(0);
    await page.getByLabel('Tampilkan').selectOption('Belum pasti');
    await page.getByRole('listbox').getByRole('option').first().click();
    const detail = page.getByRole('complementary', { name: 'Rincian penjualan' });
    await expect(detail).toContainText('Hasilnya dicatat di konter');
    await expect(detail.getByTestId('actions').getByRole('button')).toHaveText([/^$/, /Cetak/]);
    await lookClosely('a receipt of a counter');
  });

  await test.step('what was read up without an event of its own is in the list, and in the receipt that is open', async () => {
    const detail = page.getByRole('complementary', { name: 'Rincian penjualan' });
    const open = host.app.sales.find(({ state }) => state === 'unknown');
    if (!open) throw new Error('no unknown sale');
    await expect(detail).toContainText('Hasilnya dicatat di konter');
    host.app.sales[host.app.sales.indexOf(open)] = { ...open, state: 'failed', revision: open.revision + 1 };
    host.app.sales.unshift(fakeSale({ id: 'joined', state: 'unknown', customerNo: '085700001111' }));
    host.app.emit({ type: 'receipts' });
    const listed = page.getByRole('listbox').getByRole('option');
    await expect(page.getByRole('button', { name: 'Daftar sudah berubah. Tampilkan' })).toBeVisible();
    await expect(listed.filter({ hasText: '0857 0000 1111' })).toHaveCount(0);
    await expect(detail).toContainText('Gagal');
    await page.mouse.move(0, 0);
    host.app.emit({ type: 'receipts' });
    await expect(listed.filter({ hasText: '0857 0000 1111' })).toBeVisible();
  });

  await test.step('books by counter, and the shifts of each', async () => {
    await cashier.press('F4');
    await page.getByLabel('Menurut', { exact: true }).selectOption('counter');
    await expect(main).toContainText('Kasir belakang');
    await lookClosely('books by counter');
    await cashier.press('F4');
    const shifts = page.getByRole('navigation', { name: 'Daftar shift' });
    await expect(shifts).toContainText('Kasir depan');
    await shifts.getByLabel('Konter', { exact: true }).selectOption('Kasir belakang');
    await expect(shifts).not.toContainText('Shift 12');
    await expect(main).toContainText('Kasir belakang · Shift 4 terbuka');
    await lookClosely('shifts of a counter');
  });

  await test.step('tabs of one counter, which are not paid here', async () => {
    await cashier.press('F1');
    await row(page, 'Kasir depan')
      .getByRole('button', { name: /Rp150.000/ })
      .click();
    const listed = page.getByRole('listbox').getByRole('option');
    await expect(listed).toHaveCount(1);
    await expect(listed).toContainText('Kasir depan');
    // Since when and how many sales are whole beside it.
    const since = listed.getByText(/penjualan$/);
    expect(await since.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0);
    await expect(page.getByRole('button', { name: 'Bayar utang' })).toHaveCount(0);
    await lookClosely('tabs of a counter');
  });

  await test.step('products come from the counters: none is added or asked for here, where no provider is', async () => {
    await cashier.press('F5');
    await expect(page.getByRole('button', { name: 'Usulkan harga' })).toBeVisible();
    for (const name of [/^Tambah/, 'Perbarui']) await expect(page.getByRole('button', { name })).toHaveCount(0);
    await page.keyboard.press('F8');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await lookClosely('the catalogue of an office');
  });

  await test.step('catalogue, prices and staff are sent to the counters', async () => {
    await cashier.press('F9');
    await page.getByRole('tab', { name: 'Kirim ke konter' }).click();
    await expect(main).toContainText('K7F2-Q3MA-9XTE-4WHB');
    const code = main.getByTestId('fingerprint');
    expect(await code.evaluate((text) => getComputedStyle(text).getPropertyValue('text-wrap-style'))).toBe('balance');
    await lookClosely('nothing sent yet');
    await main.getByRole('button', { name: 'Kirim ke konter' }).click();
    const dialog = page.getByRole('dialog');
    await lookClosely('the question before it is sent');
    await dialog.getByRole('button', { name: 'Kirim ke konter', disabled: false }).click();
    await expect(main).toContainText('Versi 1');
    await expect(main).toContainText('Konter menerima yang sama seperti di sini.');
    await page.getByRole('tab', { name: 'Sambungan' }).click();
    await expect(page.getByRole('textbox', { name: 'Kode sambungan' })).toHaveAttribute('placeholder', '');
    await expect(page.getByLabel('Alamat provider')).toHaveCount(0);
    await lookClosely('the connection of an office');
  });

  await test.step('the owner’s phone: a bot is set up, tried, put right and turned off', async () => {
    await page.getByRole('tab', { name: 'HP pemilik' }).click();
    await expect(main).toContainText('Peringatan mati.');
    await lookClosely('no alerts yet');
    await main.getByLabel('Token bot', { exact: true }).fill('123456789:AAFmadeUpTokenOfTests-0123456789');
    await main.getByRole('button', { name: 'Cari penerima' }).click();
    await main.getByRole('button', { name: 'Bu Rina' }).click();
    await expect(main.getByLabel('Penerima', { exact: true })).toHaveValue('42');
    await lookClosely('a recipient is chosen');
    await main.getByRole('button', { name: 'Simpan', disabled: false }).click();
    await expect(main).toContainText('Peringatan menyala.');
    office.sends('wrong_chat');
    await main.getByRole('button', { name: 'Kirim pesan percobaan' }).click();
    await expect(main.getByRole('alert')).toContainText('Bot tidak boleh menulis ke penerima ini.');
    await lookClosely('a trial that fails');
    office.sends('sent');
    await main.getByRole('button', { name: 'Kirim pesan percobaan' }).click();
    await expect(main).toContainText('Terakhir terkirim 02/03/2026 10:04.');
    await expect(main.getByRole('alert')).toHaveCount(0);
    await lookClosely('alerts are on');
    const { 'alerts.save': save } = host.app.handlers;
    host.app.handlers['alerts.save'] = async () => fail('internal', 'The bot cannot be removed.');
    await main.getByRole('button', { name: 'Matikan peringatan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Matikan peringatan', disabled: false }).click();
    await expect(page.getByText('Ada yang salah di dalam Konter.')).toBeVisible();
    await expect(main).toContainText('Peringatan menyala.');
    host.app.handlers['alerts.save'] = save;
    await main.getByRole('button', { name: 'Matikan peringatan', disabled: false }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Matikan peringatan', disabled: false }).click();
    await expect(main).toContainText('Peringatan mati.');
  });

  await test.step('verifying the ledger names each counter', async () => {
    await page.getByRole('tab', { name: 'Pemeriksaan buku' }).click();
    await main.getByRole('button', { name: 'Periksa buku' }).click();
    await expect(main.getByRole('status').filter({ hasText: 'Kasir belakang' })).toContainText('Baris');
    await lookClosely('a verified ledger');
  });

  await test.step('before any counter ships, the steps to join', async () => {
    await cashier.press('F1');
    office.stands({ relay: 'not_configured', at: null, counters: [] });
    await expect(main.getByRole('listitem').first()).toHaveAttribute('aria-current', 'step');
    await lookClosely('the steps to join');
    // No week is promised for products that no counter sends.
    const { 'catalogue.list': items } = host.app.handlers;
    host.app.handlers['catalogue.list'] = async () => ok({ items: [] });
    await cashier.press('F5');
    host.app.emit({ type: 'catalogue', items: null });
    await expect(main).toContainText('kantor ini belum mengikuti satu konter pun');
    host.app.handlers['catalogue.list'] = items;
    await cashier.press('F1');
    office.stands({ relay: 'no_office' });
    await expect(main).toContainText('Kode ini milik konter, bukan kantor.');
    office.stands({ relay: 'reachable', counters: [fakeCounter('a1', 'Kasir depan', { state: 'empty' })] });
    await expect(main.getByRole('listitem').last()).toHaveAttribute('aria-current', 'step');
  });

  await test.step('at 200 % nothing scrolls sideways or stays under a bar', async () => {
    office.stands({ counters: fakeCounters() });
    const wide: string[] = [];
    for (const [width, height] of [
      [683, 384],
      [512, 384],
    ] as const) {
      await page.setViewportSize({ width, height });
      wide.push(...(await sidewaysScroll(page)), ...(await underBars(page)));
    }
    expect(wide).toEqual([]);
  });
  expect(faults).toEqual({});
  expect(small).toEqual([]);
});
