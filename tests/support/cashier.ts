import { expect, type Locator, type Page } from '@playwright/test';
import type { Konter } from '../../src/shared/contract/bridge.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';

declare global {
  interface Window {
    konter: Konter;
  }
}

/** A cashier at an open counter: hands on the keyboard, eyes on the screen. Words as in Indonesian. */
export class Cashier {
  readonly page: Page;
  /** how many keys were pressed so far */
  strokes = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.strokes += text.length;
  }

  async press(key: string): Promise<void> {
    // A page that is still busy ignores Enter; a person sees that and presses it again.
    if (key === 'Enter') await this.page.waitForSelector('#root:not([aria-busy]) > *');
    await this.page.keyboard.press(key);
    this.strokes += 1;
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^${name}( Ctrl\\+Enter| Enter| Esc| F\\d)?$`) });
  }

  /** Number, product, price and cash by keyboard, up to the reading back. "" for cash is the exact amount. */
  async putTogether(sale: { number: string; code: string; price: string; cash?: string }): Promise<void> {
    await this.press('F1');
    await expect(this.page.getByLabel('Nomor pelanggan, kode produk')).toBeFocused();
    await this.type(sale.number);
    await this.press('Enter');
    await expect(this.page.getByLabel('Kode produk atau namanya')).toBeFocused();
    await this.type(sale.code);
    await this.press('Enter');
    await this.givePrice(sale.price);
    if (sale.cash !== undefined) await this.type(sale.cash);
    await this.press('Enter');
    await expect(this.page.getByTestId('read-back-number')).toBeVisible();
  }

  /** Up to the cash. A price that is known is not asked for: which of the two comes is certain once one has the focus. */
  async givePrice(price: string): Promise<void> {
    const priceField = this.page.getByLabel('Harga jual');
    const cash = this.page.getByLabel('Uang diterima');
    await expect(priceField.or(cash).and(this.page.locator(':focus'))).toBeVisible();
    if (await priceField.isVisible()) {
      await this.type(price);
      await this.press('Enter');
    }
    await expect(cash).toBeFocused();
  }

  /** Back to an empty field, whatever is half made or open: what a test begins with, without loading the page. */
  async startOver(): Promise<void> {
    const field = this.page.getByLabel('Nomor pelanggan, kode produk');
    await this.press('F1');
    await expect(async () => {
      const result = this.button('Berikutnya').and(this.page.locator(':enabled'));
      if (await result.isVisible()) await result.click();
      else await this.press('Escape');
      await expect(field).toHaveValue('', { timeout: 500 });
      await expect(field).toBeFocused({ timeout: 500 });
    }).toPass();
  }

  /** Enter, once what was read back has been in sight for long enough. */
  async send(word: 'Kirim' | 'Bayar' | 'Kirim semua' = 'Kirim'): Promise<void> {
    await expect(this.button(word)).toBeEnabled();
    await this.press('Enter');
  }

  /** A bill by keyboard, up to the Enter that asks the provider. Keys mean the next field only once it has the focus. */
  async lookUpBill(code: string, number: string): Promise<void> {
    await this.press('F2');
    await expect(this.page.getByLabel('Kode produk')).toBeFocused();
    await this.type(code);
    await this.press('Enter');
    await expect(this.page.getByLabel('Nomor pelanggan')).toBeFocused();
    await this.type(number);
    await this.press('Enter');
  }

  async sell(sale: { number: string; code: string; price: string; cash?: string }): Promise<void> {
    await this.putTogether(sale);
    await this.send();
  }

  /** Enter on the result, once it has been in sight for long enough. */
  async next(): Promise<void> {
    await expect(this.button('Berikutnya')).toBeEnabled();
    await this.press('Enter');
  }

  /** What the counter's journal has on a number, newest first. */
  async booked(text: string): Promise<Transaction[]> {
    const result = await this.page.evaluate((text) => window.konter.transactions.search({ text }), text);
    if (!result.ok) throw new Error(result.error.message);
    return result.value.items;
  }
}

/** A cashier who has a finger and no keyboard. Words as in Indonesian. */
export class Finger {
  readonly page: Page;
  /** how often the screen was tapped so far; digits of the number pad are not among them */
  taps = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator): Promise<void> {
    await target.tap();
    this.taps += 1;
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^${name}( Ctrl\\+Enter| Enter| Esc| F\\d)?$`) });
  }

  card(name: RegExp): Locator {
    return this.page.getByRole('option', { name }).first();
  }

  /** Digits on the pad, one tap each. */
  async dial(digits: string): Promise<void> {
    const pad = this.page.getByRole('group', { name: 'Tombol angka' });
    for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).tap();
  }

  /** How many taps a piece of work took. */
  async counted(work: () => Promise<void>): Promise<number> {
    const before = this.taps;
    await work();
    return this.taps - before;
  }
}
