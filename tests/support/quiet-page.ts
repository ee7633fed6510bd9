import type { Page } from '@playwright/test';
import { test as base } from './counter-page.ts';

export interface Fixtures {
  /** what pages said that they must not: errors on the console, exceptions, breaches of the page's policy */
  heard: string[];
}

/** Tests end counters, and a page that is still open calls for its own: that one ended unasked is told by `BrowserCounter.stop`. */
const counterGone = /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/;

/** The same for a part of the page that is still being fetched then, or at a reload. One that is not there is a 404 on the console. */
const partGone = /^Failed to fetch dynamically imported module/;

/** Notes what a page complains about, from now on. */
export function listenTo(page: Page, heard: string[]): void {
  page.on('pageerror', ({ message }) => {
    if (!partGone.test(message)) heard.push(`exception: ${message}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    if (counterGone.test(text)) return;
    if (message.type() === 'error' || /content security policy|violat/i.test(text)) heard.push(`console: ${text}`);
  });
}

/** The counter's `test`, failing when a page complained about anything. */
export const test = base.extend<Fixtures>({
  heard: [
    async ({ page }, use) => {
      const heard: string[] = [];
      listenTo(page, heard);
      await use(heard);
      if (heard.length > 0) throw new Error(`the page complained:\n${heard.join('\n')}`);
    },
    { auto: true },
  ],
  counterPage: async ({ counterPage, page, heard }, use) => {
    // The desktop's window is a page of its own.
    if (counterPage !== page) listenTo(counterPage, heard);
    await use(counterPage);
  },
});

export { expect } from '@playwright/test';
