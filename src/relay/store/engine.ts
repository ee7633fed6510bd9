import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Store, StoreListener } from '../core/store.ts';
import type { ClaimKeys, DecideClaims } from './claim-decision.ts';
import type { Tables } from './tables.ts';

/** A database, or a transaction of it. */
export type Tx = Kysely<Tables>;

type Value = string | number | null;

/** Tags a query; answers its rows. */
export const rowsOf =
  <Read>(tx: Tx) =>
  async (...query: Parameters<typeof sql>): Promise<Read[]> =>
    (await sql<Read>(...query).execute(tx)).rows;

/** Tags a query; answers its first row. */
export const firstRow =
  <Read>(tx: Tx) =>
  async (...query: Parameters<typeof sql>): Promise<Read | undefined> =>
    (await sql<Read>(...query).execute(tx)).rows[0];

/** Tags a statement; answers how many rows it has changed. */
export const changed =
  (tx: Tx) =>
  async (...statement: Parameters<typeof sql>): Promise<number> =>
    Number((await sql(...statement).execute(tx)).numAffectedRows ?? 0n);

/** The differences between the engines; everything else is the same SQL on both. */
export interface Engine
  extends Pick<
    Store,
    | 'append'
    | 'check'
    | 'acquireLease'
    | 'ack'
    | 'subscribe'
    | 'publishUnverified'
    | 'publishShopChange'
    | 'abandon'
    | 'close'
  > {
  readonly db: Tx;
  /** Locks the rows that a select of a transaction reads; empty where the transaction holds the whole database. */
  readonly lockClause: 'for no key update' | '';
  /**
   * Prepares a frequent query. It reads committed data, never that of a running transaction.
   * @param query with sample values
   * @returns runs it with other values, in the order of the samples
   */
  prepare<Read>(query: RawBuilder<Read>): (...values: Value[]) => Promise<Read[]>;
  /** Decides about claims in one transaction that keeps all others of their shops out. */
  decideClaims<Result>(keys: ClaimKeys, decide: DecideClaims<Result>): Promise<Result>;
  /** Runs a transaction. On SQLite it holds the write lock from its start, so that it cannot fail half-way. */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Notifies other processes with the commit; absent: they look themselves. */
  notifyMailboxesChanged?(tx: Tx): Promise<void>;
  notifyWebhooks?(tx: Tx, added: { after: number; to: number; mailboxes: readonly string[] }): Promise<void>;
}

export interface OpenedDatabase {
  engine: Engine;
  /** see Store.epoch */
  epoch: string;
}

/** How far a database has come. */
export interface Position {
  /** the highest sequence ever issued; 0: none */
  sequence: number;
  /** see Store.directoryVersion */
  version: number;
}

/** Reads the position in one cheap query. */
export function positionReader(engine: Pick<Engine, 'prepare'>): () => Promise<Position> {
  const read = engine.prepare(sql<Position>`
    select w.value as sequence, d.value as version from sequences w cross join sequences d
    where w.name = 'webhook' and d.name = 'directory'`);
  return async () => (await read())[0] ?? { sequence: 0, version: 0 };
}

export type ChangeReporter = ReturnType<typeof createChangeReporter>;

/**
 * Queries changes of other processes, and reports them to the listener.
 * @param start is known already; absent: determined by the first report
 */
export function createChangeReporter(
  engine: Pick<Engine, 'prepare'>,
  listener: Pick<StoreListener, 'onWebhooks' | 'onMailboxesChanged'>,
  start?: Position,
) {
  const readPosition = positionReader(engine);
  const readMailboxes = engine.prepare(sql<{ id: string }>`
    select distinct m.id from webhooks w join mailboxes m on m.number = w.mailbox where w.id > ${0}`);
  let reported = start;
  return {
    /** the last sequence that the listener knows of */
    sequence: (): number => reported?.sequence ?? 0,
    /** The listener has learnt of everything up to this sequence. */
    onReported: (sequence: number): void => {
      if (reported) reported = { ...reported, sequence: Math.max(reported.sequence, sequence) };
    },
    /** Answers the last sequence. */
    report: async (): Promise<number> => {
      const now = await readPosition();
      const before = reported ?? now;
      const mailboxes = now.sequence > before.sequence ? await readMailboxes(before.sequence) : [];
      if (now.version > before.version) listener.onMailboxesChanged();
      if (mailboxes.length > 0) listener.onWebhooks(mailboxes.map(({ id }) => id));
      const last = reported ?? now;
      reported = { sequence: Math.max(last.sequence, now.sequence), version: Math.max(last.version, now.version) };
      return now.sequence;
    },
  };
}
