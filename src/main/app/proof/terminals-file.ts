import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { readTerminalKey } from '../../../shared/domain/proof/terminal-key.ts';
import type { Log } from '../../ports/log.ts';
import { putAside } from '../files/put-aside.ts';

const Kept = z.array(
  z.object({
    key: z.string().refine((text) => readTerminalKey(text) !== null),
    name: z.string(),
    /** of this counter, now or before */
    own: z.boolean(),
    addedAt: z.iso.datetime(),
  }),
);
export type KeptTerminal = z.infer<typeof Kept>[number];

/** proof-terminals.json in the data folder: whose proofs are believed. Public keys only. */
export interface TerminalsFile {
  read(): Promise<KeptTerminal[]>;
  write(terminals: readonly KeptTerminal[]): Promise<void>;
}

/** A file that cannot be read is kept beside (".unreadable"); this counter's own key enters the new one by itself. */
export function openTerminalsFile(path: string, log: Log): TerminalsFile {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      });
      if (text === null) return [];
      try {
        return Kept.parse(JSON.parse(text));
      } catch {
        log.error('proof-terminals.json cannot be read and was put aside');
        await putAside(path);
        return [];
      }
    },
    write: (terminals) => writeFileAtomic(path, `${JSON.stringify(terminals, null, 2)}\n`, { mode: 0o600 }),
  };
}
