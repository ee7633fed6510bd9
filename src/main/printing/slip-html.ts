import type { ReceiptBlock, ReceiptDoc } from '../../shared/domain/receipt/doc.ts';
import type { Paper } from '../../shared/domain/receipt/paper.ts';
import type { Bitmap } from './bytes/options.ts';
import { dotsPerMm, logoSvg } from './logo-svg.ts';
import { qrSvg } from './qr-svg.ts';
import { slipHeightMm } from './slip-height.ts';
import { slipStyle } from './slip-style.ts';
import { snLines } from './sn-lines.ts';

/**
 * The slip as one self-contained page for the system's print: no script, no outside file, everything escaped. A roll's page
 * is as long as what stands on it.
 * @param logo above everything else
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
      return row(block.strong ? 'amount strong' : 'amount', block.label, block.value);
    case 'sn':
      return serialNumber(block, paper);
    case 'qr':
      return `<div class="qr">${qrSvg(block.text)}</div>`;
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
  return `<div class="sn"><small>${escapeHtml(block.label)}</small><strong class="pt${pt}">${rows}</strong></div>`;
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
