import type { Page } from '@playwright/test';

/** What can be pressed and is less than 44 px high or wide for a finger; words within a sentence may be small. */
export async function tooSmall(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const pressed = 'button, a[href], [role="tab"], [role="option"], input:not([type="radio"]):not([type="checkbox"])';
    const edge = 43.5;
    return [...document.querySelectorAll(pressed)].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const hidden = width === 0 || height === 0 || getComputedStyle(element).visibility === 'hidden';
      if (hidden || element.closest('p') || element.closest('.sr-only')) return [];
      if (height >= edge && width >= edge) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return [`${name.trim().slice(0, 30)}: ${Math.round(width)} x ${Math.round(height)} px`];
    });
  });
}
