import { basename, extname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { FileDialogs } from '../../files/index.ts';
import type { SavableSlip } from './slip-saver.ts';

export interface FilePlaceParts {
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

/** Files go where the person says, as the system's own dialogs ask it. */
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
