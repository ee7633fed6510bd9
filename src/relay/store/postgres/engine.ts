import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { openPool, queryOn, TrackedSockets } from '../../../server/postgres.ts';
import { type Engine, type OpenedDatabase, type Position, positionReader } from '../engine.ts';
import { isCurrent, migrate, raiseSequence, readEpoch } from '../schema.ts';
import type { Tables } from '../tables.ts';
import { claimPreparation, claimsOn } from './claims.ts';
import { NotificationSubscription, notify, splitIntoPayloads } from './notifications.ts';
import { ackOn, acquireLeaseOn, appendOn, leasesHeldElsewhere } from './statements.ts';

/** An arbitrary key that no other user of the database locks. */
const migrationLock = 5_668_371_142;
/** Connections for reading and for commands. */
const readingConnections = 7;
/** Finds what notifications have missed. */
const checkEveryMs = 3_000;
/** How long the server may take to close connections. */
const closeTimeoutMs = 500;

/** A commit of its own: one that hangs, or a standby that only reads, answers every select. */
const checkStatement = `insert into metadata (name, value) values ('checked', now()::text)
  on conflict (name) do update set value = excluded.value`;

/** Opens a database, and migrates it. */
export async function openPostgres(url: string): Promise<OpenedDatabase> {
  const instance = randomBytes(8).toString('hex');
  const sockets = new TrackedSockets();
  const pool = openPool(url, readingConnections, { sockets });
  // A connection of its own: webhooks never wait for readers.
  const appendPool = openPool(url, 1, { sockets });
  // And one after another: they are decided by shop, and gathered.
  const claimPool = openPool(url, 1, { sockets, preparation: claimPreparation });
  const query = queryOn(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let prepared = 0;
  let subscription: NotificationSubscription | null = null;
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    const timer = setTimeout(sockets.abandon, closeTimeoutMs);
    await subscription?.close();
    await Promise.all([db.destroy(), appendPool.end(), claimPool.end()]);
    clearTimeout(timer);
  };

  const prepare: Engine['prepare'] = <Row>(statement: { compile(of: Kysely<Tables>): { sql: string } }) => {
    const { sql: text } = statement.compile(db);
    const name = `konter_${(prepared += 1)}`;
    return (...values) => query<Row & object>({ name, text, values });
  };
  const begin = async (): Promise<{ epoch: string; start: Position }> => {
    if (!(await isCurrent(db, 'postgres'))) await migrateAlone(url);
    await raiseSequence(db);
    return { epoch: await readEpoch(db), start: await positionReader({ prepare })() };
  };
  const { epoch, start } = await begin().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const engine: Engine = {
    db,
    lockClause: 'for no key update',
    prepare,
    append: appendOn(queryOn(appendPool), instance),
    decideClaims: claimsOn(claimPool),
    ack: ackOn(query),
    acquireLease: acquireLeaseOn(query, instance),
    check: async () => void (await query({ name: 'check', text: checkStatement })),
    write: (work) => db.transaction().execute(work),
    notifyMailboxesChanged: (tx) => notify(tx, { kind: 'mailboxes_changed', instance }),
    notifyWebhooks: async (tx, { after, to, mailboxes }) => {
      for (const ids of splitIntoPayloads(mailboxes)) {
        await notify(tx, { kind: 'webhooks', instance, after, to, mailboxes: ids });
      }
    },
    publishUnverified: (mailbox, webhooks) => {
      const list = webhooks.map(({ ref, receivedAt }) => ({ ref, receivedAt }));
      return notify(db, { kind: 'unverified', instance, mailbox, webhooks: list });
    },
    publishShopChange: async (mailboxes) => {
      for (const ids of splitIntoPayloads(mailboxes)) await notify(db, { kind: 'shop', instance, mailboxes: ids });
    },
    subscribe: (listener, errors) => {
      const held = () => leasesHeldElsewhere(query, instance);
      const deps = { url, sockets, instance, engine: { prepare }, start, checkEveryMs, errors };
      subscription = new NotificationSubscription({ ...deps, leasesHeldElsewhere: held }, listener);
    },
    abandon: sockets.abandon,
    close: () => (closed ??= close()),
  };
  return { engine, epoch };
}

/** Instances that start at once do this one after another. */
async function migrateAlone(url: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, 1, { isPatient: true }) }) });
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
      await migrate(tx, 'postgres');
    });
  } finally {
    await db.destroy();
  }
}
