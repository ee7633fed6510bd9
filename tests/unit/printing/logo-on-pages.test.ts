import { expect, it } from 'vitest';
import { slipHtml } from '../../../src/main/printing/render/slip-html.ts';
import { buildSlip } from '../../../src/shared/domain/receipt/build.ts';
import { slipSamples, slipSettings } from '../../support/slip-samples.ts';

const slip = buildSlip(slipSamples.bill, slipSettings);
/** A frame of twelve by three dots. */
const logo = { width: 12, height: 3, rows: new Uint8Array([0xff, 0xf0, 0x80, 0x10, 0xff, 0xf0]) };

it('stands above everything else on a page, dot by dot, as large as a receipt printer makes it', () => {
  const page = slipHtml(slip, '58', logo);
  expect(page).toContain('<main><div class="logo"><svg width="1.5mm" height="0.375mm" viewBox="0 0 12 3"');
  expect(page).toContain('M0 0h12v1H0zM0 1h1v1H0zM11 1h1v1H11zM0 2h12v1H0z');
});

it('makes the page of a roll longer by its height', () => {
  const heightOf = (page: string): number => Number(/size:58mm (\d+)mm/.exec(page)?.[1]);
  const tall = { width: 8, height: 400, rows: new Uint8Array(400) };
  expect(heightOf(slipHtml(slip, '58', tall)) - heightOf(slipHtml(slip, '58'))).toBe(52);
});
