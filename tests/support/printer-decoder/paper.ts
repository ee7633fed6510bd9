/** The upper halves of the code pages that slips use, from the published tables: 128 characters each. */
const upper = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp858:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
};
export type CodePageName = keyof typeof upper | 'windows1252';

const windows1252 = new TextDecoder('windows-1252', { fatal: true });

function decodeByte(byte: number, page: CodePageName): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  if (page === 'windows1252') return windows1252.decode(Uint8Array.of(byte));
  return upper[page].charAt(byte - 0x80);
}

/** What came out of the printer, one entry after the other. */
export type Printed =
  | { type: 'line'; text: string; columns: number; look: string }
  | { type: 'qr'; text: string; size: number }
  | { type: 'image'; width: number; height: number; dark: number }
  | { type: 'cut'; extent: 'full' | 'partial' }
  | { type: 'drawer' };

/** A printer's head and roll: takes what a decoder of a language has understood. */
export class Roll {
  readonly printed: Printed[] = [];
  page: CodePageName = 'cp437';
  width = 1;
  height = 1;
  bold = false;
  inverse = false;
  align: 'left' | 'center' | 'right' = 'left';
  #text = '';
  #columns = 0;
  readonly #looks = new Set<string>();

  put(byte: number): void {
    this.#text += decodeByte(byte, this.page);
    this.#columns += this.width;
    // Blanks that centre a line have no look of their own.
    if (byte !== 0x20) this.#looks.add(this.#look());
  }

  feed(): void {
    const look = [...this.#looks].join(' + ');
    this.printed.push({ type: 'line', text: this.#text, columns: this.#columns, look });
    this.#text = '';
    this.#columns = 0;
    this.#looks.clear();
  }

  /** A block that feeds by itself must not stand within a line. */
  block(printed: Printed): void {
    if (this.#text !== '') throw new Error(`a ${printed.type} in the middle of a line`);
    this.printed.push(printed);
  }

  reset(): void {
    if (this.#text !== '') throw new Error('initialised in the middle of a line');
    this.page = 'cp437';
    [this.width, this.height, this.bold, this.inverse, this.align] = [1, 1, false, false, 'left'];
  }

  /** The end of the job: nothing may be left unprinted, or set for the next one. */
  end(): Printed[] {
    if (this.#text !== '') throw new Error(`never printed: ${this.#text}`);
    if (this.#look() !== '' || this.align !== 'left') throw new Error('the next job would begin in another look');
    return this.printed;
  }

  #look(): string {
    const size = this.width === 2 && this.height === 2 ? 'large' : this.height === 2 ? 'tall' : '';
    if (size === '' && (this.width !== 1 || this.height !== 1)) throw new Error('letters of a size that no slip has');
    return [size, this.bold ? 'bold' : '', this.inverse ? 'inverse' : ''].filter(Boolean).join(' ');
  }
}

/** Bytes read in order; reading past the end is a fault of who wrote them. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.at >= this.#bytes.length;
  }

  next(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new Error('the job ends in the middle of a command');
    this.at += 1;
    return byte;
  }

  /** One of the values that are allowed here. */
  oneOf(...allowed: number[]): number {
    const byte = this.next();
    if (!allowed.includes(byte)) throw this.unknown('value', byte);
    return byte;
  }

  /** A number of two bytes, the low one first. */
  word(): number {
    return this.next() + this.next() * 256;
  }

  take(count: number): Uint8Array {
    if (this.at + count > this.#bytes.length) throw new Error('the job ends in the middle of a command');
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }

  unknown(subject: string, byte: number): Error {
    return new Error(`unknown ${subject} 0x${byte.toString(16)} at ${this.at - 1}`);
  }
}

export const darkDots = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);

export function printable(byte: number): boolean {
  return byte >= 0x20 && byte !== 0x7f;
}

/** The three places of text, in the order of both languages' codes. */
export const aligned = ['left', 'center', 'right'] as const;

/** A QR as far as its commands came. */
export interface QrState {
  model: number;
  size: number;
  level: number;
  data: string;
}
