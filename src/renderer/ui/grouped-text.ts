/**
 * Where the caret goes when what was typed is shown again with separators: behind the same number of real characters.
 * @param shown the text with separators
 * @param realBefore how many characters that are no separators stand before the caret
 */
export function caretIn(shown: string, realBefore: number, isSeparator: (char: string) => boolean): number {
  let seen = 0;
  for (let at = 0; at < shown.length; at += 1) {
    if (seen === realBefore) return at;
    if (!isSeparator(shown[at] ?? '')) seen += 1;
  }
  return shown.length;
}

/** How many characters before the caret are no separators. */
export function realCharacters(text: string, caret: number, isSeparator: (char: string) => boolean): number {
  return Array.from(text.slice(0, caret)).filter((char) => !isSeparator(char)).length;
}
