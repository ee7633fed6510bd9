import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { createFolderFor } from '../../../server/database.ts';
import type { ErrorReporter } from '../../../server/ports.ts';
import { busyTimeoutMs, openWriter, writeOn } from '../../../server/sqlite.ts';
import { type Ack, maxVariants, type NewWebhook } from '../../core/store.ts';
import { type ChangeReporter, createChangeReporter, type Engine, type OpenedDatabase } from '../engine.ts';
import { migrate, raiseSequence, readEpoch } from '../schema.ts';
import type { Tables } from '../tables.ts';
import { prepareClaims } from './claims.ts';

const pollEveryMs = 500;

/** Opens or creates a database, and migrates it. Several processes may do so at once. */
export async function openSqlite(path: string): Promise<OpenedDatabase> {
  createFolderFor(path, 'relay');
  const writer = openWriter(path);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: writer }) });
  let reader: Database.Database | undefined;
  try {
    writer.exec('BEGIN IMMEDIATE');
    await migrate(db, 'sqlite');
    await raiseSequence(db);
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

function createEngine(writer: Database.Database, reader: Database.Database, db: Kysely<Tables>): Engine {
  const append = prepareAppend(writer);
  const decideClaims = prepareClaims(writer);
  const ack = writer.prepare('update mailboxes set acked_through = ?, acked_by = ? where id = ? and acked_through < ?');
  const ackAll = writer.transaction((acks: readonly Ack[]): void => {
    for (const { mailbox, sequence, counter } of acks) ack.run(sequence, counter ?? null, mailbox, sequence);
  });
  let unsubscribe = (): void => {};

  /** Runs once no transaction is active on the writing connection, which is the only one. */
  const exclusively = async <Result>(work: () => Result): Promise<Result> =>
    writer.inTransaction ? db.connection().execute(async () => work()) : work();
  const prepare: Engine['prepare'] = <Row>(query: { compile(of: Kysely<Tables>): { sql: string } }) => {
    const statement = reader.prepare<unknown[], Row>(query.compile(db).sql);
    return async (...values) => statement.all(...values);
  };
  return {
    db,
    lockClause: '',
    prepare,
    write: writeOn(db, writer),
    subscribe: (listener, errors) => {
      unsubscribe = pollForChanges({ file: writer, reporter: createChangeReporter({ prepare }, listener), errors });
    },
    append: (webhooks) => exclusively(() => append(webhooks)),
    decideClaims: (keys, decide) => exclusively(() => decideClaims(keys, decide)),
    ack: (acks) => exclusively(() => ackAll.immediate(acks)),
    acquireLease: () => null,
    check: async () => void reader.prepare('select 1 from webhooks limit 1').get(),
    close: async () => {
      unsubscribe();
      // First: the last connection to close writes the WAL back, which a reader cannot do.
      reader.close();
      await db.destroy();
    },
  };
}

/** Appends in one durable commit, all or nothing; answers how many were new. To be called while no transaction is active. */
function prepareAppend(file: Database.Database): (webhooks: readonly NewWebhook[]) => number {
  const raise = file.prepare<[number], { value: number }>(
    `update sequences set value = value + ? where name = 'webhook' returning value`,
  );
  // Nothing is stored if the mailbox was deleted, or the body has the maximum of variants.
  const insert = file.prepare(`
    insert into webhooks (id, mailbox, fingerprint, ref, event, signature, body, received_at)
    select ?, number, ?, ?, ?, ?, ?, ? from mailboxes where id = ? and not exists (
      select 1 from signed_variants v where v.mailbox = mailboxes.number and v.signed_body = ? and v.stored >= ${maxVariants}
    )
    on conflict (fingerprint) do nothing`);
  const appendAll = file.transaction((webhooks: readonly NewWebhook[]): number => {
    let sequence = (raise.get(webhooks.length)?.value ?? 0) - webhooks.length;
    let fresh = 0;
    for (const { mailbox, fingerprint, ref, event, signature, body, receivedAt } of webhooks) {
      const row = [(sequence += 1), fingerprint, ref, event, signature, body, receivedAt];
      fresh += insert.run(...row, mailbox, signature.toLowerCase()).changes;
    }
    return fresh;
  });
  return (webhooks) => appendAll.immediate(webhooks);
}

/**
 * Detects commits of other processes on the same file: SQLite's data_version, read in microseconds, changes with each. Returns how to
 * stop.
 */
export function pollForChanges(deps: {
  file: Pick<Database.Database, 'pragma'>;
  reporter: ChangeReporter;
  errors: ErrorReporter;
}): () => void {
  const { file, reporter, errors } = deps;
  /** the data_version up to which changes are reported; a failed query is repeated */
  let reportedVersion: unknown = null;
  let isBusy = false;
  const poll = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      const version = file.pragma('data_version', { simple: true });
      if (version !== reportedVersion) await reporter.report();
      reportedVersion = version;
    } catch (error) {
      errors.report('the database could not be polled for changes', error);
    }
    isBusy = false;
  };
  void poll();
  const timer = setInterval(() => void poll(), pollEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
