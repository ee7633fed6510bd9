import type { Page } from '@playwright/test';
import { test as base } from './counter-page.ts';

interface Fixtures {
  heard: Heard;
}

/** What pages said that they must not: errors on the console, exceptions, breaches of the page's policy. */
export interface Heard {
  complaints: string[];
  /** the test is over: what is said from now on is of its taking down */
  over: boolean;
}

export const nothingHeard = (): Heard => ({ complaints: [], over: false });

/** Notes what a page complains about, from now on. */
export function listenTo(page: Page, heard: Heard): void {
  const note = (complaint: string): void => {
    if (!heard.over) heard.complaints.push(complaint);
  };
  page.on('pageerror', (error) => note(`exception: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' || /content security policy|violat/i.test(text)) note(`console: ${text}`);
  });
}

/** The counter's `test`, failing when a page complained about anything. */
export const test = base.extend<Fixtures>({
  heard: [
    async ({ page }, use) => {
      const heard = nothingHeard();
      listenTo(page, heard);
      await use(heard);
      if (heard.complaints.length > 0) throw new Error(`the page complained:\n${heard.complaints.join('\n')}`);
    },
    { auto: true },
  ],
  served: async ({ served, heard }, use) => {
    await use(served);
    // The counter ends before its pages do, and that it is gone is no complaint.
    heard.over = true;
  },
  counterPage: async ({ counterPage, page, heard }, use) => {
    // The desktop's window is a page of its own.
    if (counterPage !== page) listenTo(counterPage, heard);
    await use(counterPage);
    heard.over = true;
  },
});

export { expect } from '@playwright/test';
