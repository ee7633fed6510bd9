import type { ReceiptBlock, ReceiptDoc } from '../../shared/domain/receipt/doc.ts';
import type { Paper } from '../../shared/domain/receipt/paper.ts';
import { slipText } from '../../shared/domain/receipt/text.ts';

const columns: Readonly<Record<Exclude<Paper, 'a4'>, number>> = { '58': 32, '80': 42 };

/** One line of the body's type with its leading. */
const lineMm = 4.4;
const marginsMm = 12;

/** More than a line that large letters and frames take. */
const extraMm: Readonly<Record<ReceiptBlock['type'], number>> = {
  title: 2,
  centred: 0,
  pair: 0,
  amount: 0.5,
  sn: 10,
  notice: 6,
  paragraph: 0,
  gap: 0,
};

/**
 * How long a roll's page must be, from above: CSS has no "as long as the content", and a driver that gets a shorter page
 * than the content cuts the slip in two.
 * @returns whole millimetres
 */
export function slipHeightMm(doc: ReceiptDoc, paper: Exclude<Paper, 'a4'>): number {
  const lines = slipText(doc, columns[paper]).split('\n').length;
  const extra = doc.blocks.reduce((sum, block) => sum + extraMm[block.type], 0);
  return Math.ceil(lines * lineMm + extra + marginsMm);
}
