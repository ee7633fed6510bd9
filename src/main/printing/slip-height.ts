import type { ReceiptBlock, ReceiptDoc } from '../../shared/domain/receipt/doc.ts';
import type { Paper } from '../../shared/domain/receipt/paper.ts';
import { slipText } from '../../shared/domain/receipt/text.ts';

/** Letters in a line where the widest of the fonts has to do. */
const columns: Readonly<Record<Exclude<Paper, 'a4'>, number>> = { '58': 27, '80': 36 };

/** One line of the body's type with its leading. */
const lineMm = 4.3;
const gapMm = 2.4;
const marginsMm = 10;

/** What large letters and frames take beyond their lines of text, and the lines they wrap into. */
function extraMm(block: ReceiptBlock): number {
  switch (block.type) {
    case 'title':
      return 6;
    case 'notice':
      return 8;
    case 'sn':
      return 12;
    case 'amount':
      return block.strong ? 3 : 0.5;
    case 'centred':
    case 'pair':
      return 0.8;
    case 'qr':
      return 35;
    case 'paragraph':
    case 'gap':
      return 0;
  }
}

/**
 * How long a roll's page must be, from above: CSS has no "as long as the content", and a driver that gets a shorter page
 * than the content cuts the slip in two.
 * @returns whole millimetres
 */
export function slipHeightMm(doc: ReceiptDoc, paper: Exclude<Paper, 'a4'>): number {
  const lines = slipText(doc, columns[paper]).split('\n');
  const blank = lines.filter((line) => line === '').length;
  const extra = doc.blocks.reduce((sum, block) => sum + extraMm(block), 0);
  return Math.ceil((lines.length - blank) * lineMm + blank * gapMm + extra + marginsMm);
}
