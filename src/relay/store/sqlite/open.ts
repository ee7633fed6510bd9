import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { checkOf } from '../../core/cursor.ts';
import type { Moving } from '../../core/mailbox-store.ts';
import type { Complaints } from '../../core/ports.ts';
import type { Acked, Ears } from '../../core/store.ts';
import { makeRoomFor } from '../../database-folder.ts';
import type { Engine, Overdue } from '../engine.ts';
import { epochOf } from '../epoch.ts';
import { migrate } from '../migrate.ts';
import { lastPlace } from '../places.ts';
import { type Since, sinceOf } from '../since.ts';
import type { Tables } from '../tables.ts';
import { preparedAppend } from './append.ts';

const everyMs = 500;

/** The + keeps SQLite from going through the whole mailbox for it: each is looked up by its place. */
const movement = `
  update webhooks set id = ? + asked.key + 1, first_place = coalesce(first_place, webhooks.id)
  from json_each(?) as asked
  where webhooks.id = asked.value and +webhooks.mailbox = ?`;

const full = 2;

/** Opens or makes the database, migrated, and answers it with its epoch. Several processes may do so at once. */
export async function openSqlite(path: string): Promise<{ engine: Engine; epoch: string }> {
  makeRoomFor(path);
  const file = openFile(path);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
  try {
    file.exec('BEGIN IMMEDIATE');
    await migrate(db, 'sqlite');
    const epoch = await epochOf(db);
    file.exec('COMMIT');
    return { engine: withReader(path, (reader) => engineOver(file, reader, db)), epoch };
  } catch (error) {
    await db.destroy();
    if (file.open) file.close();
    throw error;
  }
}

/** The reader is closed when nothing could be made with it. */
function withReader(path: string, make: (reader: Database.Database) => Engine): Engine {
  const reader = openReader(path);
  try {
    return make(reader);
  } catch (error) {
    reader.close();
    throw error;
  }
}

function engineOver(file: Database.Database, reader: Database.Database, db: Kysely<Tables>): Engine {
  const append = preparedAppend(file, db);
  const moveToEnd = preparedMoveToEnd(file, db);
  const ack = preparedAck(file, db);
  let stopListening = (): void => {};

  const prepare: Engine['prepare'] = <Row>(query: { compile(): { sql: string } }) => {
    const { sql: text } = query.compile();
    // What only reads is asked on the other line: on this one it could see half of a transaction.
    const statement = text.startsWith('select')
      ? reader.prepare<unknown[], Row>(text)
      : file.prepare<unknown[], Row>(text);
    if (statement.reader) return async (...values) => statement.all(...values);
    return (...values) =>
      alone(() => {
        statement.run(...values);
        return [];
      });
  };
  /** Waits until no transaction is under way on the writing line: there is but one. */
  const alone = <T>(work: () => T): Promise<T> => db.connection().execute(async () => work());

  const engine: Engine = {
    db,
    prepare,
    appendsAtOnce: 1,
    // With no transaction under way there is nothing to wait for; each turn of waiting is as long as a page takes to the disk.
    append: async (webhooks) => (file.inTransaction ? alone(() => append(webhooks)) : append(webhooks)),
    ack: async (acks) => (file.inTransaction ? alone(() => ack(acks)) : ack(acks)),
    moveToEnd: (mailbox, ask) => alone(() => moveToEnd(mailbox, ask)),
    drop: (overdue, ask) => engine.write((tx) => dropOverdue(tx, overdue, ask)),
    take: () => null,
    write: (work) =>
      db.connection().execute(async (tx) => {
        await sql`begin immediate`.execute(tx);
        try {
          const result = await work(tx);
          await sql`commit`.execute(tx);
          return result;
        } catch (error) {
          if (file.inTransaction) await sql`rollback`.execute(tx);
          throw error;
        }
      }),
    announceChange: async () => undefined,
    announceCame: async () => undefined,
    listen: (ears, complaints) => {
      stopListening = watch({ file, since: sinceOf({ db, prepare }), complaints }, ears);
    },
    close: async () => {
      stopListening();
      // The last one out puts the log back into the file, which the reader may not.
      reader.close();
      await db.destroy();
    },
  };
  return engine;
}

/** Remembers all of them in one commit. To be called while no other transaction runs. */
function preparedAck(file: Database.Database, db: Kysely<Tables>): (acks: readonly Acked[]) => void {
  const ack = file.prepare<[number, string | null, string, number]>(
    db
      .updateTable('mailboxes')
      .set({ acked_to: 0, acked_by: '' })
      .where('id', '=', '')
      .where('acked_to', '<', 0)
      .compile().sql,
  );
  const ackAll = file.transaction((acks: readonly Acked[]) => {
    for (const { mailbox, place, counter } of acks) ack.run(place, counter ?? null, mailbox, place);
  });
  return (acks) => ackAll.immediate(acks);
}

/** Opens a file durably: better-sqlite3 falls back to NORMAL on a WAL database unless it is told otherwise each time. */
function openFile(path: string): Database.Database {
  const file = new Database(path, { timeout: 10_000 });
  // Of a new file only. A webhook touches a few pages far from each other: half their size is half of what is written.
  file.pragma('page_size = 2048');
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  // 4 MB of pages in memory instead of 2. With more, SQLite takes longer: after a commit that split a page of an index, which
  // is every other one, it goes through all that it has in memory.
  file.pragma('cache_size = -4096');
  // 8 MB of log instead of 2: pages that are written again and again go back into the file once. With more, a webhook that comes
  // alone takes a thirtieth longer, and many at once are no faster.
  file.pragma('wal_autocheckpoint = 4000');
  if (
    file.pragma('journal_mode', { simple: true }) !== 'wal' ||
    file.pragma('synchronous', { simple: true }) !== full
  ) {
    file.close();
    throw new Error('SQLite cannot be made to write durably here (WAL, synchronous=FULL)');
  }
  return file;
}

/** A second line to the same file, which reads what is committed and never waits for the first one. */
const openReader = (path: string): Database.Database => new Database(path, { timeout: 10_000, readonly: true });

/** Moves a batch in one commit. To be called while no other transaction runs. */
function preparedMoveToEnd(
  file: Database.Database,
  db: Kysely<Tables>,
): (mailbox: string, ask: Moving) => number | null {
  const latest = file
    .prepare<[string, number], number>(
      db
        .selectFrom('replays')
        .innerJoin('mailboxes', 'mailboxes.number', 'replays.mailbox')
        .select('replays.mailbox')
        .where('mailboxes.id', '=', '')
        .where('replays.turn', '=', 0)
        .compile().sql,
    )
    .pluck();
  const last = file.prepare<[string], number>(lastPlace(db).compile().sql).pluck();
  const move = file.prepare<[number, string, number]>(movement);
  // One writer at a time: the last place is the last until the commit.
  const moveAll = file.transaction((mailbox: string, { turn, places }: Moving): number | null => {
    const number = latest.get(mailbox, turn);
    if (number === undefined) return null;
    return move.run(last.get('place') ?? 0, JSON.stringify(places), number).changes;
  });
  return (mailbox, ask) => moveAll.immediate(mailbox, ask);
}

/**
 * Hears of other processes on the same file: a look that costs a few microseconds says whether any of them committed.
 * Returns how to stop it.
 */
export function watch(
  parts: { file: Pick<Database.Database, 'pragma'>; since: Since; complaints: Complaints },
  ears: Ears,
): () => void {
  const { file, since, complaints } = parts;
  const look = (): unknown => file.pragma('data_version', { simple: true });
  /** up to where it has told; what could not be asked is asked again */
  let told: unknown = null;
  let known: { place: number; version: number } | null = null;
  let busy = false;

  const compare = async (): Promise<void> => {
    const now = { place: await since.last(), version: await since.version() };
    const came = known !== null && now.place > known.place ? await since.mailboxes(known.place) : [];
    if (known !== null && now.version !== known.version) ears.changed();
    if (came.length > 0) ears.came(came);
    known = now;
  };
  const compareOnce = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const seen = look();
      if (seen !== told) await compare();
      told = seen;
    } catch (error) {
      complaints.failed('the database could not be looked at', error);
    }
    busy = false;
  };
  void compareOnce();
  const timer = setInterval(() => void compareOnce(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

type Ask = Parameters<Engine['drop']>[1];

/** Drops of one mailbox after the other, until it is as many as were asked for. */
async function dropOverdue(tx: Kysely<Tables>, overdue: readonly Overdue[], ask: Ask): Promise<number> {
  let dropped = 0;
  for (const mailbox of overdue) {
    if (dropped < ask.limit) dropped += await dropOldest(tx, mailbox, { ...ask, limit: ask.limit - dropped });
  }
  return dropped;
}

/** Drops from one mailbox's oldest on, and writes down how far, so that a cursor behind it is told "gone". */
async function dropOldest(tx: Kysely<Tables>, mailbox: Overdue, ask: Ask): Promise<number> {
  const oldest = await tx
    .selectFrom('webhooks')
    .select(['id', 'fingerprint', 'received_at'])
    .where('mailbox', '=', mailbox.number)
    .orderBy('id')
    .limit(ask.limit)
    .execute();
  const kept = oldest.findIndex(
    (one) => one.received_at >= (one.id <= mailbox.acked_to ? ask.ackedBefore : ask.unackedBefore),
  );
  const old = kept === -1 ? oldest : oldest.slice(0, kept);
  const last = old.at(-1);
  if (!last) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks')
    .where('mailbox', '=', mailbox.number)
    .where('id', '<=', last.id)
    .executeTakeFirst();
  await tx
    .updateTable('mailboxes')
    .set({
      dropped_to: last.id,
      dropped_check: checkOf({ fingerprint: last.fingerprint, receivedAt: last.received_at }),
    })
    .where('number', '=', mailbox.number)
    .where('dropped_to', '<', last.id)
    .execute();
  return Number(numDeletedRows);
}
