import CodepageEncoder from '@point-of-sale/codepage-encoder';
import anyAscii from 'any-ascii';
import type { CodePage } from '../../../shared/domain/printer.ts';
import type { ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import { changeTextsWithNote, characterCode } from '../../../shared/domain/receipt/visible.ts';

const lowest = 0x20;
const deleted = 0x7f;

/** The characters of a code page that print: what it puts among the printer's commands is left out. */
function charactersOf(codePage: CodePage): ReadonlySet<string> {
  const codepoints = CodepageEncoder.getCodepoints(codePage, true);
  const printing = codepoints.filter(
    (codepoint, at) =>
      // The encoder takes the first place of a character; cp437 has some that stand among the control codes.
      codepoints.indexOf(codepoint) === at && at >= lowest && at !== deleted && codepoint !== 0xfffd,
  );
  const visible = printing
    .map((codepoint) => String.fromCodePoint(codepoint))
    .filter((one) => !/[\p{C}]|(?! )\p{Z}/u.test(one));
  return new Set(visible);
}

const known = new Map<CodePage, ReadonlySet<string>>();

function printingOf(codePage: CodePage): ReadonlySet<string> {
  const found = known.get(codePage) ?? charactersOf(codePage);
  known.set(codePage, found);
  return found;
}

/** A slip in characters that the code page has, each of one byte: others in Latin letters as people write
 * them without ("é" is "e", "北" is "Bei"), and what has no such form as codes, with a note. */
export function printableSlip(doc: ReceiptDoc, codePage: CodePage): ReceiptDoc {
  const printing = printingOf(codePage);
  return changeTextsWithNote(doc, (text, exact) => printable(text, exact, printing));
}

/** Whether a text has nothing but the letters, digits and signs that every printer and code page has. */
export function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function printable(text: string, exact: boolean, printing: ReadonlySet<string>): string {
  if (isAscii(text)) return text;
  let written = '';
  // Composed, because an accent of its own is in no code page. A serial number is taken as it came.
  for (const character of exact ? text : text.normalize('NFC')) {
    if (printing.has(character)) written += character;
    else written += (exact ? null : latin(character, printing)) ?? characterCode(character);
  }
  return written;
}

/** The character in plain Latin letters, or null when it has no such form. */
function latin(character: string, printing: ReadonlySet<string>): string | null {
  const letters = anyAscii(character);
  // Of some letters of rare scripts it knows no more than "?"; only a question mark of another script is one.
  if (letters.includes('?') && !/\p{Po}/u.test(character)) return null;
  return letters !== '' && Array.from(letters).every((one) => printing.has(one)) ? letters : null;
}
