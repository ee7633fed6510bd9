import { NotATable } from './workbook.ts';

/** A longer row means an unclosed quote, or no text file. */
const maxRowLength = 1024 * 1024;
/** A value with more lines has swallowed other rows; addresses and notes have fewer. */
const maxValueLines = 30;

/**
 * Splits text into rows and cells. Each of CR LF, LF and CR ends a row, also in one file, where programs put files together. A cell that
 * begins with a quote ends with its other quote; where more text follows the quote, the quotes are part of the text.
 */
export class DelimitedRows {
  readonly #separator: string;
  readonly #cellEnd: RegExp;
  #text = '';
  /** A quote begins a value and none ends it: it is unclear which cells the rows have. */
  hasStrayQuote = false;

  constructor(separator: string) {
    this.#separator = separator;
    this.#cellEnd = new RegExp(`[${separator}\\r\\n]`, 'g');
  }

  /** @returns the rows that end in this part of the text, without the empty ones. Throws NotATable where one is too long. */
  push(chunk: string): string[][] {
    this.#text += chunk;
    return this.#take(false);
  }

  /** @returns the last rows */
  end(): string[][] {
    return this.#take(true);
  }

  #take(isLast: boolean): string[][] {
    const rows: string[][] = [];
    let at = 0;
    for (;;) {
      const row = this.#rowAt(at, isLast);
      if (row === null) break;
      at = row.next;
      if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row.cells);
    }
    this.#text = this.#text.slice(at);
    if (this.#text.length > maxRowLength) {
      if (!this.#text.includes('"')) throw new NotATable('no_table');
      this.hasStrayQuote = true;
      this.#text = '';
    }
    return rows;
  }

  /** Null: its end is not there yet. */
  #rowAt(start: number, isLast: boolean): { cells: string[]; next: number } | null {
    const text = this.#text;
    if (start >= text.length) return null;
    const cells: string[] = [];
    for (let at = start; ; ) {
      const cell = text[at] === '"' ? this.#quotedCell(at, isLast) : this.#plainCell(at);
      if (cell === null) return null;
      cells.push(cell.value);
      const end = text[cell.end];
      if (end === undefined && !isLast) return null;
      at = cell.end + 1;
      if (end === this.#separator) continue;
      // The LF of a CR LF may be in the next part.
      if (end === '\r' && at >= text.length && !isLast) return null;
      this.#checkLines(cells);
      return { cells, next: end === '\r' && text[at] === '\n' ? at + 1 : at };
    }
  }

  #plainCell(at: number): { value: string; end: number } {
    this.#cellEnd.lastIndex = at;
    const end = this.#cellEnd.exec(this.#text)?.index ?? this.#text.length;
    return { value: this.#text.slice(at, end), end };
  }

  /** Null: its end is not there yet. */
  #quotedCell(at: number, isLast: boolean): { value: string; end: number } | null {
    const text = this.#text;
    let quote = text.indexOf('"', at + 1);
    while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
    // A quote at the end of this part may be doubled by the next one.
    if (!isLast && (quote < 0 || quote + 1 >= text.length)) return null;
    const behind = quote < 0 ? null : (/^[^\S\r\n\t]*/.exec(text.slice(quote + 1, quote + 100))?.[0].length ?? 0);
    const end = behind === null ? text.length : quote + 1 + behind;
    if (behind !== null && (end >= text.length || [this.#separator, '\r', '\n'].includes(text[end] ?? ''))) {
      return { value: text.slice(at + 1, quote).replaceAll('""', '"'), end };
    }
    const plain = this.#plainCell(at);
    if (plain.end >= text.length && !isLast) return null;
    // Its other quote stands in another cell, or nowhere.
    if (plain.value.split('"').length % 2 === 0) this.hasStrayQuote = true;
    return plain;
  }

  /** A quote that stands for itself reads on to the next one: the value then holds other rows. */
  #checkLines(cells: readonly string[]): void {
    const isRow = (line: string): boolean => cells.length > 1 && line.split(this.#separator).length >= cells.length;
    for (const cell of cells.filter((each) => /[\r\n]/.test(each))) {
      const [, ...lines] = cell.split(/\r\n|\r|\n/);
      if (lines.length >= maxValueLines || lines.some(isRow)) this.hasStrayQuote = true;
    }
  }
}

/** @param maxRows 0: all of them. Throws NotATable. */
export function parseRows(text: string, separator: string, maxRows = 0): string[][] {
  const reader = new DelimitedRows(separator);
  const rows = withoutSeparatorLine([...reader.push(text.replace(/^\uFEFF/, '')), ...reader.end()]);
  if (reader.hasStrayQuote) throw new NotATable('stray_quote');
  return maxRows > 0 ? rows.slice(0, maxRows) : rows;
}

/** "sep=;" names the separator for Excel, and is no row of the table. */
export const withoutSeparatorLine = (rows: string[][]): string[][] =>
  /^sep=/i.test(rows[0]?.[0] ?? '') ? rows.slice(1) : rows;
