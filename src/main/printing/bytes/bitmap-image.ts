import type { Bitmap } from './options.ts';

/** The picture as the encoder takes it: red, green, blue and alpha of each dot. */
export function bitmapImage({ width, height, rows }: Bitmap): {
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
