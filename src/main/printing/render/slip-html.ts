import { encodeQR } from 'qr';
import type { Paper } from '../../../shared/domain/printer.ts';
import { qrPath, type ReceiptBlock, type ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import { breakNumber, evenLength, evenLines, lengthOf, slipText } from '../../../shared/domain/receipt/layout.ts';
import type { Bitmap } from './slip-bytes.ts';

/** Printable widths: thermal heads leave some millimetres on each side; a sheet is limited to what is easy to read. */
const printableMm: Readonly<Record<Paper, number>> = { '58': 48, '80': 72, a4: 120 };

const pointsPerMm = 72 / 25.4;

/** Width of a letter of the monospaced font, relative to its size. */
const letterWidth = 0.61;

const minPt = 5;
const maxPt = 24;
const serialNumberPt = { token: { min: 15, max: maxPt }, sn: { min: 9, max: 9 } };

/** The sizes of a serial number, as classes: the page's policy allows no inline styles. */
const snSizes = Array.from({ length: maxPt - minPt + 1 }, (_, step) => {
  const pt = minPt + step;
  return `.pt${pt}{font-size:${pt}pt}`;
}).join('');

/** Letters in a line of the widest fallback font. */
const columns: Readonly<Record<Exclude<Paper, 'a4'>, number>> = { '58': 27, '80': 36 };

/** Height of a line of body text. */
const lineMm = 4.3;

const gapMm = 2.4;

const marginsMm = 10;

/** Receipt printers print eight dots per millimetre: the logo has the same size on a page. */
const dotsPerMm = 8;

/**
 * The slip as a self-contained page for the system's print dialog: no script, no external file, all text escaped. A roll's
 * page is as long as its content.
 * @param logo printed first
 */
export function slipHtml(doc: ReceiptDoc, paper: Paper, logo: Bitmap | null = null): string {
  const logoMm = logo === null ? 0 : Math.ceil(logo.height / dotsPerMm) + 2;
  const height = paper === 'a4' ? null : slipHeightMm(doc, paper) + logoMm;
  const head = logo === null ? '' : `<div class="logo">${logoSvg(logo)}</div>`;
  return [
    '<!doctype html>',
    `<html lang="${doc.language}"><head><meta charset="utf-8"><title>Konter</title>`,
    `<style>${slipStyle(paper, height)}</style></head>`,
    `<body class="paper-${paper}"><main>${head}${doc.blocks.map((block) => blockHtml(block, paper)).join('')}</main></body></html>`,
  ].join('\n');
}

function blockHtml(block: ReceiptBlock, paper: Paper): string {
  switch (block.type) {
    case 'gap':
      return '<div class="gap"></div>';
    case 'title':
      return `<h1>${escapeHtml(block.text)}</h1>`;
    case 'centred':
      return `<p class="centred${block.strong ? ' proof' : ''}">${escapeHtml(block.text)}</p>`;
    case 'notice':
      return notice(block.text);
    case 'paragraph':
      return `<p>${escapeHtml(block.text)}</p>`;
    case 'pair':
      return row('pair', block.label, block.value);
    case 'amount':
      return row(`amount${block.strong ? ' strong' : ''}${block.largest ? ' largest' : ''}`, block.label, block.value);
    case 'sn':
      return serialNumber(block, paper);
    case 'qr':
      return `<div class="qr">${qrSvg(block.text)}${block.caption === undefined ? '' : `<p>${escapeHtml(block.caption)}</p>`}</div>`;
  }
}

function row(name: string, label: string, value: string): string {
  return `<div class="${name}"><span>${escapeHtml(label)}</span><span>${escapeHtml(value)}</span></div>`;
}

function notice(text: string): string {
  const [first = '', ...rest] = text.split('\n').map(escapeHtml);
  return `<div class="notice"><strong>${first}</strong>${rest.map((line) => `<span>${line}</span>`).join('')}</div>`;
}

function serialNumber(block: Extract<ReceiptBlock, { type: 'sn' }>, paper: Paper): string {
  const { lines, pt } = snLines(block, paper);
  const rows = lines.map((line) => `<span>${escapeHtml(line)}</span>`).join('');
  return `<div class="sn${block.token ? ' token' : ''}"><small>${escapeHtml(block.label)}</small><strong class="pt${pt}">${rows}</strong></div>`;
}

/** Breaks a serial number into lines that keep its letters large, and picks their size. */
function snLines(
  { groups, token }: Extract<ReceiptBlock, { type: 'sn' }>,
  paper: Paper,
): { lines: string[]; pt: number } {
  const { min, max } = token ? serialNumberPt.token : serialNumberPt.sn;
  const widthInLetters = (printableMm[paper] * pointsPerMm) / letterWidth;
  const [only = ''] = groups;
  const columns = Math.floor(widthInLetters / min);
  const lines =
    groups.length > 1
      ? evenLines(groups, columns)
      : breakNumber(only, lengthOf(only) <= columns ? columns : evenLength(lengthOf(only), columns));
  const longest = Math.max(1, ...lines.map(lengthOf));
  return { lines, pt: Math.max(minPt, Math.min(max, Math.floor(widthInLetters / longest))) };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A QR code as inline SVG with its quiet zone, black on white. @throws when the text is too long for any QR code */
export function qrSvg(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const side = modules.length;
  return `<svg viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path d="${qrPath(modules)}"/></svg>`;
}

/** The shop's logo as inline SVG, black on white, in the size of a receipt printer. */
function logoSvg({ width, height, rows }: Bitmap): string {
  const bytesPerRow = Math.ceil(width / 8);
  const isBlack = (x: number, y: number): boolean =>
    (((rows[y * bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;
  const dots = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_dot, x) => isBlack(x, y)));
  const size = `width="${width / dotsPerMm}mm" height="${height / dotsPerMm}mm"`;
  return `<svg ${size} viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges"><path d="${qrPath(dots)}"/></svg>`;
}

/** Height that large letters, frames and wrapped lines need beyond their lines of text. */
function extraMm(block: ReceiptBlock): number {
  switch (block.type) {
    case 'title':
      return 6;
    case 'notice':
      return 8;
    case 'sn':
      return 12;
    case 'amount':
      return block.largest ? 5 : block.strong ? 3 : 0.5;
    case 'centred':
    case 'pair':
      return 0.8;
    case 'qr':
      return block.caption === undefined ? 35 : 43;
    case 'paragraph':
    case 'gap':
      return 0;
  }
}

/**
 * Upper bound of a roll's page height: CSS cannot size a page to its content, and a driver cuts a slip that is longer than its
 * page.
 * @returns whole millimetres
 */
function slipHeightMm(doc: ReceiptDoc, paper: Exclude<Paper, 'a4'>): number {
  const lines = slipText(doc, columns[paper]).split('\n');
  const blank = lines.filter((line) => line === '').length;
  const extra = doc.blocks.reduce((sum, block) => sum + extraMm(block), 0);
  return Math.ceil((lines.length - blank) * lineMm + blank * gapMm + extra + marginsMm);
}

/** @param heightMm of a roll's page; null for a sheet */
function slipStyle(paper: Paper, heightMm: number | null): string {
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
    // Frames rather than white on black: print dialogs leave out backgrounds by default.
    `.notice{font-weight:700;text-align:center;border:.8mm solid #000;padding:1.2mm}`,
    `.notice strong{display:block;font-size:${pt(13)};line-height:1.2;text-wrap:balance}`,
    '.notice span{display:block}',
    '.pair,.amount{display:flex;justify-content:space-between;gap:0 2mm}',
    // A value that does not fit beside its label moves below it whole: no number is broken.
    '.pair,.amount{flex-wrap:wrap}',
    '.pair span:last-child,.amount span:last-child{margin-left:auto;text-align:right;overflow-wrap:anywhere}',
    '.amount span{white-space:nowrap}',
    `.strong{font-weight:700;font-size:${pt(12)};padding:.6mm 0}`,
    `.largest{font-size:${pt(15)}}`,
    `.sn small{display:block;font-size:${pt(8)}}`,
    '.sn strong{display:block;font-family:"JetBrains Mono Variable","JetBrains Mono","DejaVu Sans Mono",monospace;line-height:1.25}',
    snSizes,
    // Lines were already broken by snLines.
    '.sn strong span{display:block;white-space:pre}',
    '.sn{text-align:center}',
    '.sn,.notice,.qr,.logo,.pair,.amount{break-inside:avoid}',
    // A wide logo is scaled down rather than cut off.
    '.logo svg{display:block;max-width:100%;margin:0 auto 2mm}',
    '.qr svg{display:block;width:32mm;height:32mm;margin:0 auto}',
    '.qr p{text-align:center;text-wrap:balance}',
    'p{overflow-wrap:anywhere}',
  ].join('\n');
}
