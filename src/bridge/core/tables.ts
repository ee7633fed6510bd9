import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Order } from './order.ts';

/** The bridge's tables, the same on every engine. Times are milliseconds since 1970. */
export interface Tables {
  /** a check of the master key */
  metadata: { name: string; value: string };
  /** credentials of providers, encrypted */
  secrets: { name: string; ciphertext: string };
  counters: {
    id: string;
    name: string;
    token_hash: string;
    /** signs the results for its mailbox, encrypted */
    key_ciphertext: string;
    /** of the relay; null: named by its first order */
    mailbox: string | null;
    /** whole rupiah that the deposit may lose to it on one day */
    day_limit: number;
    created_at: number;
    disabled_at: number | null;
  };
  orders: Order & {
    /** whole days since 1970 in the provider's zone, of the purchase: for the limit */
    day: number;
  };
  /** results for counters, in the order of their ids */
  results: {
    id: string;
    refId: string;
    counter: string;
    body: string;
    createdAt: number;
    attempts: number;
    /** null: answered 200, or not sent any more */
    nextAt: number | null;
  };
  lists: { kind: string; tried_at: number; at: number | null; body: string };
}

export type EngineName = 'sqlite' | 'postgres';

const tablesFor = (engine: EngineName): string[] => {
  const integer = engine === 'sqlite' ? 'integer' : 'bigint';
  return [
    'create table metadata (name text primary key, value text not null)',
    'create table secrets (name text primary key, ciphertext text not null)',
    `create table counters (
      id text primary key,
      name text not null,
      token_hash text not null unique,
      key_ciphertext text not null,
      mailbox text,
      day_limit ${integer} not null,
      created_at ${integer} not null,
      disabled_at ${integer}
    )`,
    `create table orders (
      "refId" text primary key,
      counter text not null references counters (id),
      provider text not null,
      kind text not null,
      product text not null,
      "productName" text not null,
      number text not null,
      "callbackUrl" text,
      state text not null,
      "createdAt" ${integer} not null,
      "sentAt" ${integer},
      "lastAt" ${integer},
      "nextAt" ${integer},
      attempts ${integer} not null,
      accepted ${integer} not null,
      contradicted ${integer} not null,
      doubt text,
      "doubtAt" ${integer},
      cost ${integer} not null,
      total ${integer},
      sn text not null,
      message text not null,
      "customerName" text not null,
      "billKey" text not null,
      day ${integer} not null
    )`,
    'create index orders_due on orders ("nextAt") where "nextAt" is not null',
    "create index orders_pending on orders (counter) where state = 'pending'",
    'create index orders_by_day on orders (counter, day)',
    `create table results (
      id text primary key,
      "refId" text not null references orders ("refId"),
      counter text not null,
      body text not null,
      "createdAt" ${integer} not null,
      attempts ${integer} not null,
      "nextAt" ${integer}
    )`,
    'create index results_due on results ("nextAt") where "nextAt" is not null',
    'create index results_of_order on results ("refId", id)',
    `create table lists (
      kind text primary key,
      tried_at ${integer} not null,
      at ${integer},
      body text not null
    )`,
  ];
};

/** A released migration never changes; a later version adds its own at the end. */
const migrationsFor = (engine: EngineName): Record<string, Migration> => ({
  '0001-first-schema': {
    up: async (db) => {
      for (const statement of tablesFor(engine)) await sql.raw(statement).execute(db);
    },
  },
});

/** Migrates a database to this version. Rejects if a newer bridge has migrated it. The caller holds a transaction that keeps others out. */
export async function migrate(db: Kysely<Tables>, engine: EngineName): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsFor(engine)) },
    disableTransactions: !db.isTransaction,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof Error && error.message.includes('corrupted migrations'))
    throw new Error(
      'a newer version of the bridge made this database: run that one, or put a copy back from before it',
    );
  throw new Error('the database could not be migrated', { cause: error });
}
