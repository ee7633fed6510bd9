import { basename, extname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { FileDialogs } from '../../files/index.ts';
import type { SaveOutcome, SlipFile, SlipSaver } from '../../printing/index.ts';

/** A slip, laid out in a hidden window, that can be saved to a file. */
export interface SavableSlip {
  pdf(): Promise<Uint8Array>;
  png(): Promise<Uint8Array>;
  discard(): void;
}

export interface SlipSaverParts {
  layOut(html: string): Promise<SavableSlip>;
  /** asks the person for a place; null when they gave none */
  askWhere(file: Pick<SlipFile, 'name' | 'as'>): Promise<string | null>;
  /** the whole file or none of it */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** resolves when drawing has been waited for long enough */
  deadline(): Promise<void>;
}

/** Saves slips where the person chooses in the system's dialog. */
export function slipSaver(parts: SlipSaverParts): SlipSaver {
  return {
    async save(file): Promise<SaveOutcome> {
      const path = await parts.askWhere(file);
      if (path === null) return { kind: 'cancelled' };
      const slip = await parts.layOut(file.html);
      try {
        const drawn = await Promise.race([slip[file.as](), parts.deadline().then(() => null)]);
        if (drawn === null) return { kind: 'failed', reason: 'the slip was not drawn in time' };
        await parts.write(path, drawn);
        return { kind: 'saved', name: basename(path) };
      } finally {
        slip.discard();
      }
    },
  };
}

/** Where the slip's picture is cut out of the page, in CSS pixels. */
export interface SlipBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box of the slip on its page, to be asked of the page as it was laid out. */
export const slipBox = `(() => {
  const { x, y, width, height } = document.querySelector('main').getBoundingClientRect();
  return { x: x + scrollX, y: y + scrollY, width, height };
})()`;

const margin = 12;
/** Sharp on a phone, small enough for a chat. */
const scale = 3;

/**
 * The parameters with which Chromium draws a slip (DevTools protocol, Page.captureScreenshot). A slip may be longer than a
 * screen, unlike a picture of a window.
 */
export function pictureOf({ x, y, width, height }: SlipBox) {
  const clip = { x: Math.max(0, x - margin), y, width: width + 2 * margin, height, scale };
  return { format: 'png' as const, captureBeyondViewport: true, clip };
}

/** The slip's own page size counts: as long as the roll needs, or a sheet. */
export const pdfOptions = { preferCSSPageSize: true, printBackground: true } as const;

interface FilePlaceParts {
  /** the system's own dialogs; null when the person gave no place */
  askWhere(file: { name: string; extension: string }): Promise<string | null>;
  askWhich(): Promise<string | null>;
  layOut(html: string): Promise<Pick<SavableSlip, 'pdf' | 'discard'>>;
  /** the whole file or none of it */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** resolves when drawing has been waited for long enough */
  deadline(): Promise<void>;
}

/** The whole file or none of it, readable by its owner alone also where it takes the place of one that others could read. */
export const writeForOwner = (path: string, bytes: Uint8Array): Promise<void> =>
  writeFileAtomic(path, Buffer.from(bytes), { mode: 0o600 });

/** Saves files where the person chooses in the system's dialogs. */
export function filePlaces(parts: FilePlaceParts): FileDialogs {
  return {
    place: (name) => parts.askWhere({ name, extension: extname(name).slice(1) }),
    download: () => null,
    async paper(html, path) {
      const page = await parts.layOut(html);
      try {
        const drawn = await Promise.race([page.pdf(), parts.deadline().then(() => null)]);
        if (drawn === null) return { kind: 'failed' };
        await parts.write(path, drawn);
        return { kind: 'saved' };
      } finally {
        page.discard();
      }
    },
    async statement() {
      const path = await parts.askWhich();
      return path === null ? { kind: 'cancelled' } : { kind: 'file', path, name: basename(path) };
    },
  };
}
