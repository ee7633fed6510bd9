import type { Page } from '@playwright/test';

/** Lets nothing reach a printer: the text of every slip whose print dialog would have opened, in order. */
export async function catchPrints(page: Page): Promise<string[]> {
  const slips: string[] = [];
  await page.exposeFunction('slipPrinted', (text: string) => slips.push(text));
  await page.addInitScript(() => {
    window.print = () => {
      const told: unknown = Reflect.get(window.top ?? window, 'slipPrinted');
      if (typeof told === 'function') told(document.body.innerText);
    };
  });
  return slips;
}
