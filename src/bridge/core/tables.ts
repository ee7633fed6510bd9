import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../../server/database.ts';
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
  /** the refs of purchases whose rows were removed for their age: none is bought again */
  old_refs: { refId: string };
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
  /** by kind and address */
  lists: { kind: string; tried_at: number; at: number | null; body: string };
}

type EngineName = Database['engine'];

const tablesFor = (engine: EngineName): string[] => {
  const integer = engine === 'sqlite' ? 'integer' : 'bigint';
  const [text, number] = ['text not null', `${integer} not null`];
  return [
    `create table metadata (name text primary key, value ${text})`,
    `create table secrets (name text primary key, ciphertext ${text})`,
    `create table counters (
      id text primary key, name ${text}, token_hash ${text} unique, key_ciphertext ${text}, mailbox text,
      day_limit ${number}, created_at ${number}, disabled_at ${integer}
    )`,
    `create table orders (
      "refId" text primary key, counter ${text} references counters (id), provider ${text}, kind ${text},
      product ${text}, "productName" ${text}, number ${text}, "callbackUrl" text, state ${text},
      "createdAt" ${number}, "sentAt" ${integer}, "lastAt" ${integer}, "nextAt" ${integer}, attempts ${number},
      accepted ${number}, contradicted ${number}, doubt text, "doubtAt" ${integer}, cost ${number}, total ${integer},
      sn ${text}, message ${text}, "customerName" ${text}, "billKey" ${text}, day ${number}
    )`,
    'create index orders_due on orders ("nextAt") where "nextAt" is not null',
    "create index orders_pending on orders (counter) where state = 'pending'",
    'create index orders_by_day on orders (counter, day)',
    `create table results (
      id text primary key, "refId" ${text} references orders ("refId"), counter ${text}, body ${text},
      "createdAt" ${number}, attempts ${number}, "nextAt" ${integer}
    )`,
    'create index results_due on results ("nextAt") where "nextAt" is not null',
    'create index results_of_order on results ("refId", id)',
    `create table lists (kind text primary key, tried_at ${number}, at ${integer}, body ${text})`,
  ];
};

/** A released migration never changes; a later version adds its own at the end. */
export const migrationsFor = (engine: EngineName): Record<string, Migration> => ({
  '0001-first-schema': {
    up: async (db) => {
      for (const statement of tablesFor(engine)) await sql.raw(statement).execute(db);
    },
  },
  '0002-old-refs': {
    up: async (db) => {
      for (const statement of [
        'create table old_refs ("refId" text primary key)',
        'create index orders_by_age on orders ("createdAt")',
        // It is unknown with which account they were sent: under another one a check would buy.
        'update orders set "nextAt" = null',
      ])
        await sql.raw(statement).execute(db);
    },
  },
});
