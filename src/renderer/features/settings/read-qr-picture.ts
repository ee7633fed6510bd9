import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { decodeQRBatch } from 'qr/decode.js';
import { type Qris, type QrisFault, readQris } from '../../../shared/domain/qris.ts';

/** Why a picture brings no code. */
export type PictureFault = 'type' | 'size' | 'unreadable' | 'no_code' | QrisFault;
type PictureReading = { ok: true; qris: Qris } | { ok: false; fault: PictureFault };

const maxBytes = 15_000_000;
/** What a phone's camera makes. A picture can say a size that no memory holds, so its head is read first. */
const maxPixels = 50_000_000;
/** Modules of a code that fills a fifth of the picture are still some dots wide. */
const maxSide = 2000;
const maxReadMs = 3000;

const fault = (reason: PictureFault): PictureReading => ({ ok: false, fault: reason });

/** Reads the shop's code from a picture that a person picked. The picture itself goes no further than this. Never rejects. */
export async function readQrPicture(file: Blob): Promise<PictureReading> {
  if (file.size > maxBytes) return fault('size');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wrong = checkPicture(bytes);
  if (wrong) return fault(wrong);
  try {
    return qrisOf(await readCodes(file));
  } catch {
    return fault('unreadable');
  }
}

/** Null: a PNG or JPEG of a bearable size, as far as its head says. */
export function checkPicture(bytes: Uint8Array): PictureFault | null {
  const type = [PNG, JPG].find((each) => isOf(each, bytes));
  if (!type) return 'type';
  try {
    const { width, height } = type.calculate(bytes);
    if (!(width > 0 && height > 0)) return 'unreadable';
    return width * height > maxPixels ? 'size' : null;
  } catch {
    return 'unreadable';
  }
}

/** The checks of an empty or cut file throw. */
function isOf(type: typeof PNG, bytes: Uint8Array): boolean {
  try {
    return type.validate(bytes);
  } catch {
    return false;
  }
}

/** The texts of all QR codes in a picture. The browser turns it as its camera says it was held. */
async function readCodes(file: Blob): Promise<string[]> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const pen = new OffscreenCanvas(width, height).getContext('2d');
  if (pen === null) return [];
  // Transparent is paper.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  const { data } = pen.getImageData(0, 0, width, height);
  const [codes = []] = await decodeQRBatch([{ width, height, data }], {
    effort: Number.POSITIVE_INFINITY,
    timeLimit: maxReadMs,
  });
  return codes.filter((text) => typeof text === 'string');
}

/** The shop's code among those of a picture; else why the one that comes nearest is none. */
export function qrisOf(texts: readonly string[]): PictureReading {
  const readings = texts.map(readQris);
  const good = readings.find((reading) => reading.ok);
  if (good) return good;
  const faults = readings.flatMap((reading) => (reading.ok ? [] : [reading.fault]));
  return fault(faults.find((each) => each !== 'not_qris') ?? faults[0] ?? 'no_code');
}
