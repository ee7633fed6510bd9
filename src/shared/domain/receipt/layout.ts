import type { ReceiptBlock, ReceiptDoc } from './doc.ts';
import { slipWords } from './words.ts';

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
 * The slip in lines of this number of columns of normal letters, none wider. White space is paper: one gap at a time, none at the
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
      return [
        { type: 'qr', text: block.text },
        ...(block.caption === undefined ? [] : set(wrap(block.caption, setter.columns), centred)),
      ];
    case 'title':
      return set(wrap(block.text, setter.columns), { ...centred, bold: true, size: setter.sizes ? 'tall' : 'normal' });
    case 'centred':
      return set(wrap(block.text, setter.columns), { ...centred, bold: block.strong === true });
    case 'notice':
      return notice(block.text, setter);
    case 'paragraph':
      return set(block.unbroken ? [block.text] : wrap(block.text, setter.columns), plain);
    case 'pair':
      return set(ends(`${block.label}:`, block.value, setter.columns), plain);
    case 'amount': {
      const size = !setter.sizes ? 'normal' : block.largest ? 'large' : block.strong ? 'tall' : 'normal';
      const columns = size === 'large' ? Math.floor(setter.columns / 2) : setter.columns;
      return set(ends(block.label, block.value, columns), { ...plain, size, bold: block.strong });
    }
    case 'sn':
      return serialNumber(block, setter);
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

/** Groups stay whole; a number that has no groups is broken as `breakNumber` says, and stands beside its label where it fits. */
function serialNumber(block: Extract<ReceiptBlock, { type: 'sn' }>, { columns, sizes }: Setter): SlipLine[] {
  const look: LineLook = { ...centred, bold: true };
  const label = `${block.label}:`;
  const single = block.groups.length === 1 ? block.groups[0] : undefined;
  if (single !== undefined) {
    const beside = { ...plain, bold: true };
    if (lengthOf(label) + 1 + lengthOf(single) <= columns) return set(ends(label, single, columns), beside);
    const lines = breakNumber(single, columns);
    // One below the other, from the same edge: so it is read on as one number.
    return [...set(wrap(label, columns), plain), ...set(lines, { ...look, centred: lines.length === 1 })];
  }
  const large = sizes && block.token;
  const room = large ? Math.floor(columns / 2) : columns;
  return [
    ...set(wrap(block.label, columns), centred),
    ...set(evenLines(block.groups, room), { ...look, size: large ? 'large' : 'normal' }),
  ];
}

function ends(left: string, right: string, columns: number): string[] {
  const room = columns - lengthOf(left) - lengthOf(right);
  if (room >= 1) return [left + ' '.repeat(room) + right];
  return [...wrap(left, columns), ...wrap(right, columns).map((line) => ' '.repeat(columns - lengthOf(line)) + line)];
}

function collapseGaps(lines: readonly SlipLine[]): SlipLine[] {
  const result = lines.filter((line, at) => line.type !== 'gap' || (at > 0 && lines[at - 1]?.type !== 'gap'));
  return result.at(-1)?.type === 'gap' ? result.slice(0, -1) : result;
}

/** Where a number may be broken without changing how it reads: after what separates its parts. */
const parts = /[^/\-.,:;_|#\s]*[/\-.,:;_|#\s]*/gu;
/** Digits and letters without separators are broken between groups of this size, counted from the start. */
const groupLength = 4;

/** Words in lines of at most this number of columns; a word longer than a line goes on in the next. */
export function wrap(text: string, columns: number): string[] {
  return wrapWords(text.split(/\s+/u), columns);
}

/** As `wrap`, of words that are whole already: groups of digits, say. */
function wrapWords(words: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (word === '') continue;
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) <= columns) {
      line += ` ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakNumber(word, columns);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return line === '' ? lines : [...lines, line];
}

/**
 * A number in lines of at most this number of columns: broken after its separators where that is possible, otherwise between
 * groups of four, in lines of much the same length. Put together again the lines are the number: nothing is added or lost.
 */
export function breakNumber(number: string, columns: number): string[] {
  if (lengthOf(number) <= columns) return [number];
  const lines: string[] = [];
  let line = '';
  for (const piece of (number.match(parts) ?? []).flatMap((run) => breakPart(run, columns))) {
    if (line !== '' && lengthOf(line) + lengthOf(piece) > columns) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return line === '' ? lines : [...lines, line];
}

function breakPart(piece: string, columns: number): string[] {
  const characters = Array.from(piece);
  if (characters.length <= columns) return piece === '' ? [] : [piece];
  const length = evenLength(characters.length, columns);
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += length) {
    pieces.push(characters.slice(start, start + length).join(''));
  }
  return pieces;
}

/** How many characters a line takes when a number goes into as few lines as it can, all much the same: whole groups. */
export function evenLength(length: number, columns: number): number {
  const room = columns < groupLength ? columns : columns - (columns % groupLength);
  if (room < groupLength) return Math.max(1, room);
  return Math.ceil(length / Math.ceil(length / room) / groupLength) * groupLength;
}

/** The groups in as few lines as there must be, as many in each but the last. */
export function evenLines(groups: readonly string[], columns: number): string[] {
  const fewest = wrapWords(groups, columns).length;
  for (let each = Math.ceil(groups.length / fewest); each < groups.length; each++) {
    const lines: string[] = [];
    for (let at = 0; at < groups.length; at += each) lines.push(groups.slice(at, at + each).join(' '));
    if (lines.length === fewest && lines.every((line) => lengthOf(line) <= columns)) return lines;
  }
  return wrapWords(groups, columns);
}

/** In characters, not in halves of them. */
export function lengthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : Array.from(text).length;
}

/**
 * The slip as plain text for a number of columns (32 on a 58 mm roll), to be shared and searched. Labels and amounts
 * keep their ends; what does not fit in one line goes on in the next. It has no QR.
 */
export function slipText(doc: ReceiptDoc, columns = 32): string {
  const blocks = doc.blocks.filter((block) => block.type !== 'qr');
  const lines = slipLines({ ...doc, blocks }, columns, { sizes: false });
  return `${lines.map((line) => lineText(line, columns)).join('\n')}\n`;
}

/** The same to be sent on, with what the QR code holds below it, unbroken: a text has no code to scan. */
export function sharedSlipText(doc: ReceiptDoc): string {
  const { proofInText } = slipWords(doc.language);
  const proofs = doc.blocks.flatMap((block) => (block.type === 'qr' ? [`\n${proofInText}\n${block.text}\n`] : []));
  return slipText(doc) + proofs.join('');
}

function lineText(line: SlipLine, columns: number): string {
  if (line.type !== 'line') return '';
  if (!line.look.centred) return line.text;
  return ' '.repeat(Math.max(0, Math.floor((columns - lengthOf(line.text)) / 2))) + line.text;
}
