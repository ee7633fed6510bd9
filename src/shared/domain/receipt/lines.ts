import type { ReceiptBlock, ReceiptDoc } from './doc.ts';
import { breakNumber, evenLines, lengthOf, wrap } from './wrap.ts';

/** How a line is printed; a large letter takes two columns and two rows, a tall one two rows. */
export interface LineLook {
  size: 'normal' | 'tall' | 'large';
  bold: boolean;
  /** white on black */
  inverse: boolean;
  centred: boolean;
}

export type SlipLine = { type: 'line'; text: string; look: LineLook } | { type: 'qr'; text: string } | { type: 'gap' };

const plain: LineLook = { size: 'normal', bold: false, inverse: false, centred: false };
const centred: LineLook = { ...plain, centred: true };

/**
 * The slip in lines of so many columns of normal letters, none wider. White space is paper: one gap at a time, none at the
 * ends. Without `sizes` every letter takes one column, as in plain text.
 */
export function slipLines(doc: ReceiptDoc, columns: number, { sizes }: { sizes: boolean }): SlipLine[] {
  const setter: Setter = { columns, sizes };
  return collapseGaps(doc.blocks.flatMap((block) => blockLines(block, setter)));
}

interface Setter {
  columns: number;
  sizes: boolean;
}

function blockLines(block: ReceiptBlock, setter: Setter): SlipLine[] {
  switch (block.type) {
    case 'gap':
      return [{ type: 'gap' }];
    case 'qr':
      return [{ type: 'qr', text: block.text }];
    case 'title':
      return loud(block.text, setter, { ...centred, bold: true });
    case 'centred':
      return set(wrap(block.text, setter.columns), { ...centred, bold: block.strong === true });
    case 'notice':
      return notice(block.text, setter);
    case 'paragraph':
      return set(wrap(block.text, setter.columns), plain);
    case 'pair':
      return set(ends(`${block.label}:`, block.value, setter.columns), plain);
    case 'amount': {
      const size = block.strong && setter.sizes ? 'tall' : 'normal';
      return set(ends(block.label, block.value, setter.columns), { ...plain, size, bold: block.strong });
    }
    case 'sn':
      return [...set(wrap(block.label, setter.columns), centred), ...serialNumber(block, setter)];
  }
}

function set(texts: readonly string[], look: LineLook): SlipLine[] {
  return texts.map((text) => ({ type: 'line', text, look }));
}

/** As large as the paper takes it in one line; in plain text as it is. */
function loud(text: string, { columns, sizes }: Setter, look: LineLook): SlipLine[] {
  if (!sizes) return set(wrap(text, columns), look);
  const half = Math.floor(columns / 2);
  if (lengthOf(text) <= half) return set(wrap(text, half), { ...look, size: 'large' });
  return set(wrap(text, columns), { ...look, size: 'tall' });
}

/** The first line is what the slip is, as large as can be; the rest explains it. Plain text has only stars to be loud with. */
function notice(text: string, setter: Setter): SlipLine[] {
  const { columns, sizes } = setter;
  const lines = text.split('\n');
  if (!sizes) return lines.flatMap((line) => set(wrap(`*** ${line} ***`, columns), centred));
  const look: LineLook = { ...centred, bold: true, inverse: true };
  return lines.flatMap((line, at) =>
    // Two columns stay black at the sides of the letters.
    at === 0 ? loud(line, { ...setter, columns: columns - 4 }, look) : set(wrap(line, columns - 2), look),
  );
}

/** Groups stay whole; a number that has no groups is broken as `breakNumber` says. The largest letters that it fits into. */
function serialNumber(block: Extract<ReceiptBlock, { type: 'sn' }>, { columns, sizes }: Setter): SlipLine[] {
  const look: LineLook = { ...centred, bold: true };
  const single = block.groups.length === 1 ? block.groups[0] : undefined;
  if (single !== undefined) {
    const large = sizes && lengthOf(single) <= Math.floor(columns / 2);
    const lines = breakNumber(single, columns);
    const size = sizes ? (large ? 'large' : 'tall') : 'normal';
    // One below the other, from the same edge: so it is read on as one number.
    return set(lines, { ...look, size, centred: lines.length === 1 });
  }
  const large = sizes && block.token;
  const room = large ? Math.floor(columns / 2) : columns;
  return set(evenLines(block.groups, room), { ...look, size: large ? 'large' : 'normal' });
}

function ends(left: string, right: string, columns: number): string[] {
  const room = columns - lengthOf(left) - lengthOf(right);
  if (room >= 1) return [left + ' '.repeat(room) + right];
  return [...wrap(left, columns), ...wrap(right, columns).map((line) => ' '.repeat(columns - lengthOf(line)) + line)];
}

function collapseGaps(lines: readonly SlipLine[]): SlipLine[] {
  const kept = lines.filter((line, at) => line.type !== 'gap' || (at > 0 && lines[at - 1]?.type !== 'gap'));
  return kept.at(-1)?.type === 'gap' ? kept.slice(0, -1) : kept;
}
