import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Random } from '../ports/random.ts';

/** Without what a tired reader takes for something else: no 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const letters = '34679ACDEFGHJKMNPQRTUVWXY';
const codeLength = 4;

/** A terminal's code: what tells one counter's receipt numbers from another's. */
export function terminalCode(random: Random): string {
  let code = '';
  while (code.length < codeLength) {
    // Bytes above the last whole multiple are thrown away: each letter is as likely as the next.
    for (const byte of random.bytes(16)) {
      if (byte < 250 && code.length < codeLength) code += letters.charAt(byte % letters.length);
    }
  }
  return code;
}

/** Gives a new database its terminal's code and the value its chain starts from. */
export function createMeta(db: Database.Database, random: Random): void {
  const genesis = random.bytes(32);
  db.prepare('INSERT INTO meta (only, terminal, genesis, head_seq, head_hash) VALUES (1, ?, ?, 0, ?)').run(
    terminalCode(random),
    genesis,
    genesis,
  );
}

const Meta = z.object({
  terminal: z.string().min(1),
  genesis: z.instanceof(Uint8Array),
  headSeq: z.int().nonnegative(),
  headHash: z.instanceof(Uint8Array),
});
export type Meta = z.infer<typeof Meta>;

export function readMeta(db: Database.Database): Meta {
  return Meta.parse(
    db.prepare('SELECT terminal, genesis, head_seq AS headSeq, head_hash AS headHash FROM meta WHERE only = 1').get(),
  );
}
