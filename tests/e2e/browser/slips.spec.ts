import { expect, type Page, test } from '@playwright/test';
import { pdfOptions, pictureOf, type SlipBox, slipBox } from '../../../src/main/hosts/electron/file-dialogs.ts';
import { slipHtml } from '../../../src/main/printing/render/slip-html.ts';
import { buildSlip } from '../../../src/shared/domain/receipt/build.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { vector } from '../../support/contract-samples.ts';
import { slipSamples, slipSettings } from '../../support/slips.ts';

// What the desktop sets in its own Chromium, set in the one that tests have.

const inTraining = { training: true, copy: 3, proof: vector('practice') };
const slips: [name: string, sale: Transaction, options: Partial<typeof inTraining>][] = [
  ...Object.entries(slipSamples).map(([name, sale]): (typeof slips)[number] => [
    name,
    sale,
    { proof: vector('proof') },
  ]),
  ['bill, a copy in training', slipSamples.bill, inTraining],
  ['token, a copy in training', slipSamples.token, inTraining],
];

const millimetres = { '58': 58, '80': 80, a4: 210 } as const;

/** Pages of a PDF that Chromium wrote, and the width of its paper in millimetres. */
async function printed(page: Page, options: Parameters<Page['pdf']>[0]): Promise<{ pages: number; width: number }> {
  const text = (await page.pdf(options)).toString('latin1');
  const [, points = '0'] = /\/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(text) ?? [];
  return {
    pages: text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0,
    width: Math.round((Number(points) * 25.4) / 72),
  };
}

for (const paper of ['58', '80', 'a4'] as const) {
  test(`every slip stands whole on ${paper}: one page of its width, no longer than it must be, its numbers unbroken`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 800, height: 600 });
    for (const [name, sale, options] of slips) {
      const html = slipHtml(buildSlip(sale, { ...slipSettings, ...options }), paper);
      await page.setContent(html);
      const { wide, larger, broken, used } = await page.evaluate(() => {
        const main = document.querySelector('main');
        const lines = [...document.querySelectorAll('.sn strong span')];
        const size = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
        return {
          wide: lines.filter((line) => line.scrollWidth > (main?.clientWidth ?? 0)).map((line) => line.textContent),
          larger: [...document.querySelectorAll('.sn.token strong span')].every(
            (line) => size(line) > size(document.documentElement),
          ),
          broken: [...document.querySelectorAll('.pair span:last-child')].filter(
            (value) => /^[\d.,: Rp]+$/.test(value.textContent) && value.getClientRects().length > 1,
          ).length,
          used: main?.getBoundingClientRect().height ?? 0,
        };
      });
      expect({ name, wide, larger, broken }).toEqual({ name, wide: [], larger: true, broken: 0 });
      if (paper === 'a4') continue;
      expect({ name, ...(await printed(page, pdfOptions)) }).toEqual({ name, pages: 1, width: millimetres[paper] });
      const heightPx = Number(/@page\{size:\d+mm (\d+)mm/.exec(html)?.[1]) * (96 / 25.4);
      expect(heightPx, name).toBeGreaterThan(used);
      expect(heightPx / used, name).toBeLessThan(1.35);
    }
    if (paper === 'a4') expect((await printed(page, pdfOptions)).width).toBe(millimetres.a4);

    // However long: the longest and the shortest.
    for (const sale of [slipSamples.manyPeriods, slipSamples.pending]) {
      await page.setContent(slipHtml(buildSlip(sale, { ...slipSettings, proof: vector('proof') }), paper));
      const box: SlipBox = await page.evaluate(slipBox);
      const devTools = await page.context().newCDPSession(page);
      const { data } = await devTools.send('Page.captureScreenshot', pictureOf(box));
      const png = Buffer.from(data, 'base64');
      // The whole slip in three times its size, by the head of the PNG.
      expect(Math.abs(png.readUInt32BE(16) - (box.width + 24) * 3)).toBeLessThanOrEqual(6);
      expect(Math.abs(png.readUInt32BE(20) - box.height * 3)).toBeLessThanOrEqual(6);
    }
  });
}
