import {
  aligned,
  ByteReader,
  type CodePageName,
  darkDots,
  type Printed,
  printable,
  type QrState,
  Roll,
} from './paper.ts';

const ESC = 0x1b;
const GS = 0x1d;
const pages: Readonly<Record<number, CodePageName>> = { 1: 'cp437', 4: 'cp858', 32: 'windows1252' };

/** A strict StarPRNT printer, as far as slips use the language: from Star's command manual, and nothing else is let pass. */
export function decodeStarPrnt(bytes: Uint8Array): Printed[] {
  const reader = new ByteReader(bytes);
  const roll = new Roll();
  const qr = { model: 0, size: 0, level: -1, data: '' };
  while (!reader.done) {
    const byte = reader.next();
    if (byte === 0x0a) roll.feed();
    else if (byte === ESC) escape(reader, roll, qr);
    else if (printable(byte)) roll.put(byte);
    else throw reader.unknown('control byte', byte);
  }
  return roll.end();
}

function escape(reader: ByteReader, roll: Roll, qr: QrState): void {
  const command = reader.next();
  switch (command) {
    case 0x40:
      reader.oneOf(0x18);
      return roll.reset();
    case 0x45:
    case 0x46:
      roll.bold = command === 0x45;
      return;
    case 0x34:
    case 0x35:
      roll.inverse = command === 0x34;
      return;
    case 0x69:
      roll.height = reader.next() + 1;
      roll.width = reader.next() + 1;
      return;
    // Line spacing: none while a picture is printed, one line afterwards.
    case 0x30:
      return;
    case 0x7a:
      return void reader.oneOf(1);
    case 0x58: {
      const width = reader.word();
      const dark = darkDots(reader.take(width * 3));
      reader.oneOf(0x0a);
      reader.oneOf(0x0d);
      return roll.block({ type: 'image', width, height: 24, dark });
    }
    case 0x64:
      return roll.block({ type: 'cut', extent: reader.oneOf(0, 1) === 0 ? 'full' : 'partial' });
    case 0x07:
      reader.take(2);
      reader.oneOf(0x07, 0x1a);
      return roll.block({ type: 'drawer' });
    case GS:
      return group(reader, roll, qr);
    default:
      throw reader.unknown('ESC command', command);
  }
}

function group(reader: ByteReader, roll: Roll, qr: QrState): void {
  const command = reader.next();
  switch (command) {
    case 0x61:
      roll.align = aligned[reader.oneOf(0, 1, 2)] ?? 'left';
      return;
    case 0x74: {
      const page = pages[reader.next()];
      if (page === undefined) throw reader.unknown('code page', reader.at);
      roll.page = page;
      return;
    }
    // When to print: at a page's end, or with each line. Both say "now" to a printer that waits for a cut.
    case 0x50:
      return void reader.oneOf(0x30, 0x31);
    case 0x79:
      return symbol(reader, roll, qr);
    default:
      throw reader.unknown('ESC GS command', command);
  }
}

function symbol(reader: ByteReader, roll: Roll, qr: QrState): void {
  switch (reader.oneOf(0x53, 0x44, 0x50)) {
    case 0x53: {
      const setting = reader.oneOf(0x30, 0x31, 0x32);
      if (setting === 0x30) qr.model = reader.oneOf(2);
      else if (setting === 0x31) qr.level = reader.oneOf(0, 1, 2, 3);
      else qr.size = reader.oneOf(1, 2, 3, 4, 5, 6, 7, 8);
      return;
    }
    case 0x44:
      reader.oneOf(0x31);
      reader.oneOf(0);
      qr.data = String.fromCharCode(...reader.take(reader.word()));
      return;
    default:
      if (qr.model === 0 || qr.size === 0 || qr.level === -1) throw new Error('a QR without its model, size or level');
      roll.block({ type: 'qr', text: qr.data, size: qr.size });
  }
}
