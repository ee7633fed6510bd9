import type { Page } from '@playwright/test';
import { Cashier } from '../../support/cashier.ts';
import { expect, test } from '../../support/counter-page.ts';

declare global {
  interface Window {
    messages: string[];
    stopListening?: () => void;
  }
}

// As slow as in life: each state of a sale stands long enough to be drawn.
test.use({ practicePace: 1 });

/**
 * What a reader of the screen says: the name of what gets the focus, and each piece that comes into a live region by itself, as
 * Orca says them. A piece that is no text by itself, a section of several lines say, is read in no order that can be relied on.
 */
async function listen(page: Page): Promise<{ spoken(): Promise<string[]> }> {
  await page.evaluate(() => {
    window.stopListening?.();
    window.messages = [];
    const say = (text: string | null | undefined): void => {
      const words = text?.replaceAll(/\s+/g, ' ').trim() ?? '';
      if (words !== '') window.messages.push(words);
    };
    const pieces = (node: Node): Node[] =>
      node.childNodes.length === 0 ? [node] : [...node.childNodes].flatMap((each) => pieces(each));
    const live = '[role="alert"], [role="status"], output:not([aria-live="off"]), [aria-live="polite"]';
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const place = target instanceof Element ? target : target.parentElement;
        if (place?.closest(live)) {
          if (target instanceof Text) say(target.textContent);
          for (const each of addedNodes) for (const piece of pieces(each)) say(piece.textContent);
        } else
          for (const each of addedNodes)
            if (each instanceof Element && each.matches('[role="alert"]')) say(each.textContent);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element) say(target.getAttribute('aria-label') ?? target.closest('label')?.textContent);
    };
    document.addEventListener('focusin', onFocus);
    window.stopListening = () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
    };
  });
  return { spoken: () => page.evaluate(() => window.messages.splice(0)) };
}

/** All of it is read, in this order, each once and whole; nothing of it comes by itself without the rest. */
function expectInOrder(all: readonly string[], ...wanted: RegExp[]): void {
  let from = 0;
  for (const words of wanted) {
    const at = all.findIndex((each, n) => n >= from && words.test(each));
    expect(at, `${words} in ${JSON.stringify(all)}`).toBeGreaterThanOrEqual(from);
    expect(
      all.filter((each) => words.test(each)),
      `${words} once in ${JSON.stringify(all)}`,
    ).toHaveLength(1);
    from = at + 1;
  }
}

test('a whole sale by keys is said aloud in its order to who cannot see the screen, and so is the way around it', async ({
  counterPage: page,
}) => {
  test.slow();
  const cashier = new Cashier(page);
  const { spoken } = await listen(page);

  await cashier.sell({ number: '081234567890', code: 'TSEL10', price: '12000', cash: '20000' });
  await expect(page.getByText('Berhasil.', { exact: true })).toBeVisible();
  const sn = await page.getByTestId('sale-sn').innerText();
  const all = await spoken();
  expectInOrder(
    all,
    /^Nomor 0812 3456 7890\. Sekarang: Kode produk atau namanya\. Telkomsel \(prefix\)\./,
    /^Produk Telkomsel 10\.000\. Harga jual Rp12\.000\. Sekarang: Uang diterima\. Enter untuk uang pas/,
    /^Sebutkan ulang.*0812 3456 7890.*Telkomsel 10\.000.*Total Rp12\.000.*Uang diterima Rp20\.000.*Kembalian Rp8\.000/,
    /^Mengirim.*Jangan diulang/,
    /^Diterima\. Menunggu hasil\..*0812 3456 7890\. Telkomsel 10\.000\.$/,
    /^Berhasil\. Kembalian Rp8\.000\. Nomor seri \(SN\) [\dA-Z ]+\. 0812 3456 7890\./,
  );
  expect(all.join(' ').replaceAll(' ', '')).toContain(sn);
  await test.step('nothing comes by itself: no amount, no button, no line of what was said as a whole', () => {
    expect(
      all.filter((words) => /^(Rp|Kembali\b|Buka di Struk|Simpan pelanggan|Provider|Nomor seri)/.test(words)),
    ).toEqual([]);
  });
  await cashier.next();
  await expect(page.getByLabel('Nomor pelanggan')).toBeFocused();

  await test.step('what goes wrong is read too, the money first', async () => {
    await spoken();
    await cashier.type('12');
    await cashier.press('Enter');
    await expect(page.getByText('Nomor belum lengkap')).toBeVisible();
    expectInOrder(await spoken(), /Nomor belum lengkap/);
    await cashier.press('Escape');
    await cashier.sell({ number: '0800000000205', code: 'TSEL10', price: '12000' });
    await expect(page.getByText('Belum pasti. Uang jangan dikembalikan dulu.', { exact: true })).toBeVisible();
    expectInOrder(
      await spoken(),
      /^Mengirim/,
      /^Belum pasti\. Uang jangan dikembalikan dulu\. Sudah terkirim.*Tunggu, atau.*0800 0000 0020 5\./,
    );
  });

  await cashier.startOver();
  await test.step('training, the place and what a search found are said; the keys of the list lead on', async () => {
    const sale = { number: '081234567890', code: 'TSEL10', price: '12000' };
    await expect(page).toHaveTitle('Konter (latihan)');
    await test.step('after a question was put away the focus is back on what was being read', async () => {
      await cashier.sell(sale);
      await expect(page.getByRole('button', { name: 'Tidak jadi' })).toBeFocused();
      await cashier.press('Escape');
      await expect(page.getByRole('group', { name: /^Sebutkan ulang/ })).toBeFocused();
      await cashier.press('Escape');
      await cashier.press('Escape');
    });

    const { spoken } = await listen(page);

    await test.step('a place without a field of its own is focused by its name', async () => {
      for (const [key, name] of [
        ['F9', 'Pengaturan'],
        ['F4', 'Buku'],
      ] as const) {
        await cashier.press(key);
        await expect(page.getByRole('main', { name })).toBeFocused();
      }
    });

    await test.step('how many a search found; the arrow down opens the first of them', async () => {
      await cashier.press('F3');
      await expect(page.getByRole('searchbox')).toBeFocused();
      await spoken();
      await cashier.type('7890');
      await expect.poll(async () => (await spoken()).join()).toContain('1 struk ditemukan');
      await cashier.press('ArrowDown');
      await expect(page.getByRole('listbox', { name: 'Daftar struk' })).toBeFocused();
      await expect(
        page.getByRole('listbox', { name: 'Daftar struk' }).getByRole('option', { selected: true }),
      ).toContainText('0812 3456 7890');
    });

    await test.step('keys and what they do are words apart', async () => {
      await cashier.press('F1');
      await cashier.press('?');
      await expect(page.getByRole('dialog')).toContainText('F1: Jual. ');
    });
  });

  await cashier.startOver();
  await test.step('a number is said whole: not digit by digit, a wrong one as an error of its field, and an unusual length as one', async () => {
    const field = page.getByRole('combobox');

    await test.step('a browser is asked not to translate: it would take words and numbers from under the counter', async () => {
      await expect(page.locator('html')).toHaveAttribute('translate', 'no');
      await expect(page.locator('meta[name="google"]')).toHaveAttribute('content', 'notranslate');
    });

    await test.step('digits are not counted aloud one by one, and a wrong number is an error of the field', async () => {
      await expect(field).toHaveAccessibleDescription('Bisa langsung: 10.0812…');
      const { spoken } = await listen(page);
      await cashier.type('081234567890');
      // A description is said at each change of it.
      await expect(field).not.toHaveAttribute('aria-describedby');
      await expect.poll(spoken).toEqual(['Telkomsel (prefix), 12 angka']);
      await cashier.press('Escape');
      await cashier.type('12');
      await cashier.press('Enter');
      await expect(field).toHaveAccessibleErrorMessage('Nomor belum lengkap');
      await cashier.press('Escape');
    });

    await test.step('a number of unusual length is said to be one when it is read back', async () => {
      await cashier.type('0812912');
      await cashier.press('Enter');
      await cashier.type('TSEL10');
      await cashier.press('Enter');
      await expect(page.getByRole('dialog', { name: '7 angka, biasanya 10–13' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Perbaiki nomor' })).toBeFocused();
      await cashier.press('F9');
      await cashier.givePrice('12000');
      // Once: a second one, a moment later, would send it.
      await cashier.press('Enter');
      await expect(
        page.getByRole('group', { name: /^Sebutkan ulang.* 0812 912\. 7 angka, biasanya 10–13/ }),
      ).toBeFocused();
    });
  });
});
