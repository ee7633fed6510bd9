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
const FS = 0x1c;
const GS = 0x1d;

/** `ESC t n` of Epson's manual, as far as slips use it. */
const pages: Readonly<Record<number, CodePageName>> = { 0: 'cp437', 16: 'windows1252', 19: 'cp858' };

/**
 * A strict ESC/POS printer, from the published command reference and not from the encoder: what it does not know, or what
 * no slip may hold, is an error and never skipped.
 */
export function decodeEscPos(bytes: Uint8Array): Printed[] {
  const reader = new ByteReader(bytes);
  const roll = new Roll();
  const qr = { model: 0, size: 0, level: 0, data: '' };
  while (!reader.done) {
    const byte = reader.next();
    if (byte === 0x0a) roll.feed();
    else if (byte === ESC) escape(reader, roll);
    else if (byte === GS) group(reader, roll, qr);
    // FS . leaves the double-byte letters that Chinese printers start with.
    else if (byte === FS) reader.oneOf(0x2e);
    else if (printable(byte)) roll.put(byte);
    else throw reader.unknown('control byte', byte);
  }
  return roll.end();
}

function escape(reader: ByteReader, roll: Roll): void {
  const command = reader.next();
  switch (command) {
    case 0x40:
      return roll.reset();
    case 0x4d:
      return void reader.oneOf(0);
    case 0x61:
      roll.align = aligned[reader.oneOf(0, 1, 2)] ?? 'left';
      return;
    case 0x45:
      roll.bold = reader.oneOf(0, 1) === 1;
      return;
    case 0x74: {
      const page = pages[reader.next()];
      if (page === undefined) throw reader.unknown('code page', reader.at);
      roll.page = page;
      return;
    }
    case 0x70:
      reader.oneOf(0, 1);
      reader.take(2);
      return roll.block({ type: 'drawer' });
    default:
      throw reader.unknown('ESC command', command);
  }
}

function group(reader: ByteReader, roll: Roll, qr: QrState): void {
  const command = reader.next();
  switch (command) {
    case 0x21: {
      const size = reader.next();
      roll.width = (size >> 4) + 1;
      roll.height = (size & 0x0f) + 1;
      return;
    }
    case 0x42:
      roll.inverse = reader.oneOf(0, 1) === 1;
      return;
    case 0x56:
      return roll.block({ type: 'cut', extent: reader.oneOf(0, 1) === 0 ? 'full' : 'partial' });
    case 0x76: {
      reader.oneOf(0x30);
      reader.oneOf(0);
      const [width, height] = [reader.word(), reader.word()];
      return roll.block({ type: 'image', width: width * 8, height, dark: darkDots(reader.take(width * height)) });
    }
    case 0x28:
      reader.oneOf(0x6b);
      return symbol(reader, roll, qr);
    default:
      throw reader.unknown('GS command', command);
  }
}

/** GS ( k: the length counts from the symbol's kind on. */
function symbol(reader: ByteReader, roll: Roll, qr: QrState): void {
  const body = new ByteReader(reader.take(reader.word()));
  body.oneOf(0x31);
  switch (body.oneOf(0x41, 0x43, 0x45, 0x50, 0x51)) {
    case 0x41:
      qr.model = body.oneOf(0x32);
      body.oneOf(0);
      break;
    case 0x43:
      qr.size = body.oneOf(1, 2, 3, 4, 5, 6, 7, 8);
      break;
    case 0x45:
      qr.level = body.oneOf(0x30, 0x31, 0x32, 0x33);
      break;
    case 0x50:
      body.oneOf(0x30);
      qr.data = '';
      while (!body.done) qr.data += String.fromCharCode(body.next());
      break;
    default:
      body.oneOf(0x30);
      if (qr.model === 0 || qr.size === 0 || qr.level === 0) throw new Error('a QR without its model, size or level');
      roll.block({ type: 'qr', text: qr.data, size: qr.size });
  }
  if (!body.done) throw new Error('more in a QR command than belongs to it');
}
