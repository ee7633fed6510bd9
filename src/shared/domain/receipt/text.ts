import type { ReceiptBlock, ReceiptDoc } from './doc.ts';

/**
 * The slip as plain text for a given number of columns (32 on a 58 mm roll). Labels and amounts keep their ends; what does
 * not fit in one line goes on in the next, and a serial number's groups are never broken while they fit.
 */
export function slipText(doc: ReceiptDoc, columns = 32): string {
  const lines = doc.blocks.flatMap((block) => blockLines(block, columns));
  return `${collapseGaps(lines).join('\n')}\n`;
}

function blockLines(block: ReceiptBlock, columns: number): string[] {
  switch (block.type) {
    case 'gap':
      return [''];
    case 'qr':
      return [];
    case 'title':
      return wrap(block.text.toUpperCase(), columns).map((line) => centre(line, columns));
    case 'centred':
      return wrap(block.text, columns).map((line) => centre(line, columns));
    case 'notice':
      return block.text
        .split('\n')
        .flatMap((text) => wrap(`*** ${text} ***`, columns).map((line) => centre(line, columns)));
    case 'paragraph':
      return wrap(block.text, columns);
    case 'pair':
      return ends(`${block.label}:`, block.value, columns);
    case 'amount':
      return ends(block.label, block.value, columns);
    case 'sn':
      return [block.label, ...wrapGroups(block.groups, columns)];
  }
}

function ends(left: string, right: string, columns: number): string[] {
  const room = columns - left.length - right.length;
  if (room >= 1) return [left + ' '.repeat(room) + right];
  return [...wrap(left, columns), ...wrap(right, columns).map((line) => line.padStart(columns))];
}

function centre(line: string, columns: number): string {
  return ' '.repeat(Math.max(0, Math.floor((columns - line.length) / 2))) + line;
}

/** Breaks at spaces; a word longer than a line is cut where the line ends. */
export function wrap(text: string, columns: number): string[] {
  return wrapGroups(text.split(/\s+/u), columns);
}

function wrapGroups(groups: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const group of groups.flatMap((word) => pieces(word, columns))) {
    if (line === '') line = group;
    else if (line.length + 1 + group.length <= columns) line += ` ${group}`;
    else {
      lines.push(line);
      line = group;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function pieces(word: string, columns: number): string[] {
  const found: string[] = [];
  for (let start = 0; start < word.length; start += columns) found.push(word.slice(start, start + columns));
  return found;
}

/** White space is paper: one blank line at a time, none at the ends. */
function collapseGaps(lines: readonly string[]): string[] {
  const kept = lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''));
  return kept.at(-1) === '' ? kept.slice(0, -1) : kept;
}
