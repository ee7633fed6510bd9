import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { PrinterLanguage } from '../../../shared/domain/printer.ts';
import type { ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import { type LineLook, type SlipLine, slipLines } from '../../../shared/domain/receipt/lines.ts';
import { bitmapImage } from './bitmap-image.ts';
import type { BytesOptions } from './options.ts';
import { isAscii, printableSlip } from './printable.ts';
import { qrSize } from './qr-size.ts';

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
