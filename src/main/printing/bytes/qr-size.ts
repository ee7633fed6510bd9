import { encodeQR } from 'qr';

/** Dots of a letter of font A; what the printer's paper is wide in dots follows from its columns. */
const dotsAColumn = 12;
const largest = 6;
const quietZone = 4;

/** Dots a square of the QR is wide: as large as the paper takes, but no waste of it. @throws when no QR holds the text */
export function qrSize(text: string, columns: number): number {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone }).length;
  return Math.max(1, Math.min(largest, Math.floor((columns * dotsAColumn) / squares)));
}
