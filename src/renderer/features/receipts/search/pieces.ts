/** A stretch of a text, met by the search or not. */
export interface Piece {
  text: string;
  met: boolean;
  /** where it begins, for a key */
  at: number;
}

/** Cuts a text where marks begin and end. @param places in order, not overlapping */
export function piecesOf(text: string, places: ReadonlyArray<{ start: number; end: number }>): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const cut = (to: number, met: boolean): void => {
    const end = Math.min(text.length, to);
    if (end > at) pieces.push({ text: text.slice(at, end), met, at });
    at = Math.max(at, end);
  };
  for (const { start, end } of places) {
    cut(start, false);
    cut(end, true);
  }
  cut(text.length, false);
  return pieces;
}

/** A piece of a number, with a space before each group of four of the whole number. */
export function groupedPiece({ text, at }: Piece): string {
  return Array.from(text, (digit, index) => ((at + index) % 4 === 0 && at + index > 0 ? ` ${digit}` : digit)).join('');
}

/** The look of a match. Underlined, because colour alone is not visible to everybody. */
export const markLook = 'rounded-xs bg-unknown-soft text-ink underline decoration-2 underline-offset-2';
