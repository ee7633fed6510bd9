import { Buffer } from 'node:buffer';
import type { Locator } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';

/** The text of the QR code that is seen there, read from the screen's own dots as a phone would. */
export async function readQrOn(locator: Locator): Promise<string> {
  const png = (await locator.screenshot()).toString('base64');
  const { width, height, dots } = await locator.page().evaluate(dotsOf, png);
  return decodeQR(
    { width, height, data: new Uint8Array(Buffer.from(dots, 'base64')) },
    { effort: Number.POSITIVE_INFINITY, timeLimit: Number.POSITIVE_INFINITY },
  );
}

/** Runs in the page. */
async function dotsOf(png: string): Promise<{ width: number; height: number; dots: string }> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = picture;
  const pen = new OffscreenCanvas(width, height).getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, width, height);
  let dots = '';
  for (let at = 0; at < data.length; at += 8192) dots += String.fromCharCode(...data.subarray(at, at + 8192));
  return { width, height, dots: btoa(dots) };
}
