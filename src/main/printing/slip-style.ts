import type { Paper } from '../../shared/domain/receipt/paper.ts';
import { printableMm } from './printable-mm.ts';
import { largestPt, smallestPt } from './sn-lines.ts';

/** The sizes that a serial number can have; as classes, because the page's policy allows no style of a single element. */
const snSizes = Array.from({ length: largestPt - smallestPt + 1 }, (_, step) => {
  const pt = smallestPt + step;
  return `.pt${pt}{font-size:${pt}pt}`;
}).join('');

/** @param heightMm of a roll's page; null for a sheet */
export function slipStyle(paper: Paper, heightMm: number | null): string {
  const page = heightMm === null ? 'size:A4;margin:18mm' : `size:${paper}mm ${heightMm}mm;margin:0`;
  const scale = paper === '58' ? 1 : 1.12;
  const pt = (size: number): string => `${(size * scale).toFixed(1)}pt`;
  return [
    `@page{${page}}`,
    '*{box-sizing:border-box;margin:0;padding:0}',
    `html{background:#fff;color:#000;font:${pt(9)}/1.3 "Inter Variable",Inter,Arial,"Liberation Sans","DejaVu Sans Condensed",sans-serif;font-variant-numeric:tabular-nums}`,
    `main{width:${printableMm[paper]}mm;margin:0 auto;padding:3mm 0 6mm}`,
    `h1{font-size:${pt(12)};text-align:center;line-height:1.2}`,
    '.centred{text-align:center;text-wrap:balance}',
    '.proof{font-weight:700}',
    '.gap{height:2.2mm}',
    '.gap+.gap{display:none}',
    // Frames rather than white on black: backgrounds are not printed unless somebody ticks a box.
    `.notice{font-weight:700;text-align:center;border:.8mm solid #000;padding:1.2mm}`,
    `.notice strong{display:block;font-size:${pt(13)};line-height:1.2;text-wrap:balance}`,
    '.notice span{display:block}',
    '.pair,.amount{display:flex;justify-content:space-between;gap:0 2mm}',
    // A value that does not fit beside its label goes below it whole: no number is broken in two.
    '.pair,.amount{flex-wrap:wrap}',
    '.pair span:last-child,.amount span:last-child{margin-left:auto;text-align:right;overflow-wrap:anywhere}',
    '.amount span{white-space:nowrap}',
    `.strong{font-weight:700;font-size:${pt(12)};padding:.6mm 0}`,
    `.sn small{display:block;font-size:${pt(8)}}`,
    '.sn strong{display:block;font-family:"JetBrains Mono Variable","JetBrains Mono","DejaVu Sans Mono",monospace;line-height:1.25}',
    snSizes,
    // A line of it is a line: where it may be broken has been decided.
    '.sn strong span{display:block;white-space:pre}',
    '.sn{text-align:center}',
    '.sn,.notice,.qr,.logo,.pair,.amount{break-inside:avoid}',
    // A wide logo is made smaller rather than cut off.
    '.logo svg{display:block;max-width:100%;margin:0 auto 2mm}',
    '.qr svg{display:block;width:32mm;height:32mm;margin:0 auto}',
    'p{overflow-wrap:anywhere}',
  ].join('\n');
}
