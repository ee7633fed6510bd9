import type { ReceiptBlock } from '../../../shared/domain/receipt/doc.ts';
import type { Paper } from '../../../shared/domain/receipt/paper.ts';
import { breakNumber, evenLength, evenLines, lengthOf } from '../../../shared/domain/receipt/wrap.ts';
import { printableMm } from './printable-mm.ts';

const pointsAMm = 72 / 25.4;
/** A letter of the monospaced font is so much of its height wide. */
const letterWidth = 0.61;
export const smallestPt = 5;
export const largestPt = 24;
const sizes = { token: { least: 15, most: largestPt }, sn: { least: 11, most: 18 } };

/** A serial number in as few lines as leave its letters large, and the size of those: nothing on a slip matters more. */
export function snLines(
  { groups, token }: Extract<ReceiptBlock, { type: 'sn' }>,
  paper: Paper,
): { lines: string[]; pt: number } {
  const { least, most } = token ? sizes.token : sizes.sn;
  const room = (printableMm[paper] * pointsAMm) / letterWidth;
  const [only = ''] = groups;
  const columns = Math.floor(room / least);
  const lines =
    groups.length > 1
      ? evenLines(groups, columns)
      : breakNumber(only, lengthOf(only) <= columns ? columns : evenLength(lengthOf(only), columns));
  const longest = Math.max(1, ...lines.map(lengthOf));
  return { lines, pt: Math.max(smallestPt, Math.min(most, Math.floor(room / longest))) };
}
