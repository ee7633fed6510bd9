import { type PrinterSetting } from '../../../shared/domain/printer.ts';

export type Logo = NonNullable<PrinterSetting['logo']>;

/** Dots across the paper: 12 to a letter of font A. The schema takes no more than 576. */
const dotsAcross = (columns: number): number => Math.min(576, columns * 12);
const tallest = 400;

/** The size in dots that a picture is drawn in: as it is, or smaller where the paper is. */
export function logoSize(width: number, height: number, columns: number): { width: number; height: number } {
  const scale = Math.min(1, dotsAcross(columns) / width, tallest / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** A picture in black and white: darker than the middle is black, and transparent is paper. @param rgba four bytes a dot */
export function logoOf(rgba: Uint8ClampedArray, width: number, height: number): Logo {
  const across = Math.ceil(width / 8);
  const rows = new Uint8Array(across * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4);
      const light = 255 - (alpha / 255) * (255 - (0.299 * red + 0.587 * green + 0.114 * blue));
      const byte = y * across + (x >> 3);
      if (light < 128) rows[byte] = (rows[byte] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { width, height, rows: btoa(String.fromCodePoint(...rows)) };
}

/** The dots of a logo as a picture, black on white. */
export function logoPicture({ width, height, rows }: Logo): Uint8ClampedArray<ArrayBuffer> {
  const bytes = atob(rows);
  const across = Math.ceil(width / 8);
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const black = ((bytes.codePointAt(y * across + (x >> 3)) ?? 0) & (0x80 >> (x & 7))) !== 0;
      if (black) rgba.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return rgba;
}
