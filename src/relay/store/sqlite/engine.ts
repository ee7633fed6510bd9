import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { checkOf } from '../../core/cursor.ts';
import type { ErrorReporter } from '../../core/ports.ts';
import type { Ack, Requeue, StoreListener } from '../../core/store.ts';
import { createFolderFor } from '../database-files.ts';
import type { Engine, OpenedDatabase, OverdueMailbox } from '../engine.ts';
import { migrate, readEpoch } from '../migrate.ts';
import { type ChangesSince, changesSince, lastSequence } from '../prepared-queries.ts';
import type { Tables } from '../tables.ts';
import { prepareAppend } from './append.ts';

const busyTimeoutMs = 10_000;
const synchronousFull = 2;

/** Opens or creates a database, and migrates it. Several processes may do so at once. */
export async function openSqlite(path: string): Promise<OpenedDatabase> {
  createFolderFor(path);
  const writer = openWriter(path);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: writer }) });
  let reader: Database.Database | undefined;
  try {
    writer.exec('BEGIN IMMEDIATE');
    await migrate(db, 'sqlite');
    const epoch = await readEpoch(db);
    writer.exec('COMMIT');
    // A second connection reads committed data, and never waits for the first one.
    reader = new Database(path, { timeout: busyTimeoutMs, readonly: true });
    return { engine: createEngine(writer, reader, db), epoch };
  } catch (error) {
    reader?.close();
    await db.destroy();
    if (writer.open) writer.close();
    throw error;
  }
}

/** Opens a file for durable writes: better-sqlite3 uses synchronous = NORMAL on a WAL database by default. */
function openWriter(path: string): Database.Database {
  const file = new Database(path, { timeout: busyTimeoutMs });
  // For a new file. A webhook changes a few distant pages: smaller pages halve what is written.
  file.pragma('page_size = 2048');
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  // 4 MB of page cache instead of 2. A larger one is slower: SQLite scans it after each split of an index page.
  file.pragma('cache_size = -4096');
  // 8 MB of WAL instead of 2: pages that change often are copied to the file once. A larger one delays single webhooks.
  file.pragma('wal_autocheckpoint = 4000');
  const isDurable =
    file.pragma('journal_mode', { simple: true }) === 'wal' &&
    file.pragma('synchronous', { simple: true }) === synchronousFull;
  if (isDurable) return file;
  file.close();
  throw new Error('SQLite cannot be made to write durably here (WAL, synchronous=FULL)');
}

function createEngine(writer: Database.Database, reader: Database.Database, db: Kysely<Tables>): Engine {
  const append = prepareAppend(writer, db);
  const requeue = prepareRequeue(writer, db);
  const ack = prepareAck(writer);
  let unsubscribe = (): void => {};

  /** Runs once no transaction is active on the writing connection, which is the only one. */
  const exclusively = async <Result>(work: () => Result): Promise<Result> =>
    writer.inTransaction ? db.connection().execute(async () => work()) : work();
  const prepare: Engine['prepare'] = <Row>(query: { compile(of: Kysely<Tables>): { sql: string } }) => {
    const statement = reader.prepare<unknown[], Row>(query.compile(db).sql);
    return async (...values) => statement.all(...values);
  };
  const write: Engine['write'] = (work) =>
    db.connection().execute(async (tx) => {
      await sql`begin immediate`.execute(tx);
      try {
        const result = await work(tx);
        await sql`commit`.execute(tx);
        return result;
      } catch (error) {
        if (writer.inTransaction) await sql`rollback`.execute(tx);
        throw error;
      }
    });
  return {
    db,
    prepare,
    append: (webhooks) => exclusively(() => append(webhooks)),
    ack: (acks) => exclusively(() => ack(acks)),
    requeue: (mailbox, ask) => exclusively(() => requeue(mailbox, ask)),
    prune: (overdue, ask) => write((tx) => prune(tx, overdue, ask)),
    acquireLease: () => null,
    write,
    notifyMailboxesChanged: async () => undefined,
    notifyWebhooks: async () => undefined,
    subscribe: (listener, errors) => {
      unsubscribe = pollForChanges({ file: writer, changes: changesSince({ prepare }), errors }, listener);
    },
    close: async () => {
      unsubscribe();
      // First: the last connection to close writes the WAL back, which a reader cannot do.
      reader.close();
      await db.destroy();
    },
  };
}

function prepareAck(file: Database.Database): (acks: readonly Ack[]) => void {
  const ack = file.prepare<[number, string | null, string, number]>(
    'update mailboxes set acked_through = ?, acked_by = ? where id = ? and acked_through < ?',
  );
  const ackAll = file.transaction((acks: readonly Ack[]) => {
    for (const { mailbox, sequence, counter } of acks) ack.run(sequence, counter ?? null, mailbox, sequence);
  });
  return (acks) => ackAll.immediate(acks);
}

function prepareRequeue(file: Database.Database, db: Kysely<Tables>): (mailbox: string, ask: Requeue) => number | null {
  const findReplay = file
    .prepare<[string, number], number>(
      `select r.mailbox from replays r join mailboxes m on m.number = r.mailbox where m.id = ? and r.generation = ?`,
    )
    .pluck();
  const readLast = file.prepare<[], number>(lastSequence.compile(db).sql).pluck();
  // The + makes SQLite look up each webhook by its id, instead of a scan of the mailbox.
  const move = file.prepare<[number, string, number]>(`
    update webhooks set id = ? + asked.key + 1, received_seq = coalesce(received_seq, webhooks.id)
    from json_each(?) as asked
    where webhooks.id = asked.value and +webhooks.mailbox = ?`);
  const moveAll = file.transaction((mailbox: string, { generation, sequences }: Requeue): number | null => {
    const number = findReplay.get(mailbox, generation);
    if (number === undefined) return null;
    return move.run(readLast.get() ?? 0, JSON.stringify(sequences), number).changes;
  });
  return (mailbox, ask) => moveAll.immediate(mailbox, ask);
}

type PruneAsk = Parameters<Engine['prune']>[1];

async function prune(tx: Kysely<Tables>, overdue: readonly OverdueMailbox[], ask: PruneAsk): Promise<number> {
  let pruned = 0;
  for (const mailbox of overdue) {
    if (pruned < ask.limit) pruned += await pruneMailbox(tx, mailbox, { ...ask, limit: ask.limit - pruned });
  }
  return pruned;
}

/** Deletes a mailbox's oldest webhooks, and records how far: a cursor before that is answered "gone". */
async function pruneMailbox(tx: Kysely<Tables>, mailbox: OverdueMailbox, ask: PruneAsk): Promise<number> {
  const oldest = await tx
    .selectFrom('webhooks')
    .select(['id', 'fingerprint', 'received_at'])
    .where('mailbox', '=', mailbox.number)
    .orderBy('id')
    .limit(ask.limit)
    .execute();
  const kept = oldest.findIndex(
    (one) => one.received_at >= (one.id <= mailbox.acked_through ? ask.ackedBefore : ask.unackedBefore),
  );
  const last = (kept === -1 ? oldest : oldest.slice(0, kept)).at(-1);
  if (!last) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks')
    .where('mailbox', '=', mailbox.number)
    .where('id', '<=', last.id)
    .executeTakeFirst();
  const check = checkOf({ fingerprint: last.fingerprint, receivedAt: last.received_at });
  await tx
    .updateTable('mailboxes')
    .set({ pruned_through: last.id, pruned_check: check })
    .where('number', '=', mailbox.number)
    .where('pruned_through', '<', last.id)
    .execute();
  return Number(numDeletedRows);
}

const pollEveryMs = 500;

/**
 * Detects commits of other processes on the same file: SQLite's data_version, read in microseconds, changes with each. Returns how to
 * stop.
 */
export function pollForChanges(
  deps: { file: Pick<Database.Database, 'pragma'>; changes: ChangesSince; errors: ErrorReporter },
  listener: StoreListener,
): () => void {
  const { file, changes, errors } = deps;
  /** the data_version up to which changes are reported; a failed query is repeated */
  let reportedVersion: unknown = null;
  let known: { sequence: number; directory: number } | null = null;
  let isBusy = false;

  const report = async (): Promise<void> => {
    const now = { sequence: await changes.lastSequence(), directory: await changes.directoryVersion() };
    const isNew = known !== null && now.sequence > known.sequence;
    const mailboxes = known !== null && isNew ? await changes.mailboxesAfter(known.sequence) : [];
    if (known !== null && now.directory !== known.directory) listener.onMailboxesChanged();
    if (mailboxes.length > 0) listener.onWebhooks(mailboxes);
    known = now;
  };
  const poll = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      const version = file.pragma('data_version', { simple: true });
      if (version !== reportedVersion) await report();
      reportedVersion = version;
    } catch (error) {
      errors.report('the database could not be looked at', error);
    }
    isBusy = false;
  };
  void poll();
  const timer = setInterval(() => void poll(), pollEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
