import type { Locator, Page } from '@playwright/test';
import { writeConnectionCode } from '../../src/shared/wire/connection-code.ts';
import { Cashier } from './cashier.ts';
import { type LiveWorld, openLiveWorld } from './live-world.ts';

export interface OwnerWorld extends LiveWorld {
  code(of?: { token?: string; secretKey?: string }): string;
}

/** A provider and a relay for an owner who connects the counter of `page`, with codes that connect it. */
export async function withOwnerWorld(work: (world: OwnerWorld) => Promise<void>, page: Page): Promise<void> {
  const world = await openLiveWorld();
  const env = (name: string): string => world.env[`KONTER_${name}`] ?? '';
  const code: OwnerWorld['code'] = (of = {}) =>
    writeConnectionCode({
      relayUrl: env('RELAY_URL'),
      mailbox: env('RELAY_MAILBOX'),
      token: env('RELAY_TOKEN'),
      secretKey: env('SECRET_KEY'),
      provider: { url: env('PROVIDER_URL'), headers: null },
      ...of,
    }) ?? '';
  try {
    await work({ ...world, code });
  } finally {
    await page.goto('about:blank');
    await world.close();
  }
}

/** An owner whose clicks and typed fields are counted; a pasted code and the provider's key count apart. */
export class Owner extends Cashier {
  clicks = 0;
  fields = 0;
  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }
  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
    this.fields += 1;
  }
}

export const openSetup = async (owner: Owner): Promise<void> => {
  await owner.press('F9');
  await owner.click(owner.page.getByRole('tab', { name: /^Mode/ }));
  await owner.click(owner.page.getByRole('button', { name: 'Siapkan toko saya' }));
};
export const stepOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Siapkan toko' }).getByRole('button', { name });
export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Kode sambungan', exact: true });
