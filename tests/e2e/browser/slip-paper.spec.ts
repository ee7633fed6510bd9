import { expect, test } from '@playwright/test';
import { slipHtml } from '../../../src/main/printing/render/slip-html.ts';
import { buildSlip } from '../../../src/shared/domain/receipt/build.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { plainTest } from '../../support/counter-page.ts';
import { slipSamples, slipSettings } from '../../support/slips.ts';

/** Pages of a PDF that Chromium wrote. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

const slips: [string, Transaction, { training: boolean; copy: number }][] = Object.entries(slipSamples).flatMap(
  ([name, sale]): [string, Transaction, { training: boolean; copy: number }][] => [
    [name, sale, { training: false, copy: 1 }],
    [`${name}, a copy in training`, sale, { training: true, copy: 3 }],
  ],
);

for (const paper of ['58', '80'] as const) {
  test(`a slip on ${paper} mm is one page, not much longer than what stands on it`, async ({ page }) => {
    for (const [name, sale, how] of slips) {
      const html = slipHtml(buildSlip(sale, { ...slipSettings, ...how }), paper);
      await page.setContent(html);
      expect([name, pagesOf(await page.pdf({ preferCSSPageSize: true }))]).toEqual([name, 1]);
      await page.emulateMedia({ media: 'print' });
      const used = await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().height ?? 0);
      const given = Number(/@page\{size:\d+mm (\d+)mm/.exec(html)?.[1]) * (96 / 25.4);
      expect(given / used, name).toBeLessThan(1.35);
    }
  });
}

plainTest('the browser prints a slip without blank roll below it', async ({ counterPage: page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const [sheet] = document.styleSheets;
      const rules = Array.from(sheet?.cssRules ?? [], ({ cssText }) => cssText);
      const { height = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {};
      const printed = JSON.stringify({ page: rules.at(-1), usedMm: height / (96 / 25.4) });
      (window.top ?? window).document.documentElement.dataset['printed'] = printed;
    };
  });
  const ordered = await page.evaluate(() =>
    window.konter.order({ productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000 }),
  );
  const id = ordered.ok ? ordered.value.id : '';
  await page.evaluate((sale) => window.konter.receipts.print({ id: sale, paper: '58' }), id);
  await expect(page.locator('html')).toHaveAttribute('data-printed', /./);
  const printed = (await page.locator('html').getAttribute('data-printed')) ?? '';
  const given = Number(/size: 58mm (\d+)mm/.exec(printed)?.[1]);
  const used = Number(/"usedMm":([\d.]+)/.exec(printed)?.[1]);
  expect(given).toBeGreaterThan(used);
  expect(given - used).toBeLessThan(4);
});

test('a number is never broken in two', async ({ page }) => {
  const sale = slipSamples.bill;
  await page.setContent(slipHtml(buildSlip(sale, slipSettings), '58'));
  const lines = await page.evaluate(() =>
    [...document.querySelectorAll('.pair span:last-child')].map((value) => value.getClientRects().length),
  );
  expect(lines.every((count) => count === 1)).toBe(true);
});

for (const paper of ['58', '80', 'a4'] as const) {
  test(`a serial number stands within ${paper} whole, and a token larger than the words around it`, async ({
    page,
  }) => {
    for (const [name, sale, how] of slips) {
      await page.setContent(slipHtml(buildSlip(sale, { ...slipSettings, ...how }), paper));
      const { wide, larger } = await page.evaluate(() => {
        const room = document.querySelector('main')?.clientWidth ?? 0;
        const lines = [...document.querySelectorAll('.sn strong span')];
        const size = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
        return {
          wide: lines.filter((line) => line.scrollWidth > room).map((line) => line.textContent),
          larger: [...document.querySelectorAll('.sn.token strong span')].every(
            (line) => size(line) > size(document.documentElement),
          ),
        };
      });
      expect([name, wide, larger]).toEqual([name, [], true]);
    }
  });
}
