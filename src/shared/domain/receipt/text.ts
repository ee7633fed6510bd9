import type { ReceiptDoc } from './doc.ts';
import { type SlipLine, slipLines } from './lines.ts';
import { lengthOf } from './wrap.ts';

/**
 * The slip as plain text for a given number of columns (32 on a 58 mm roll), to be shared and searched. Labels and amounts
 * keep their ends; what does not fit in one line goes on in the next. It has no QR.
 */
export function slipText(doc: ReceiptDoc, columns = 32): string {
  const blocks = doc.blocks.filter((block) => block.type !== 'qr');
  const lines = slipLines({ ...doc, blocks }, columns, { sizes: false });
  return `${lines.map((line) => lineText(line, columns)).join('\n')}\n`;
}

function lineText(line: SlipLine, columns: number): string {
  if (line.type !== 'line') return '';
  if (!line.look.centred) return line.text;
  return ' '.repeat(Math.max(0, Math.floor((columns - lengthOf(line.text)) / 2))) + line.text;
}
