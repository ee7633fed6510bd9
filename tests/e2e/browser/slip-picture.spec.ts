import { expect, test } from '@playwright/test';
import { pdfOptions, pictureOf, type SlipBox, slipBox } from '../../../src/main/hosts/electron/file-dialogs.ts';
import { slipHtml } from '../../../src/main/printing/render/slip-html.ts';
import { buildSlip } from '../../../src/shared/domain/receipt/build.ts';
import { vector } from '../../support/contract-samples.ts';
import { slipSamples, slipSettings } from '../../support/slips.ts';

// What the desktop tells its own Chromium, told to the one that tests have.

/** Width and height of a PNG. */
const sizeOf = (png: Buffer): { width: number; height: number } => ({
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
});

for (const paper of ['58', '80', 'a4'] as const) {
  test(`the picture of a slip for ${paper} is the whole slip, three times its size, however long`, async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 600 });
    for (const sale of Object.values(slipSamples)) {
      await page.setContent(slipHtml(buildSlip(sale, { ...slipSettings, proof: vector('proof') }), paper));
      const box: SlipBox = await page.evaluate(slipBox);
      const devTools = await page.context().newCDPSession(page);
      const { data } = await devTools.send('Page.captureScreenshot', pictureOf(box));
      const { width, height } = sizeOf(Buffer.from(data, 'base64'));
      expect(Math.abs(width - (box.width + 24) * 3)).toBeLessThanOrEqual(6);
      expect(Math.abs(height - box.height * 3)).toBeLessThanOrEqual(6);
    }
  });

  test(`the PDF of a slip for ${paper} has the paper's own width, and is one page on a roll`, async ({ page }) => {
    await page.setContent(slipHtml(buildSlip(slipSamples.bill, { ...slipSettings, proof: vector('proof') }), paper));
    const pdf = (await page.pdf(pdfOptions)).toString('latin1');
    const [, width = '0'] = /\/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(pdf) ?? [];
    const millimetres = { '58': 58, '80': 80, a4: 210 }[paper];
    expect(Math.abs((Number(width) * 25.4) / 72 - millimetres)).toBeLessThan(1);
    if (paper !== 'a4') expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });
}
