import { decodeQR } from 'qr/decode.js';

/** Reads QR codes from a camera or a photo, in this browser alone. */

/** A code that fills a quarter of the picture is still some dots a module. */
const maxPhotoSide = 2000;
const maxFrameSide = 1000;
const maxPhotoMs = 3000;
/** Between two frames that are looked at: a phone stays cool. */
const pauseMs = 120;

const canvas = document.createElement('canvas');
const pen = canvas.getContext('2d', { willReadFrequently: true });

/** The text of the QR code in a picture; null: none could be read. */
function read(
  picture: CanvasImageSource,
  size: { width: number; height: number },
  { maxSide, ...effort }: { maxSide: number; effort?: number; timeLimit?: number },
): string | null {
  const scale = Math.min(1, maxSide / Math.max(size.width, size.height));
  const width = Math.round(size.width * scale);
  const height = Math.round(size.height * scale);
  if (pen === null || width === 0 || height === 0) return null;
  canvas.width = width;
  canvas.height = height;
  pen.drawImage(picture, 0, 0, width, height);
  try {
    return decodeQR({ width, height, data: pen.getImageData(0, 0, width, height).data }, effort);
  } catch {
    return null;
  }
}

/** The text of the QR code in a photo; null: it is no picture, or has no code that can be read. */
export async function readPhoto(file: Blob): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file);
    const text = read(picture, picture, {
      maxSide: maxPhotoSide,
      effort: Number.POSITIVE_INFINITY,
      timeLimit: maxPhotoMs,
    });
    picture.close();
    return text;
  } catch {
    return null;
  }
}

export const hasCamera = (): boolean => 'mediaDevices' in navigator;

/**
 * Shows the camera's picture until a QR code is read. Rejects where there is no camera or it is not allowed.
 * @returns ends it
 */
export async function scanWithCamera(video: HTMLVideoElement, onText: (text: string) => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  let timer = 0;
  const stop = (): void => {
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
    video.hidden = true;
  };
  const look = (): void => {
    const { videoWidth: width, videoHeight: height } = video;
    const text = read(video, { width, height }, { maxSide: maxFrameSide });
    if (text === null) {
      timer = window.setTimeout(look, pauseMs);
      return;
    }
    stop();
    onText(text);
  };
  video.srcObject = stream;
  video.hidden = false;
  await video.play();
  // The caller has the end of it before a text can come.
  timer = window.setTimeout(look, pauseMs);
  return stop;
}
