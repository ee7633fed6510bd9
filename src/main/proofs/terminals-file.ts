import { z } from 'zod';
import { readTerminalKey } from '../../shared/domain/proof.ts';
import { jsonFile } from '../base/json-file.ts';
import type { Log } from '../base/system.ts';

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
  const file = jsonFile(path, Kept, () => log.error('proof-terminals.json cannot be read and was put aside'));
  return {
    read: async () => (await file.read()) ?? [],
    write: (terminals) => file.write([...terminals]),
  };
}
