import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { readOrCreate } from '../../server/metadata.ts';
import { isMigrated, migrateTo } from '../../server/migrate.ts';
import type { Tables } from './tables.ts';

/** What the engines call the types of columns. */
const types = {
  // Only "integer" makes an id the key of its row.
  sqlite: { integer: 'integer', bytes: 'blob', identity: 'integer primary key autoincrement' },
  postgres: { integer: 'bigint', bytes: 'bytea', identity: 'bigint primary key generated always as identity' },
} as const;

export type EngineName = keyof typeof types;

/** A released migration never changes; a later version adds its own at the end. */
const migrationsFor = (engine: EngineName): Record<string, Migration> => ({
  '0001-first-schema': firstSchema(engine),
  '0002-restored-relay': restoredRelay,
  '0003-mailbox-reader': mailboxReader,
  '0004-shop-roster': shopRoster(engine),
});

/** See isMigrated. */
export const isCurrent = (db: Kysely<Tables>, engine: EngineName): Promise<boolean> =>
  isMigrated(db, engine, migrationsFor(engine));

/** Migrates a database to this version, where it is not; see migrateTo. */
export async function migrate(db: Kysely<Tables>, engine: EngineName): Promise<void> {
  if (!(await isCurrent(db, engine))) await migrateTo(db, migrationsFor(engine), 'relay');
}

/**
 * Brings the sequence of webhooks up to the newest of them, so that none is issued twice: a database that was put back from a copy may
 * say less.
 */
export async function raiseSequence(db: Kysely<Tables>): Promise<void> {
  await sql`
    update sequences set value = (select max(id) from webhooks)
    where name = 'webhook' and value < (select max(id) from webhooks)`.execute(db);
}

/** The database's epoch, created with it; see Store.epoch. */
export const readEpoch = (db: Kysely<Tables>): Promise<string> =>
  readOrCreate(db, 'epoch', () => randomBytes(16).toString('hex'));

/** The statements that make the tables. */
const tablesFor = (engine: EngineName): string[] => [
  ...directoryTables(engine),
  ...webhookTables(engine),
  ...shopTables(engine),
  ...shippedLogTables(engine),
];

/** Shops, their mailboxes, and what is of the whole database. */
function directoryTables(engine: EngineName): string[] {
  const { integer, identity } = types[engine];
  return [
    'create table metadata (name text primary key, value text not null)',
    'create table sequences (name text primary key, value bigint not null)',
    "insert into sequences (name, value) values ('webhook', 0), ('directory', 0)",
    `create table shops (
      number ${identity},
      id text not null unique,
      name text not null,
      key_id text,
      notices bigint not null default 0,
      created_at text not null
    )`,
    `create table mailboxes (
      number ${identity},
      id text not null unique,
      name text not null,
      token_hash text not null,
      keyless integer not null default 0,
      created_at text not null,
      disabled_at text,
      shop ${integer} references shops (number),
      former_shop ${integer} references shops (number),
      office integer not null default 0,
      acked_through bigint not null default 0,
      acked_by text,
      pruned_through bigint not null default 0,
      pruned_check text
    )`,
    'create unique index mailboxes_of_shop on mailboxes (shop, name) where shop is not null',
    'create index mailboxes_formerly_of_shop on mailboxes (former_shop) where former_shop is not null',
    `create table mailbox_secrets (
      mailbox_id text not null references mailboxes (id),
      ciphertext text not null,
      created_at text not null,
      retired_at text,
      primary key (mailbox_id, ciphertext)
    )`,
  ];
}

function webhookTables(engine: EngineName): string[] {
  const { integer, bytes } = types[engine];
  // PostgreSQL would look up the reference for each row, a fifth of a batch: its append locks each mailbox once instead.
  const reference = engine === 'sqlite' ? 'references mailboxes (number)' : '';
  return [
    // The fingerprint contains the mailbox. Its index is the most expensive part of a webhook's storage.
    `create table webhooks (
      id ${integer} primary key,
      mailbox ${integer} not null ${reference},
      fingerprint text not null unique,
      ref text,
      event text,
      signature text not null,
      body ${bytes} not null,
      received_at text not null,
      received_seq ${integer}
    )`,
    'create index webhooks_by_mailbox on webhooks (mailbox, id)',
    `create table signed_variants (
      mailbox ${integer} not null references mailboxes (number) on delete cascade,
      signed_body text not null,
      stored integer not null,
      last_at text not null,
      primary key (mailbox, signed_body)
    )`,
    `create table replays (
      mailbox ${integer} primary key references mailboxes (number) on delete cascade,
      generation ${integer} not null
    )`,
  ];
}

/** What the counters of a shop share: claims and notices. */
function shopTables(engine: EngineName): string[] {
  const { integer, bytes } = types[engine];
  const ofShop = engine === 'sqlite' ? 'references shops (number)' : '';
  return [
    // Without a reference to the mailbox: a claim outlives it. In each key the shop is last: no plan may scan all claims of a shop.
    `create table claims (
      shop ${integer} not null ${ofShop},
      id text not null,
      mailbox ${integer} not null,
      counter text not null,
      version bigint not null,
      state text not null,
      product text not null,
      number text not null,
      day text not null,
      holds integer not null,
      since text not null,
      changed_at text not null,
      sealed ${bytes},
      primary key (id, shop)
    )`,
    'create index claims_by_number on claims (number, shop)',
    'create unique index claims_held on claims (product, shop) where holds = 1',
    "create index claims_open on claims (shop) where state in ('tentative', 'unresolved')",
    "create index claims_settled on claims (changed_at) where state <> 'unresolved'",
    `create table shop_notices (
      shop ${integer} not null ${ofShop},
      seq bigint not null,
      id text not null,
      mailbox ${integer} not null,
      topic text not null,
      sealed ${bytes} not null,
      posted_at text not null,
      primary key (shop, seq)
    )`,
    'create unique index shop_notices_by_id on shop_notices (shop, id)',
    'create index shop_notices_by_age on shop_notices (posted_at)',
  ];
}

function shippedLogTables(engine: EngineName): string[] {
  const { integer, bytes } = types[engine];
  return [
    `create table shipped_logs (
      mailbox ${integer} primary key references mailboxes (number) on delete cascade,
      through bigint not null default 0,
      head text,
      tag text,
      bytes bigint not null default 0,
      snapshot text,
      snapshot_through bigint not null default 0,
      snapshot_head text,
      snapshot_parts bigint not null default 0,
      snapshot_at text
    )`,
    `create table shipped_batches (
      mailbox ${integer} not null references mailboxes (number) on delete cascade,
      first_seq bigint not null,
      last_seq bigint not null,
      head text not null,
      sealed ${bytes} not null,
      received_at text not null,
      primary key (mailbox, first_seq)
    )`,
    'create unique index shipped_batches_by_last on shipped_batches (mailbox, last_seq)',
    `create table shipped_snapshot_parts (
      mailbox ${integer} not null references mailboxes (number) on delete cascade,
      snapshot text not null,
      part bigint not null,
      sealed ${bytes} not null,
      received_at text not null,
      primary key (mailbox, snapshot, part)
    )`,
  ];
}

// Leases are lost in a crash of the server, as the polls are; their generations are not, so none is issued twice.
const leases = [
  'create sequence lease_generations',
  `create unlogged table poll_leases (
    mailbox bigint primary key references mailboxes (number) on delete cascade,
    instance text not null,
    previous_instance text,
    generation bigint not null
  ) with (fillfactor = 50)`,
];

export const firstSchema = (engine: EngineName): Migration => ({
  up: async (db) => {
    const statements = engine === 'postgres' ? [...tablesFor(engine), ...leases] : tablesFor(engine);
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** What a relay that was put back to an older copy waits for, and since when it trusts what it has. */
const restoredRelay: Migration = {
  up: async (db) => {
    for (const statement of [
      'alter table shops add column key_at text',
      'alter table shops add column newer_key_id text',
      'alter table shops add column newer_key_by text',
      'alter table shops add column restore_id text',
      'alter table mailboxes add column token_at text',
      'alter table mailboxes add column compared text',
      'alter table shipped_logs add column stored_at text',
    ])
      await sql.raw(statement).execute(db);
  },
};

/** The run of a counter that alone reads a mailbox. */
const mailboxReader: Migration = {
  up: async (db) => {
    await sql.raw('alter table mailboxes add column reader text').execute(db);
  },
};

/** Which counters a shop has and had. */
const shopRoster = (engine: EngineName): Migration => ({
  up: async (db) => {
    for (const statement of [
      "alter table shops add column roster text not null default ''",
      `create table shop_rosters (
        shop ${types[engine].integer} not null ${engine === 'sqlite' ? 'references shops (number)' : ''},
        roster text not null,
        primary key (shop, roster)
      )`,
    ])
      await sql.raw(statement).execute(db);
  },
});
