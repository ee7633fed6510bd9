import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Random } from '../base/system.ts';
import type { Head, JournalKind } from './change.ts';
import { DatabaseError } from './database-error.ts';
import { jsonText, pluckStatement, positionalRow, statement, statementOf } from './statements.ts';

const Time = z.object({ upTo: z.iso.datetime(), at: z.iso.datetime() });

/** A database's record of its restores: the last one, and what the earlier ones had lost. */
export const Restored = z.object({
  at: z.iso.datetime(),
  reason: z.enum(['copy', 'rolled_back']),
  upTo: z.iso.datetime(),
  /** the later head that revealed the rollback, so that it is handled once; null for a restored backup */
  behind: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  /** when a supervisor accepted a rollback; until then nothing is sold */
  acceptedAt: z.iso.datetime().nullable().default(null),
  /** oldest first */
  earlier: z.array(Time).default([]),
});
export type Restored = z.infer<typeof Restored>;

/** Without letters and digits that are easily confused: no 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const letters = '34679ACDEFGHJKMNPQRTUVWXY';
const codeLength = 4;

/** A terminal's code: distinguishes one counter's receipt numbers from another's. */
export function terminalCode(random: Random): string {
  let code = '';
  while (code.length < codeLength) {
    // Bytes above the last whole multiple are dropped, so that each letter is equally likely.
    for (const byte of random.bytes(16)) {
      if (byte < 250 && code.length < codeLength) code += letters.charAt(byte % letters.length);
    }
  }
  return code;
}

/** Gives a new database its terminal's code and the value its chain starts from. */
export function createMeta(db: Database.Database, random: Random): void {
  const genesis = random.bytes(32);
  db.prepare('INSERT INTO metadata (only, terminal, genesis, head_seq, head_hash) VALUES (1, ?, ?, 0, ?)').run(
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
  /** null: an older database without a kind */
  kind: z.enum(['live', 'training']).nullable(),
  restored: jsonText.pipe(Restored).nullable(),
});
export type Meta = z.infer<typeof Meta>;

const named = positionalRow(['terminal', 'genesis', 'headSeq', 'headHash', 'kind', 'restored']);

/** The id that a database and all its copies share: the first hex digits of its chain's genesis value. */
export const journalId = ({ genesis }: Pick<Meta, 'genesis'>): string =>
  Buffer.from(genesis).toString('hex').slice(0, 32);

export function readMeta(db: Database.Database): Meta {
  const select = statementOf(
    db,
    'SELECT terminal, genesis, head_seq, head_hash, kind, restored FROM metadata WHERE only = 1',
  );
  return Meta.parse(named(select.raw().get()));
}

/** Records once whether the database is for live or training. Throws DatabaseError when it is for the other. */
export function claimKind(db: Database.Database, kind: JournalKind): void {
  const storedKind = readMeta(db).kind;
  if (storedKind === null) db.prepare('UPDATE metadata SET kind = ? WHERE only = 1').run(kind);
  else if (storedKind !== kind) throw new DatabaseError('other', `the database is one of ${storedKind}`);
}

/** The head of the journal. */
export function headOf(db: Database.Database): Head {
  const { headSeq, headHash } = readMeta(db);
  return { seq: headSeq, hash: hex(headHash) };
}

const Bytes = z.instanceof(Uint8Array);

/** Whether the journal holds that event: its number, and a hash (or the first digits of one) in hex. */
export function holds(db: Database.Database, { seq, hash }: Head): boolean {
  // Before its first event a journal has only its genesis value.
  if (seq === 0) return hex(readMeta(db).genesis).startsWith(hash);
  const storedHash = statementOf(db, 'SELECT hash FROM events WHERE seq = ?').pluck().get(seq);
  return storedHash !== undefined && hex(Bytes.parse(storedHash)).startsWith(hash);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

export interface MailboxPositions {
  cursor(mailbox: string): string | null;
  /** @param cursor null: the position is forgotten */
  saveCursor(mailbox: string, cursor: string | null): void;
  /** how far the relay was acknowledged when the mailbox was last begun from its oldest, as the relay names it */
  ackedPosition(mailbox: string): string | null;
  saveAckedPosition(mailbox: string, acked: string): void;
}

const Cursor = z.string().nullable();

/** How far each mailbox of the relay was read. */
export function prepareMailboxPositions(db: Database.Database): MailboxPositions {
  const select = pluckStatement(db, 'SELECT cursor FROM relay_cursors WHERE mailbox = ?');
  const upsert = statement(
    db,
    `INSERT INTO relay_cursors (mailbox, cursor) VALUES (?, ?)
     ON CONFLICT (mailbox) DO UPDATE SET cursor = excluded.cursor`,
  );
  const forget = statement(db, 'DELETE FROM relay_cursors WHERE mailbox = ?');
  const selectAcked = pluckStatement(db, 'SELECT acked FROM relay_acks WHERE mailbox = ?');
  const upsertAcked = statement(
    db,
    `INSERT INTO relay_acks (mailbox, acked) VALUES (?, ?) ON CONFLICT (mailbox) DO UPDATE SET acked = excluded.acked`,
  );
  return {
    ackedPosition: (mailbox) => Cursor.parse(selectAcked().get(mailbox) ?? null),
    saveAckedPosition: (mailbox, acked) => void upsertAcked().run(mailbox, acked),
    cursor: (mailbox) => Cursor.parse(select().get(mailbox) ?? null),
    saveCursor: (mailbox, cursor) => {
      if (cursor === null) forget().run(mailbox);
      else upsert().run(mailbox, cursor);
    },
  };
}
