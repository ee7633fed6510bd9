import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Random } from '../base/system.ts';
import { jsonText } from './json-text.ts';
import { positionalRow } from './positional-row.ts';
import { Restored } from './restored.ts';
import { DatabaseError, type JournalKind } from './sales-store.ts';

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
  /** null: made before databases knew */
  kind: z.enum(['live', 'training']).nullable(),
  restored: jsonText.pipe(Restored).nullable(),
});
export type Meta = z.infer<typeof Meta>;

const named = positionalRow(['terminal', 'genesis', 'headSeq', 'headHash', 'kind', 'restored']);

/** What a database and every copy of it have in common: the beginning of what its chain starts from, in hex. */
export const journalId = ({ genesis }: Pick<Meta, 'genesis'>): string =>
  Buffer.from(genesis).toString('hex').slice(0, 32);

export function readMeta(db: Database.Database): Meta {
  const select = db.prepare('SELECT terminal, genesis, head_seq, head_hash, kind, restored FROM meta WHERE only = 1');
  return Meta.parse(named(select.raw().get()));
}

/** Says once whose world the database is of. Throws DatabaseError when it is of another. */
export function claimKind(db: Database.Database, kind: JournalKind): void {
  const known = readMeta(db).kind;
  if (known === null) db.prepare('UPDATE meta SET kind = ? WHERE only = 1').run(kind);
  else if (known !== kind) throw new DatabaseError('other', `the database is one of ${known}`);
}
