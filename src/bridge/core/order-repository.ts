import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListedProduct } from '../../shared/wire/capabilities.ts';
import { type Change, mayLeave, type Order, type ResultStatus, resultBody } from './order.ts';
import type { Tables } from './tables.ts';

/** The engines differ in how a transaction begins, and whether a row read in it is locked. */
export interface Engine {
  db: Kysely<Tables>;
  /** Runs a transaction that keeps others out of the rows it reads. */
  write<Result>(work: (tx: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  lockClause: 'for update' | '';
  close(): Promise<void>;
}

type Tx = Kysely<Tables>;

/** A result that is to be posted, with where and with which key. */
export type DueResult = Awaited<ReturnType<OrderRepository['dueResults']>>[number];

/**
 * What became of a purchase that a counter wants.
 * - placed: committed, and it may leave
 * - same: it was placed before
 * - other: its ref is that of another product, number, counter or address
 * - old: its ref was used long ago, and what it bought is not stored any more
 * - mailbox: the counter has another one
 * - limit: the counter would spend more than it may on this day
 * - expired: the bill is of another day
 */
export type Placement =
  | { kind: 'placed' | 'same'; order: Order }
  | { kind: 'other' | 'old' | 'mailbox' | 'limit' | 'expired' };

const zoneMs = 7 * 3_600_000;
const dayMs = 86_400_000;
/** Days of the provider's zone, which has no other time in summer. */
export const dayOf = (ms: number): number => Math.floor((ms + zoneMs) / dayMs);

/** Whether a result waits for no earlier one of its order. */
const isFirst = sql<boolean>`not exists (
  select 1 from results e where e."refId" = r."refId" and e.id < r.id and e."nextAt" is not null)`;

/** Orders, and the results that counters get of them, over either engine. Each method is one durable commit, or reads. */
export class OrderRepository {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async find(refId: string): Promise<Order | null> {
    const { db } = this.#engine;
    return (await db.selectFrom('orders').selectAll().where('refId', '=', refId).executeTakeFirst()) ?? null;
  }

  /** Whether a ref is that of a purchase whose row was removed. */
  isOld = (refId: string): Promise<boolean> => isOld(this.#engine.db, refId);

  /** Commits an order before it leaves; of two with one ref the first. @param mailbox null: a bill */
  place(order: Order, mailbox: string | null): Promise<Placement> {
    return this.#engine.write(async (tx) => {
      // First: of two requests that arrive together the later one waits here.
      const counter = await this.#lockCounter(tx, order.counter);
      const existing = await tx.selectFrom('orders').selectAll().where('refId', '=', order.refId).executeTakeFirst();
      if (existing !== undefined)
        return isSame(existing, order) ? { kind: 'same', order: existing } : { kind: 'other' };
      if (await isOld(tx, order.refId)) return { kind: 'old' };
      if (counter.mailbox === null && mailbox !== null)
        await tx.updateTable('counters').set({ mailbox }).where('id', '=', order.counter).execute();
      else if (mailbox !== null && counter.mailbox !== mailbox) return { kind: 'mailbox' };
      const day = dayOf(order.createdAt);
      if (order.state === 'pending' && (await spentOn(tx, order.counter, day)) + order.cost > counter.day_limit)
        return { kind: 'limit' };
      await tx
        .insertInto('orders')
        .values({ ...order, day })
        .execute();
      return { kind: 'placed', order };
    });
  }

  /** Commits that the payment of a bill is about to leave. */
  beginPayment(bill: Pick<Order, 'refId' | 'counter'>, now: number, nextAt: number): Promise<Placement> {
    return this.#engine.write(async (tx) => {
      const counter = await this.#lockCounter(tx, bill.counter);
      const order = await this.#lock(tx, bill.refId);
      if (order === null) return { kind: 'expired' };
      if (order.state !== 'inquired') return { kind: 'same', order };
      if (dayOf(order.createdAt) !== dayOf(now)) return { kind: 'expired' };
      if ((await spentOn(tx, order.counter, dayOf(now))) + order.cost > counter.day_limit) return { kind: 'limit' };
      const begun: Order = { ...order, state: 'pending', sentAt: now, lastAt: now, nextAt, attempts: 1 };
      await this.#save(tx, begun, dayOf(now));
      return { kind: 'placed', order: begun };
    });
  }

  /** Commits that a pending order is about to be asked about; null: it may not, and is not any more, or another has begun. */
  beginCheck(seen: Order, { now, nextAt, checkBuys }: { now: number; nextAt: number; checkBuys: boolean }) {
    return this.#engine.write(async (tx) => {
      const order = await this.#lock(tx, seen.refId);
      if (order === null || order.state !== 'pending' || order.attempts !== seen.attempts) return null;
      const begun: Order = { ...order, attempts: order.attempts + 1, lastAt: now, nextAt };
      const leaves = mayLeave(begun, { checkBuys }, now);
      await this.#save(tx, leaves ? begun : { ...order, nextAt: null });
      return leaves ? begun : null;
    });
  }

  /** Applies a decision, and stores its result in the same commit. Null: there is no such order. */
  change(refId: string, decide: (order: Order) => Change, now: number): Promise<Change | null> {
    return this.#engine.write(async (tx) => {
      const order = await this.#lock(tx, refId);
      if (order === null) return null;
      const change = decide(order);
      if (change.order !== order) await this.#save(tx, change.order);
      if (change.result !== null) await this.#insertResult(tx, change.order, change.result, now);
      return change;
    });
  }

  /**
   * Removes bills that were not paid, and purchases with their results, as far as they were made before that time and nothing of them is
   * still to be done. The refs of purchases stay. @returns how many purchases
   */
  forget(before: { unpaid: number; purchases: number }, limit: number): Promise<number> {
    return this.#engine.write(async (tx) => {
      await tx.deleteFrom('orders').where('state', '=', 'inquired').where('createdAt', '<', before.unpaid).execute();
      const { rows } = await sql<{ refId: string }>`
        select "refId" from orders o where "createdAt" < ${before.purchases} and coalesce("nextAt", 0) < ${before.purchases}
        and not exists (select 1 from results r where r."refId" = o."refId" and r."nextAt" is not null)
        order by "createdAt" limit ${limit} ${sql.raw(this.#engine.lockClause)}`.execute(tx);
      if (rows.length === 0) return 0;
      const refs = rows.map(({ refId }) => refId);
      await tx.insertInto('old_refs').values(rows).execute();
      for (const table of ['results', 'orders'] as const)
        await tx.deleteFrom(table).where('refId', 'in', refs).execute();
      return refs.length;
    });
  }

  async dueOrders(provider: string, now: number, limit: number): Promise<Order[]> {
    const { rows } = await sql<Order>`
      select * from orders where "nextAt" <= ${now} and provider = ${provider} and state = 'pending'
      order by "nextAt" limit ${limit}`.execute(this.#engine.db);
    return rows;
  }

  /** Results whose time has come, none before an earlier one of its order. */
  dueResults(now: number, limit: number) {
    return this.#engine.db
      .selectFrom('results as r')
      .innerJoin('orders as o', 'o.refId', 'r.refId')
      .innerJoin('counters as c', 'c.id', 'r.counter')
      .select(['r.id', 'r.refId', 'r.counter', 'r.body', 'r.attempts', 'r.createdAt', 'o.callbackUrl', 'c.mailbox'])
      .select('c.key_ciphertext as keyCiphertext')
      .where('r.nextAt', '<=', now)
      .where(isFirst)
      .orderBy('r.nextAt')
      .limit(limit)
      .execute();
  }

  /** One more attempt was made. @param nextAt null: it is done */
  async deferResult(id: string, nextAt: number | null): Promise<void> {
    await sql`update results set "nextAt" = ${nextAt}, attempts = attempts + 1 where id = ${id}`.execute(
      this.#engine.db,
    );
  }

  /** When the next order of a provider is asked about; null: none. */
  nextOrderAt = (provider: string): Promise<number | null> =>
    numberOf(this.#engine.db, sql`select min("nextAt") as n from orders where provider = ${provider}`);

  /** When the next result is posted; null: none. */
  nextResultAt = (): Promise<number | null> =>
    numberOf(this.#engine.db, sql`select min("nextAt") as n from results r where "nextAt" is not null and ${isFirst}`);

  /** How many pending orders wait for another provider or account than this one. */
  waitingElsewhere = async (provider: string): Promise<number> =>
    (await numberOf(
      this.#engine.db,
      sql`select count(*) as n from orders where "nextAt" is not null and provider <> ${provider}`,
    )) ?? 0;

  /** @param provider the one whose pending orders are looked up; those of another one are stopped, too */
  async figures(provider: string): Promise<{ pending: number; stopped: number; undelivered: number }> {
    const { rows } = await sql<Record<'pending' | 'stopped' | 'undelivered', number | string>>`select
      (select count(*) from orders where state = 'pending') as pending,
      (select count(*) from orders where state = 'pending' and ("nextAt" is null or provider <> ${provider})) as stopped,
      (select count(*) from results where "nextAt" is not null) as undelivered`.execute(this.#engine.db);
    const [{ pending, stopped, undelivered } = { pending: 0, stopped: 0, undelivered: 0 }] = rows;
    return { pending: Number(pending), stopped: Number(stopped), undelivered: Number(undelivered) };
  }

  async readList(kind: string) {
    const row = await this.#engine.db.selectFrom('lists').selectAll().where('kind', '=', kind).executeTakeFirst();
    if (row === undefined) return null;
    // oxlint-disable-next-line typescript/consistent-type-assertions -- written by saveList
    return { triedAt: row.tried_at, at: row.at, products: JSON.parse(row.body) as ListedProduct[] };
  }

  /** Commits that a list is about to be fetched. */
  async beginList(kind: string, triedAt: number): Promise<void> {
    await sql`insert into lists (kind, tried_at, at, body) values (${kind}, ${triedAt}, null, '[]')
      on conflict (kind) do update set tried_at = ${triedAt}`.execute(this.#engine.db);
  }

  async saveList(kind: string, at: number, products: readonly ListedProduct[]): Promise<void> {
    const body = JSON.stringify(products);
    await this.#engine.db.updateTable('lists').set({ at, body }).where('kind', '=', kind).execute();
  }

  async #lockCounter(tx: Tx, id: string) {
    const { rows } = await sql<Tables['counters']>`
      select * from counters where id = ${id} ${sql.raw(this.#engine.lockClause)}`.execute(tx);
    if (rows[0] === undefined) throw new Error('the counter is gone');
    return rows[0];
  }

  async #lock(tx: Tx, refId: string): Promise<Order | null> {
    const { rows } = await sql<Order>`
      select * from orders where "refId" = ${refId} ${sql.raw(this.#engine.lockClause)}`.execute(tx);
    return rows[0] ?? null;
  }

  async #save(tx: Tx, order: Order, day?: number): Promise<void> {
    const { refId, ...columns } = order;
    await tx
      .updateTable('orders')
      .set({ ...columns, ...(day === undefined ? {} : { day }) })
      .where('refId', '=', refId)
      .execute();
  }

  async #insertResult(tx: Tx, order: Order, status: ResultStatus, now: number): Promise<void> {
    const { refId, counter } = order;
    // At most three: a success, its serial number, and a contradiction.
    const before = await numberOf(tx, sql`select count(*) as n from results where "refId" = ${refId}`);
    const result = { id: `${refId}-${before}`, refId, counter, body: resultBody(order, status) };
    await tx
      .insertInto('results')
      .values({ ...result, createdAt: now, attempts: 0, nextAt: now })
      .execute();
  }
}

const isSame = (one: Order, other: Order): boolean =>
  one.counter === other.counter &&
  one.product === other.product &&
  one.number === other.number &&
  one.callbackUrl === other.callbackUrl;

/** The one number of a query; null: none. */
async function numberOf(db: Tx, query: RawBuilder<unknown>): Promise<number | null> {
  const [row] = (await query.$castTo<{ n: number | string | null }>().execute(db)).rows;
  return row === undefined || row.n === null ? null : Number(row.n);
}

const isOld = async (db: Tx, refId: string): Promise<boolean> =>
  (await numberOf(db, sql`select 1 as n from old_refs where "refId" = ${refId}`)) !== null;

/** What counts against a counter's limit: all that it bought that day, or may have bought. */
const spentOn = async (tx: Tx, counter: string, day: number): Promise<number> =>
  (await numberOf(
    tx,
    sql`select sum(cost) as n from orders where counter = ${counter} and day = ${day} and state in ('pending', 'success')`,
  )) ?? 0;
