import { qrPath } from '../../shared/domain/receipt/qr-path.ts';
import type { Bitmap } from './bytes/options.ts';

/** Receipt printers put eight dots on a millimetre: so the logo is as large on a page as on a roll. */
export const dotsPerMm = 8;

/** The shop's logo as inline SVG, black on white, in the size that a receipt printer gives it. */
export function logoSvg({ width, height, rows }: Bitmap): string {
  const bytesARow = Math.ceil(width / 8);
  const isBlack = (x: number, y: number): boolean =>
    (((rows[y * bytesARow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;
  const dots = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_dot, x) => isBlack(x, y)));
  const size = `width="${width / dotsPerMm}mm" height="${height / dotsPerMm}mm"`;
  return `<svg ${size} viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges"><path d="${qrPath(dots)}"/></svg>`;
}
