import { type BytesOptions, renderBytes } from '../../src/main/printing/render/slip-bytes.ts';
import type { ReceiptDoc } from '../../src/shared/domain/receipt/doc.ts';
import { decodeEscPos } from './printer-decoder/escpos.ts';
import type { Printed } from './printer-decoder/paper.ts';
import { decodeStarPrnt } from './printer-decoder/starprnt.ts';

export const bytesOptions: BytesOptions = {
  language: 'escpos',
  columns: 32,
  codePage: 'cp437',
  cut: 'partial',
  feed: 3,
  drawer: false,
  logo: null,
};

/** What comes out of the printer that the options are for. */
export function printSlip(doc: ReceiptDoc, options: Partial<BytesOptions> = {}): Printed[] {
  const whole = { ...bytesOptions, ...options };
  const decode = whole.language === 'escpos' ? decodeEscPos : decodeStarPrnt;
  return decode(renderBytes(doc, whole));
}

/** For golden files: each line at its place, and beside it how it looks. */
export function printedText(printed: readonly Printed[], columns: number): string {
  return printed
    .map((one) => entryText(one, columns).trimEnd())
    .join('\n')
    .concat('\n');
}

function entryText(one: Printed, columns: number): string {
  switch (one.type) {
    case 'line':
      return `|${one.text}${' '.repeat(columns - one.columns)}| ${one.look}`;
    case 'qr':
      return `[QR ${one.size} ${one.text}]`;
    case 'image':
      return `[image ${one.width}x${one.height}, ${one.dark} dark]`;
    case 'cut':
      return `[cut ${one.how}]`;
    case 'drawer':
      return '[drawer]';
  }
}
