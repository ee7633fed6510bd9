import type { Paper } from '../../shared/domain/receipt/paper.ts';

/** Printable widths: thermal heads leave some millimetres at each side. */
const printableMm: Readonly<Record<Paper, number>> = { '58': 48, '80': 72, a4: 120 };

/** @param heightMm of a roll's page; null for a sheet */
export function slipStyle(paper: Paper, heightMm: number | null): string {
  const page = heightMm === null ? 'size:A4;margin:18mm' : `size:${paper}mm ${heightMm}mm;margin:0`;
  const scale = paper === '58' ? 1 : 1.12;
  const pt = (size: number): string => `${(size * scale).toFixed(1)}pt`;
  return [
    `@page{${page}}`,
    '*{box-sizing:border-box;margin:0;padding:0}',
    `html{background:#fff;color:#000;font:${pt(9)}/1.3 "Inter Variable",Inter,Arial,sans-serif;font-variant-numeric:tabular-nums}`,
    `main{width:${printableMm[paper]}mm;margin:0 auto;padding:3mm 0 6mm}`,
    `h1{font-size:${pt(12)};text-align:center;line-height:1.2}`,
    '.centred{text-align:center}',
    '.gap{height:2.2mm}',
    '.gap+.gap{display:none}',
    `.notice{font-weight:700;font-size:${pt(11)};text-align:center;border:.5mm solid #000;padding:1.2mm}`,
    '.pair,.amount{display:flex;justify-content:space-between;gap:0 2mm}',
    // A value that does not fit beside its label goes below it whole: no number is broken in two.
    '.pair{flex-wrap:wrap}',
    '.pair span:last-child{margin-left:auto;text-align:right;overflow-wrap:anywhere}',
    '.amount span:last-child{white-space:nowrap}',
    `.strong{font-weight:700;font-size:${pt(12)}}`,
    `.sn small{display:block;font-size:${pt(8)}}`,
    '.sn strong{display:block;font-family:"JetBrains Mono Variable","JetBrains Mono","DejaVu Sans Mono",monospace;line-height:1.25}',
    '.sn strong span{display:inline-block;white-space:nowrap}',
    `.token strong{font-size:${pt(17)};text-align:center}`,
    `.large strong{font-size:${pt(17)}}`,
    `.medium strong{font-size:${pt(10.5)}}`,
    `.small strong{font-size:${pt(9)}}`,
    '.small strong span{white-space:normal;overflow-wrap:anywhere}',
    '.qr svg{display:block;width:32mm;height:32mm;margin:0 auto}',
    'p{overflow-wrap:anywhere}',
  ].join('\n');
}
