import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/** Larger ones cost a page more memory than a logo is worth. */
const mostPixels = 2048;

/** Pictures in a folder, each under the SHA-256 of its bytes: what is asked for is what was kept, or nothing. */
export function logoFiles(folder: string) {
  const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  return {
    /** Answers its name; null where it is no picture that is shown. */
    async put(bytes: Uint8Array): Promise<string | null> {
      if (pictureType(bytes) === null) return null;
      const name = nameOf(bytes);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(folder, name), Buffer.from(bytes), { mode: 0o600 });
      return name;
    },
    /** A data: address for the page, which may load nothing else; null when it is not there, or was changed. @param name 64 hex digits */
    async url(name: string): Promise<string | null> {
      const bytes = await readFile(join(folder, name)).catch(() => null);
      if (bytes === null || nameOf(bytes) !== name) return null;
      const type = pictureType(bytes);
      return type && `data:${type};base64,${bytes.toString('base64')}`;
    },
  };
}

export type LogoFiles = ReturnType<typeof logoFiles>;

/** The kinds of pictures that are shown, told by how they begin, whatever the server calls them. SVG is a program and none. */
type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

/** The kind of a picture of a sane size; null for anything else. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = png(bytes, view) ?? jpeg(bytes, view) ?? webp(bytes, view);
  if (!found) return null;
  const { type, width, height } = found;
  return width >= 1 && height >= 1 && width <= mostPixels && height <= mostPixels ? type : null;
}

type Size = { type: PictureType; width: number; height: number };

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

function png(bytes: Uint8Array, view: DataView): Size | null {
  if (bytes.length < 33 || !startsWith(bytes, '\x89PNG\r\n\x1a\n') || !startsWith(bytes, 'IHDR', 12)) return null;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Walks from marker to marker to the one that holds the size. */
function jpeg(bytes: Uint8Array, view: DataView): Size | null {
  if (!startsWith(bytes, '\xff\xd8\xff')) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Frames of all kinds; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

function webp(bytes: Uint8Array, view: DataView): Size | null {
  if (bytes.length < 30 || !startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8)) return null;
  const type = 'image/webp';
  if (startsWith(bytes, 'VP8 ', 12)) {
    return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (startsWith(bytes, 'VP8L', 12)) {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!startsWith(bytes, 'VP8X', 12)) return null;
  const three = (at: number): number => view.getUint16(at, true) + (bytes[at + 2] ?? 0) * 65_536 + 1;
  return { type, width: three(24), height: three(27) };
}
