import { decodeQR } from 'qr/decode.js';
import { expect, it } from 'vitest';
import { qrSvg } from '../../../src/main/printing/render/slip-html.ts';

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

it.each(['KT1.abc', `KT1.${'aZ09-_'.repeat(40)}`])('a page’s QR is read as what it was made of: %s', (text) => {
  expect(decodeQR(picture(qrSvg(text)))).toBe(text);
});

it('a text that no QR code can hold is an error', () => {
  expect(() => qrSvg('x'.repeat(3000))).toThrow(/capacity|overflow|large|long|fit/i);
});
