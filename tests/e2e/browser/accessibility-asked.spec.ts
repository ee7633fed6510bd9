import { fail, ok } from '../../../src/shared/contract/errors.ts';
import type { PeopleState } from '../../../src/shared/contract/people.ts';
import { Cashier } from '../../support/cashier.ts';
import { admit, expect, nobodySetUp, fakeTest as test } from '../../support/fake-page.ts';
import { fakeSale } from '../../support/fake-sales.ts';
import { looksAt } from '../../support/page-checks.ts';

test.use({ viewport: { width: 1024, height: 768 }, isEmpty: true });

test('sign-in, and what is asked before a sale or a price, pass it too', async ({ fakeHost: host, openPage }) => {
  test.setTimeout(180_000);
  admit(host.app);
  const page = await openPage();
  const { handlers } = host.app;
  const cashier = new Cashier(page);
  const { faults, look } = looksAt(page);
  const dialog = page.getByRole('dialog');
  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();

  await test.step('what is asked before a sale', async () => {
    const other = fakeSale();
    const cutOff = { start: '23:00:00', end: '01:00:00', timeZone: 'Asia/Jakarta' };
    const answers = {
      'below cost': fail('not_allowed', 'Below cost.', { reason: 'below_cost' }),
      'a repeat': fail('duplicate', 'Sold today.', { other }),
      'in flight': fail('in_flight', 'Still open.', { other }),
      'a pause': fail('cut_off', 'In its pause.', { cutOff }),
      'a plain refusal': fail('product_inactive', 'Not sold now.'),
    };
    await cashier.press('F1');
    await cashier.type('TSEL10.081234567890');
    await cashier.press('Enter');
    await expect(page.getByLabel('Uang diterima')).toBeFocused();
    await cashier.press('Enter');
    for (const [name, answer] of Object.entries(answers)) {
      handlers.order = async () => answer;
      await page.getByRole('button', { name: 'Kirim', disabled: false }).click();
      const question = name === 'a plain refusal' ? page.getByRole('main').getByRole('alert') : dialog;
      await expect(question).toBeVisible();
      await look(name);
      if (name !== 'a plain refusal') await cashier.press('Escape');
      // What is in flight is not read back any more: the way leads to the number, and from there again.
      if (name === 'in flight') {
        await cashier.press('Enter');
        await expect(page.getByLabel('Uang diterima')).toBeFocused();
        await cashier.press('Enter');
      }
    }
    await cashier.press('Escape');
  });

  await test.step('the catalogue: a list with failures, prices proposed', async () => {
    await cashier.press('F5');
    await expect(page.getByRole('searchbox', { name: 'Cari produk' })).toBeFocused();
    await cashier.press('F8');
    await page.getByRole('radio', { name: 'Tempel daftar' }).check();
    await page.getByRole('textbox', { name: 'Daftar kode' }).fill('TSEL10\nTSEL1O');
    await page.getByRole('button', { name: 'Mulai periksa', disabled: false }).click();
    await page.getByRole('button', { name: 'Lihat yang gagal' }).click();
    await expect(page.getByText('TSEL1O')).toBeVisible();
    await cashier.press('Escape');
    await page.getByRole('button', { name: 'Usulkan harga' }).click();
    await expect(dialog).toBeVisible();
    await cashier.press('Escape');
    await page.getByRole('button', { name: 'Urutan' }).click();
    await look('the order of the buttons');
    await page.getByRole('button', { name: 'Telkomsel 10.000 turun' }).focus();
    await cashier.press('Alt+ArrowDown');
    // The hand stays on what was moved, and what became of it is said.
    await expect(page.getByRole('button', { name: 'Telkomsel 10.000 naik' })).toBeFocused();
    await expect(dialog.getByRole('status').nth(1)).toHaveText('Telkomsel 10.000 sekarang nomor 2 dari 2');
    await dialog.getByRole('button', { name: 'Simpan', disabled: false }).click();
    await expect(dialog).toHaveCount(0);
    await cashier.press('F1');
    await expect(page.getByRole('group', { name: 'Produk' }).getByRole('option').first()).toContainText(
      'Telkomsel 50.000',
    );
  });

  await test.step('who is at the counter', async () => {
    const owner = { id: 'p-1', name: 'Bu Rina Kusumawardhani', role: 'owner' } as const;
    const others = [
      { id: 'p-2', name: 'Sari', role: 'cashier', waitMs: 240_000 },
      { id: 'p-3', name: 'Andi', role: 'supervisor', waitMs: 0 },
    ] as const;
    const here = {
      ...nobodySetUp(),
      exist: true,
      present: owner,
      last: 'p-1',
      people: [{ ...owner, waitMs: 0 }, ...others],
    };
    const publish = (state: PeopleState): void => {
      handlers['people.state'] = async () => ok(state);
      host.app.emit({ type: 'people', state });
    };
    publish(here);
    await expect(page.getByTitle('Ganti kasir atau kunci')).toContainText('Bu Rina');
    await cashier.press('F12');
    await expect(page.getByLabel('PIN Sari')).toBeVisible();
    await look('somebody else takes over');
    await cashier.press('Escape');
    publish({ ...here, present: null, may: [], why: 'idle' });
    await expect(page.getByRole('heading', { name: 'Siapa di konter?' })).toBeVisible();
    await look('signed out');
    await cashier.press('ArrowDown');
    await expect(page.getByText(/^Terlalu banyak PIN salah untuk Sari/)).toBeVisible();
    await look('locked out');
  });
  expect(faults).toEqual({});
});
