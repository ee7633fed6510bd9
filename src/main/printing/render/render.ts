import CodepageEncoder from '@point-of-sale/codepage-encoder';
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import anyAscii from 'any-ascii';
import { encodeQR } from 'qr';
import type { CodePage, PrinterLanguage } from '../../../shared/domain/printer.ts';
import type { ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import { type LineLook, type SlipLine, slipLines } from '../../../shared/domain/receipt/lines.ts';
import { changeTextsWithNote, characterCode } from '../../../shared/domain/receipt/visible.ts';
import type { Bitmap, BytesOptions } from './options.ts';

const lowest = 0x20;

const deleted = 0x7f;

const known = new Map<CodePage, ReadonlySet<string>>();

/** Dots of a letter of font A; what the printer's paper is wide in dots follows from its columns. */
const dotsAColumn = 12;

const largest = 6;

const quietZone = 4;

const languages = { escpos: 'esc-pos', starprnt: 'star-prnt' } as const;

/**
 * The slip as the printer's own commands, ready to be sent as they are. It holds no status requests, and nothing of the
 * slip's words can become a command: they are made printable and laid out in lines before the encoder sees them.
 * @throws when a QR's text is too long for any QR code
 */
export function renderBytes(doc: ReceiptDoc, options: BytesOptions): Uint8Array {
  const encoder = encoderFor(options);
  if (options.logo !== null) {
    encoder.align('center').image(bitmapImage(options.logo)).align('left').newline();
  }
  for (const line of slipLines(printableSlip(doc, options.codePage), options.columns, { sizes: true })) {
    printLine(encoder, line, options.columns);
  }
  if (options.feed > 0) encoder.newline(options.feed);
  if (options.cut === 'none') return withDrawer(encoder.encode(), options);
  // The encoder feeds a line after the cut: the next slip would begin with it.
  return withDrawer(encoder.cut(options.cut).encode().subarray(0, -1), options);
}

/** The drawer first: change is counted while the slip is still printing. */
function withDrawer(slip: Uint8Array, { drawer, language }: BytesOptions): Uint8Array {
  return drawer ? new Uint8Array(Buffer.concat([drawerKick(language), slip])) : slip;
}

/** Only opens the cash drawer. */
export function drawerKick(language: PrinterLanguage): Uint8Array {
  return new ReceiptPrinterEncoder({ language: languages[language] }).pulse().encode();
}

function encoderFor({ language, columns, codePage }: BytesOptions): ReceiptPrinterEncoder {
  const encoder = new ReceiptPrinterEncoder({
    language: languages[language],
    columns,
    // A line feed alone: some printers take the carriage return after it for another.
    newline: '\n',
    imageMode: 'raster',
    // Nothing is left out of a slip with a warning only.
    errors: 'strict',
  });
  return encoder.initialize().codepage(codePage === 'ascii' ? 'cp437' : codePage);
}

function printLine(encoder: ReceiptPrinterEncoder, line: SlipLine, columns: number): void {
  switch (line.type) {
    case 'gap':
      encoder.newline();
      break;
    case 'qr':
      encoder.align('center').qrcode(line.text, { model: 2, size: qrSize(line.text, columns), errorlevel: 'm' });
      encoder.align('left');
      break;
    case 'line':
      printText(encoder, line.text, line.look, columns);
  }
}

/** Centred by blanks of normal letters: printers differ in what they think the middle is. */
function printText(encoder: ReceiptPrinterEncoder, text: string, look: LineLook, columns: number): void {
  const width = look.size === 'large' ? 2 : 1;
  const words = look.inverse ? ` ${text} ` : text;
  if (look.centred) put(encoder, ' '.repeat(Math.max(0, Math.floor((columns - words.length * width) / 2))));
  encoder
    .size(width, look.size === 'normal' ? 1 : 2)
    .bold(look.bold)
    .invert(look.inverse);
  put(encoder, words);
  encoder.invert(false).bold(false).size(1, 1).newline();
}

/** ASCII is the same in every code page; for each other text the encoder copies the whole page, which takes its time. */
function put(encoder: ReceiptPrinterEncoder, text: string): void {
  if (isAscii(text)) encoder.raw(Buffer.from(text, 'latin1'));
  else encoder.text(text);
}

/** Dots a square of the QR is wide: as large as the paper takes, but no waste of it. @throws when no QR holds the text */
function qrSize(text: string, columns: number): number {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone }).length;
  return Math.max(1, Math.min(largest, Math.floor((columns * dotsAColumn) / squares)));
}

/** The picture as the encoder takes it: red, green, blue and alpha of each dot. */
function bitmapImage({ width, height, rows }: Bitmap): {
  width: number;
  height: number;
  data: Uint8ClampedArray;
} {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const bytesARow = Math.ceil(width / 8);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = rows[y * bytesARow + (x >> 3)] ?? 0;
      if ((byte >> (7 - (x & 7))) & 1) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { width, height, data };
}

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

function printingOf(codePage: CodePage): ReadonlySet<string> {
  const found = known.get(codePage) ?? charactersOf(codePage);
  known.set(codePage, found);
  return found;
}

/** A slip in characters that the code page has, each of one byte: others in Latin letters as people write
 * them without ("é" is "e", "北" is "Bei"), and what has no such form as codes, with a note. */
function printableSlip(doc: ReceiptDoc, codePage: CodePage): ReceiptDoc {
  const printing = printingOf(codePage);
  return changeTextsWithNote(doc, (text, exact) => printable(text, exact, printing));
}

/** Whether a text has nothing but the letters, digits and signs that every printer and code page has. */
function isAscii(text: string): boolean {
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
