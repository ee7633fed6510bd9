import type { Locator, Page } from '@playwright/test';

/** A cashier who has a finger and no keyboard. Words as in Indonesian. */
export class Finger {
  readonly page: Page;
  /** how often the screen was tapped so far; digits of the number pad are not among them */
  taps = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(what: Locator): Promise<void> {
    await what.tap();
    this.taps += 1;
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^${name}( Enter| Esc| F\\d)?$`) });
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
