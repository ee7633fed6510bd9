/**
 * What a scanner "typed", brought back to what it read. A scanner that types as a keyboard sends places of keys, those of an
 * American one; a computer set to another keyboard makes other characters of them. Each keyboard's reading is only offered
 * here: the signature tells which one is right, so nothing is guessed.
 */

/** Far more than any proof with an address before it; what is longer is not looked at. */
export const longestTyped = 2000;

/** [what a scanner meant, what this keyboard makes of it], both in the same order; the rest is the same. */
const german = ['YZyz-/:*', 'ZYzyß-Ö('] as const;
const french = ['AQZWMaqzwm1234567890-./:*$', 'QAWZ?qawz,&é"\'(-è_çà):!M84'] as const;

/** The texts that may have been meant, the likeliest first, each from its tag on; none where there is no tag in it. */
export function readings(typed: string): string[] {
  if (typed.length > longestTyped) return [];
  const all = [typed, ...[german, french].map((keyboard) => undo(typed, keyboard))].map(fromTag);
  return [...new Set(all.filter((text) => text !== null))];
}

function undo(typed: string, [meant, made]: readonly [string, string]): string {
  return Array.from(typed, (character) => {
    const at = made.indexOf(character);
    return at < 0 ? character : meant.charAt(at);
  }).join('');
}

/** In capitals, without spaces, ends of lines, escapes of an address and whatever stands before the tag. */
function fromTag(text: string): string | null {
  const plain = text
    .replace(/%(?:24|2A|2D|2E|2F|3A)/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)))
    .replace(/[\s\p{C}]/gu, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const start = plain.search(/KTR\d+\./);
  return start < 0 ? null : plain.slice(start);
}
