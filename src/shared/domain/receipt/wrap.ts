/** Where a number may be broken without changing how it reads: after what separates its parts. */
const parts = /[^/\-.,:;_|#\s]*[/\-.,:;_|#\s]*/gu;
/** Digits and letters without separators are broken between groups of so many, counted from the start. */
const groupLength = 4;

/** Words in lines of at most so many columns; a word longer than a line goes on in the next. */
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
 * A number in lines of at most so many columns: broken after its separators where that is possible, otherwise between
 * groups of four, in lines of much the same length. Put together again the lines are the number: nothing is added or lost.
 */
export function breakNumber(number: string, columns: number): string[] {
  if (lengthOf(number) <= columns) return [number];
  const lines: string[] = [];
  let line = '';
  for (const part of (number.match(parts) ?? []).flatMap((found) => breakPart(found, columns))) {
    if (line !== '' && lengthOf(line) + lengthOf(part) > columns) {
      lines.push(line);
      line = '';
    }
    line += part;
  }
  return line === '' ? lines : [...lines, line];
}

function breakPart(part: string, columns: number): string[] {
  const characters = Array.from(part);
  if (characters.length <= columns) return part === '' ? [] : [part];
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
