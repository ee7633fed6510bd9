import { join } from 'node:path';
import type { FileDialogs } from '../../src/main/files/api.ts';

/** A host whose person always chooses the file `chosen`, and takes files into that folder. */
export function chosenFile(folder: string): FileDialogs & { chosen: string } {
  const dialogs = {
    chosen: '',
    place: async (name: string) => join(folder, name),
    paper: async () => ({ kind: 'failed' as const }),
    download: () => null,
    statement: async () => ({ kind: 'file' as const, path: dialogs.chosen, name: 'list.csv' }),
  };
  return dialogs;
}
