import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { qrSvg, slipHtml } from '../../../../src/main/printing/render/slip-html.ts';
import { buildSlip } from '../../../../src/shared/domain/receipt/build.ts';
import { slipSamples, slipSettings } from '../../../support/slips.ts';

const slip = buildSlip(slipSamples.bill, slipSettings);
/** A frame of twelve by three dots. */
const logo = { width: 12, height: 3, rows: new Uint8Array([0xff, 0xf0, 0x80, 0x10, 0xff, 0xf0]) };

const dotsASquare = 4;

/** The SVG's runs of dark squares as a camera sees them. */
function picture(svg: string): { width: number; height: number; data: Uint8Array } {
  const side = Number(/viewBox="0 0 (\d+) \d+"/.exec(svg)?.[1]) * dotsASquare;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x = '', y = '', width = ''] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * dotsASquare; row < (Number(y) + 1) * dotsASquare; row++) {
      const start = (row * side + Number(x) * dotsASquare) * 4;
      data.fill(0, start, start + Number(width) * dotsASquare * 4);
    }
  }
  return { width: side, height: side, data };
}

describe('slipHtml', () => {
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

  it.each(['KT1.abc', `KT1.${'aZ09-_'.repeat(40)}`])('a page’s QR is read as what it was made of: %s', (text) => {
    expect(decodeQR(picture(qrSvg(text)))).toBe(text);
  });

  it('a text that no QR code can hold is an error', () => {
    expect(() => qrSvg('x'.repeat(3000))).toThrow(/capacity|overflow|large|long|fit/i);
  });
});
