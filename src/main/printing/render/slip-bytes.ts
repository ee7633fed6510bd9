import CodepageEncoder from '@point-of-sale/codepage-encoder';
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import anyAscii from 'any-ascii';
import { encodeQR } from 'qr';
import type { CodePage, Columns, PrinterLanguage } from '../../../shared/domain/printer.ts';
import { changeTextsWithNote, characterCode, type ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import { type LineLook, type SlipLine, slipLines } from '../../../shared/domain/receipt/layout.ts';
import { drawerKick } from '../transports/transport.ts';

const firstPrintable = 0x20;

const deleted = 0x7f;

const characterSets = new Map<CodePage, ReadonlySet<string>>();

/** Width of a letter of font A; columns times this is the paper's width in dots. */
const dotsPerColumn = 12;

const maxQrSize = 6;

const quietZone = 4;

const languages = { escpos: 'esc-pos', starprnt: 'star-prnt' } as const;

/**
 * The slip as printer commands, ready to send. It contains no status requests, and no text can become a command: texts are
 * made printable and laid out in lines before the encoder gets them.
 * @throws when a QR's text is too long for any QR code
 */
export function renderBytes(doc: ReceiptDoc, options: BytesOptions): Uint8Array {
  const encoder = encoderFor(options);
  if (options.logo !== null) {
    encoder.align('center').image(bitmapImage(options.logo)).align('left').newline();
  }
  for (const line of slipLines(printableSlip(doc, options.codePage), options.columns, { sizes: true })) {
    printLine(encoder, line, options);
  }
  if (options.feed > 0) encoder.newline(options.feed);
  if (options.cut === 'none') return withDrawer(encoder.encode(), options);
  // Drops the line feed that the encoder adds after the cut: the next slip would start with it.
  return withDrawer(encoder.cut(options.cut).encode().subarray(0, -1), options);
}

/** The drawer opens first, so that change can be counted while the slip is printing. */
function withDrawer(slip: Uint8Array, { drawer, language }: BytesOptions): Uint8Array {
  return drawer ? new Uint8Array(Buffer.concat([drawerKick(language), slip])) : slip;
}

function encoderFor({ language, columns, codePage }: BytesOptions): ReceiptPrinterEncoder {
  const encoder = new ReceiptPrinterEncoder({
    language: languages[language],
    columns,
    // Without carriage return: some printers take it for a second line feed.
    newline: '\n',
    imageMode: 'raster',
    // Unprintable content must fail instead of being dropped with a warning.
    errors: 'strict',
  });
  return encoder.initialize().codepage(codePage === 'ascii' ? 'cp437' : codePage);
}

function printLine(encoder: ReceiptPrinterEncoder, line: SlipLine, { columns, qr }: BytesOptions): void {
  switch (line.type) {
    case 'gap':
      encoder.newline();
      break;
    case 'qr':
      encoder.align('center');
      if (qr === 'picture') encoder.image(bitmapImage(qrBitmap(line.text, columns))).newline();
      else encoder.qrcode(line.text, { model: 2, size: qrSize(line.text, columns), errorlevel: 'm' });
      encoder.align('left');
      break;
    case 'line':
      printText(encoder, line.text, line.look, columns);
  }
}

/** Centres with spaces: printers differ in where they put the middle. */
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

/** ASCII is the same in every code page and skips the encoder, which copies the whole code page for each text. */
function put(encoder: ReceiptPrinterEncoder, text: string): void {
  if (isAscii(text)) encoder.raw(Buffer.from(text, 'latin1'));
  else encoder.text(text);
}

/** Dots per QR module: as large as fits the paper, at most `maxQrSize`. @throws when no QR code holds the text */
function qrSize(text: string, columns: number): number {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone }).length;
  return Math.max(1, Math.min(maxQrSize, Math.floor((columns * dotsPerColumn) / squares)));
}

/** The QR code as the printer's command would print it, with its quiet zone. */
function qrBitmap(text: string, columns: number): Bitmap {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  const size = qrSize(text, columns);
  const width = modules.length * size;
  const bytesPerRow = Math.ceil(width / 8);
  const rows = new Uint8Array(bytesPerRow * width);
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * bytesPerRow + (x >> 3);
      if (modules[Math.floor(y / size)]?.[Math.floor(x / size)]) rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { width, height: width, rows };
}

/** The bitmap as RGBA, which the encoder takes. */
function bitmapImage({ width, height, rows }: Bitmap): {
  width: number;
  height: number;
  data: Uint8ClampedArray;
} {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const bytesPerRow = Math.ceil(width / 8);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = rows[y * bytesPerRow + (x >> 3)] ?? 0;
      if ((byte >> (7 - (x & 7))) & 1) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { width, height, data };
}

/** The printable characters of a code page, without those in the range of the control codes. */
function charactersOf(codePage: CodePage): ReadonlySet<string> {
  const codepoints = CodepageEncoder.getCodepoints(codePage, true);
  const printing = codepoints.filter(
    (codepoint, at) =>
      // The encoder uses a character's first position; in cp437 some are among the control codes.
      codepoints.indexOf(codepoint) === at && at >= firstPrintable && at !== deleted && codepoint !== 0xfffd,
  );
  const visible = printing
    .map((codepoint) => String.fromCodePoint(codepoint))
    .filter((one) => !/[\p{C}]|(?! )\p{Z}/u.test(one));
  return new Set(visible);
}

function printingOf(codePage: CodePage): ReadonlySet<string> {
  const characters = characterSets.get(codePage) ?? charactersOf(codePage);
  characterSets.set(codePage, characters);
  return characters;
}

/**
 * The slip in single-byte characters of the code page. Other characters are transliterated ("é" is "e", "北" is "Bei"), or
 * printed as codes with a note.
 */
function printableSlip(doc: ReceiptDoc, codePage: CodePage): ReceiptDoc {
  const printing = printingOf(codePage);
  return changeTextsWithNote(doc, (text, exact) => printable(text, exact, printing));
}

/** Whether a text has only characters that every printer and code page has. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function printable(text: string, exact: boolean, printing: ReadonlySet<string>): string {
  if (isAscii(text)) return text;
  let written = '';
  // NFC, because code pages have no combining accents. A serial number stays as received.
  for (const character of exact ? text : text.normalize('NFC')) {
    if (printing.has(character)) written += character;
    else written += (exact ? null : latin(character, printing)) ?? characterCode(character);
  }
  return written;
}

/** Letters that any-ascii leaves out, though a name is unreadable without them or with their codes in it. */
const lettersLeftOut: Readonly<Record<string, string>> = { ا: 'a', އ: 'a', ອ: 'o', ー: '-', ـ: '' };

/** The character transliterated to Latin letters; null if that is not possible. */
function latin(character: string, printing: ReadonlySet<string>): string | null {
  const leftOut = lettersLeftOut[character];
  if (leftOut !== undefined) return leftOut;
  const letters = anyAscii(character);
  // Vowel signs and accents go with the letter that they stand on.
  if (letters === '' && /\p{M}/u.test(character)) return '';
  // any-ascii answers "?" for letters it does not know; only question marks of other scripts really are one.
  if (letters.includes('?') && !/\p{Po}/u.test(character)) return null;
  return letters !== '' && Array.from(letters).every((one) => printing.has(one)) ? letters : null;
}

/** A black and white picture, row by row, eight dots per byte, leftmost in the highest bit; 1 is black. */
export interface Bitmap {
  /** in dots; scaled down where it is wider than the paper */
  width: number;
  height: number;
  /** ceil(width / 8) bytes per row */
  rows: Uint8Array;
}

export interface BytesOptions {
  language: PrinterLanguage;
  columns: Columns;
  codePage: CodePage;
  cut: 'full' | 'partial' | 'none';
  /** blank lines after the slip, so that the last line passes the cutter or tear-off edge */
  feed: number;
  /** opens the cash drawer before the slip is printed */
  drawer: boolean;
  logo: Bitmap | null;
  /** the printer's own command, or a picture for printers without it */
  qr: 'command' | 'picture';
}
