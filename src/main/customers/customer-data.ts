import type Database from 'better-sqlite3';
import { z } from 'zod';
import { includesCustomerNo, sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { type Erasure, erasedNo, isErased, mayBeErased } from '../../shared/domain/erasure.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { bodiesPerEvent, type RepositoryDeps } from '../db/event-log.ts';
import { type CustomerDigest, customerKey, lateBillSql, selectSales } from '../db/sale-rows.ts';
import type { Sales } from '../db/sales-repository.ts';
import { immediateTransaction, lazy, statement } from '../db/statements.ts';
import { type HeldPage, prepareHeldPages } from './affected.ts';
import { type EraseSale, prepareEraseSale } from './erase-sale.ts';
import { prepareErasures, type prepareRecordErasure, sameErasure } from './erasure-log.ts';
import { type ErasureQueue, prepareErasureQueue, prepareRelayErasures, type RelayErasure } from './erasure-queue.ts';
import type { SavedCustomerTable } from './saved-customers-repository.ts';
import type { ShopErasure } from './shop-erasures.ts';

export type ErasureStart =
  | { kind: 'begun'; sales: number; webhooks: number; saved: number }
  /** these sales are unsettled, or cash is owed for them; nothing was erased */
  | { kind: 'unsettled'; sales: Transaction[] }
  /** a saved customer of this number owes the shop: who owes what would be gone. Nothing was erased */
  | { kind: 'tab_open' }
  | { kind: 'nothing' };

interface ErasureState {
  /** sales still to be erased; unsettled ones wait */
  waiting: number;
  /** free pages of the database file may still hold erased data */
  leftovers: boolean;
  /** the relay has not erased everything yet */
  atRelay: boolean;
}

/**
 * A customer's data in the database, and its erasure. Sums, receipt numbers and the hash chain stay. Methods reject
 * with DatabaseError; each is durable when it resolves.
 */
export interface CustomerData {
  /** the first hex digits of the journal's genesis value; names the lists of erasures that belong to this database */
  readonly databaseId: string;
  /** every sale of a number, in any spelling, newest first */
  salesOf(customerNo: string): Promise<Transaction[]>;
  /** ids of the saved customers and of the members of groups that hold a number, in any spelling */
  savedIdsOf(customerNo: string): Promise<string[]>;
  /** quarantined webhooks with that number, newest first */
  webhooksOf(customerNo: string): Promise<Array<{ seq: number; hash: string; at: string; body: string }>>;
  /** whether a sale is that customer's, even after its number was erased */
  isCustomer(saleId: string, customerNo: string): Promise<boolean>;
  /**
   * Records the erasure and queues its sales, all or nothing; `eraseNext` then erases them. @param note the person's
   * reason
   * @param notice for the other counters of the shop: recorded and kept for them also where this one has nothing of the customer
   */
  begin(request: { customerNo: string; note: string; at: string; notice?: ShopErasure | null }): Promise<ErasureStart>;
  /**
   * The same because another counter of the shop has erased its customer: of what there was until then. Unsettled sales wait in the queue.
   * @param aheadMs how far the relay's clock, by which the notice's time is, is ahead of this machine's
   * @returns false while the customer's tab is open: their entry in the book stays until then
   */
  follow(request: {
    customerNo: string;
    at: string;
    notice: Pick<ShopErasure, 'id' | 'at'>;
    aheadMs: number;
  }): Promise<boolean>;
  /** what is held of customers, a page at a time. @param after 0: the first page */
  heldPage(after: number): Promise<HeldPage>;
  /** numbers of kept webhooks that belong to no sale */
  webhookNumbers(): Promise<string[]>;
  /** every erasure that was ever requested */
  erasures(): Promise<Erasure[]>;
  /** Repeats erasures that an older database does not know. @returns how many it did not know */
  reapply(erasures: readonly Erasure[], at: string): Promise<number>;
  /** Queues the next few hundred sales that are too old. @param before ISO 8601. @returns whether there may be more */
  queueOlder(before: string): Promise<boolean>;
  /**
   * Erases the next few sales of the queue.
   * @returns the sales as stored now; empty: nothing is left to do for now
   * @param evenUnsettled for a database that is no longer in use
   */
  eraseNext(at: string, evenUnsettled?: boolean): Promise<Transaction[]>;
  state(): Promise<ErasureState>;
  /** the next webhooks that the relay is still to erase, at most one request's */
  relayErasures(after: number): Promise<RelayErasure[]>;
  /** the relay holds these no longer */
  erasedAtRelay(erased: readonly RelayErasure[]): Promise<void>;
}

const QuarantinedMessage = z.object({
  seq: z.int(),
  at: z.string(),
  hash: z.string(),
  receivedAt: z.string().nullable(),
  body: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString()),
});
type QuarantinedMessage = z.infer<typeof QuarantinedMessage>;

const perBatch = 200;

/** Clocks of two counters may differ by as much without a warning. */
const clockSlackMs = 2 * 60_000;

const AgedRow = z.object({ id: z.string(), createdAt: z.string(), customerNo: z.string(), isYoung: z.literal([0, 1]) });

interface CustomerDataDeps extends RepositoryDeps {
  /** the value that the hash chain starts from */
  genesis: Uint8Array;
  sales: Sales;
  entries: SavedCustomerTable;
  digest: CustomerDigest;
  record: ReturnType<typeof prepareRecordErasure>;
}

const StateRow = z.object({ leftovers: z.int(), scannedTo: z.int() });

/** Takes some ten milliseconds on a slow PC, so a sale barely waits for it. */
const perStep = 10;

/** CustomerData over one open connection. */
export function sqliteCustomerData(deps: CustomerDataDeps): CustomerData {
  const { db, genesis, sales, append, digest, read, write } = deps;
  const find = prepareCustomerQueries(db);
  const heldPage = lazy(() => prepareHeldPages(db));
  const queue = prepareErasureQueue(db);
  const erasures = prepareErasures(db);
  const atRelay = prepareRelayErasures(db);
  const state = statement(
    db,
    'SELECT vacuum_pending AS leftovers, scanned_to_seq AS scannedTo FROM erasure_state WHERE only = 1',
  );
  const erase = prepareEraseSale(db, { sales, append, digest, atRelay });
  const tools = { ...deps, find, queue, erase, erasures, state };
  const begin = prepareBegin(tools);
  const follow = prepareFollow(tools);
  const reapply = prepareReapply(tools);
  const eraseNext = prepareEraseNext(tools);
  const queueOlder = prepareQueueOlder(db, queue);
  const erasedAtRelay = immediateTransaction(db, (erased: readonly RelayErasure[]) => atRelay.remove(erased));
  const keyOf = statement(db, 'SELECT customer_key FROM transactions WHERE id = ?');
  return {
    databaseId: Buffer.from(genesis).toString('hex').slice(0, 8),
    salesOf: (customerNo) => read(() => find.sales(customerNo)),
    savedIdsOf: (customerNo) => read(() => deps.entries.idsOf(customerNo)),
    webhooksOf: (customerNo) => read(() => find.webhooks(customerNo)),
    isCustomer: (saleId, customerNo) =>
      read(() => {
        const key = keyOf().pluck().get(saleId);
        return key !== undefined && (key === customerKey(customerNo) || key === digest(customerNo));
      }),
    begin: (request) => write(() => begin(request)),
    follow: (request) => write(() => follow(request)),
    heldPage: (after) => read(() => heldPage()(after)),
    webhookNumbers: () => read(() => find.quarantinedAfter(0).flatMap(({ body }) => numberIn(body) ?? [])),
    erasures: () => read(() => erasures()),
    reapply: (erasures, at) => write(() => reapply(erasures, at)),
    queueOlder: (before) => write(() => queueOlder(before)),
    eraseNext: (at, evenUnsettled = false) => write(() => eraseNext(at, evenUnsettled)),
    state: () =>
      read(() => {
        const { leftovers } = StateRow.parse(state().get());
        return { waiting: queue.count(), leftovers: leftovers === 1, atRelay: !atRelay.isEmpty() };
      }),
    relayErasures: (after) => read(() => atRelay.next(after)),
    erasedAtRelay: (erased) => write(() => erasedAtRelay(erased)),
  };
}

/** What the steps of an erasure share. */
interface Tools extends CustomerDataDeps {
  find: CustomerQueries;
  queue: ErasureQueue;
  erase: EraseSale;
  erasures(): Erasure[];
  state(): Database.Statement;
}

function prepareBegin(tools: Tools): (request: Parameters<CustomerData['begin']>[0]) => ErasureStart {
  const { db, find, entries, digest, record } = tools;
  const keepNotice = statement(
    db,
    'INSERT INTO shop_erasures (id, key_id, digest, at) VALUES (@id, @keyId, @digest, @at)',
  );
  return immediateTransaction(db, ({ customerNo, note, at, notice }) => {
    const sold = find.sales(customerNo);
    const webhooks = find.webhooks(customerNo);
    const saved = entries.idsOf(customerNo);
    if (sold.length + webhooks.length + saved.length === 0 && !notice) return { kind: 'nothing' };
    const unsettled = sold.filter((sale) => !mayBeErased(sale));
    if (unsettled.length > 0) return { kind: 'unsettled', sales: unsettled };
    if (saved.some((id) => entries.hasTab(id))) return { kind: 'tab_open' };
    const erased = eraseAll(tools, sold, webhooks, saved);
    record(
      { at, digest: digest(customerNo), ...erased, ...(notice ? { notice: notice.id } : {}) },
      at,
      'supervisor',
      note,
    );
    if (notice) keepNotice().run(notice);
    return { kind: 'begun', sales: sold.length, webhooks: webhooks.length, saved: saved.length };
  });
}

function prepareFollow(tools: Tools): (request: Parameters<CustomerData['follow']>[0]) => boolean {
  const { db, find, queue, entries, digest, record } = tools;
  return immediateTransaction(db, ({ customerNo, at, notice, aheadMs }) => {
    const requestedAt = new Date(Date.parse(notice.at) - aheadMs).toISOString();
    const until = new Date(Date.parse(requestedAt) + clockSlackMs).toISOString();
    const before = find.sales(customerNo).filter(({ sentAt, createdAt }) => (sentAt ?? createdAt) <= until);
    // One that is not settled is queued already, where this is repeated.
    const sold = before.filter(({ id }) => !queue.has(id));
    const webhooks = find.webhooks(customerNo).filter((each) => (each.receivedAt ?? each.at) <= until);
    const entered = entries.idsOf(customerNo).filter((id) => (entries.consentAt(id) ?? '') <= until);
    const saved = entered.filter((id) => !entries.hasTab(id));
    if (sold.length + webhooks.length + saved.length > 0) {
      const erased = eraseAll(tools, sold, webhooks, saved);
      record({ at: requestedAt, digest: digest(customerNo), ...erased, notice: notice.id }, at, 'relay', null);
    }
    return saved.length === entered.length;
  });
}

/** Queues the sales, and erases the rest at once. @returns what the record of the erasure names */
function eraseAll(
  { queue, erase, entries }: Tools,
  sold: readonly Transaction[],
  webhooks: readonly QuarantinedMessage[],
  saved: string[],
): Pick<Erasure, 'sales' | 'webhooks' | 'saved'> {
  for (const { id } of sold) queue.add(id, 'asked');
  for (const { seq } of webhooks) erase.webhookOf(seq);
  for (const id of saved) entries.remove(id);
  return { sales: sold.map(({ id }) => id), webhooks: webhooks.map(({ seq, hash }) => [seq, hash]), saved };
}

function prepareReapply(tools: Tools): (entries: readonly Erasure[], at: string) => number {
  const { db, record, erasures } = tools;
  const eraseNamed = prepareEraseNamed(tools);
  return immediateTransaction(db, (entries, at) => {
    const all = erasures();
    const unknown: Erasure[] = [];
    for (const each of entries) {
      if (all.some((other) => sameErasure(other, each))) continue;
      all.push(each);
      unknown.push(each);
    }
    for (const each of unknown) record(each, at, 'system', null);
    eraseNamed(all);
    return unknown.length;
  });
}

/** Queues sales that an erasure names, and erases webhooks that arrived again from an older database or the relay. */
function prepareEraseNamed(tools: Tools): (list: readonly Erasure[]) => void {
  const { db, sales, entries, digest, find, queue, erase, state } = tools;
  const hashOf = statement(db, 'SELECT lower(hex(hash)) FROM events WHERE seq = ?');
  const setScannedTo = statement(db, 'UPDATE erasure_state SET scanned_to_seq = ? WHERE only = 1');
  return (list) => {
    for (const { sales: ids, webhooks, saved } of list) {
      for (const id of saved) entries.remove(id);
      for (const id of ids) {
        const sale = sales.get(id);
        if (sale && !isErased(sale)) queue.add(id, 'asked');
      }
      for (const [seq, hash] of webhooks) if (hashOf().pluck().get(seq) === hash) erase.webhookOf(seq);
    }
    const { scannedTo } = StateRow.parse(state().get());
    const late = find.quarantinedAfter(scannedTo);
    for (const { seq, receivedAt, at, body } of late) {
      const named = numberIn(body);
      const of = named === null ? null : digest(named);
      if (list.some((erasure) => erasure.digest === of && (receivedAt ?? at) <= erasure.at)) erase.webhookOf(seq);
    }
    if (late[0]) setScannedTo().run(late[0].seq);
  };
}

const prepareEraseNext = ({
  db,
  sales,
  queue,
  erase,
}: Tools): ((at: string, evenUnsettled: boolean) => Transaction[]) =>
  immediateTransaction(db, (at, evenUnsettled) =>
    queue.next(perStep, evenUnsettled).map(({ saleId, reason }) => {
      const sale = sales.get(saleId);
      if (!sale) throw new Error('what is queued refers to a sale');
      const next = erase.sale(sale, reason, at);
      queue.done(saleId);
      return next;
    }),
  );

/**
 * Queues the sales that are older than the retention period, in order of creation and each once. Unsettled sales wait
 * in the queue. A bill that was paid long after its inquiry is as old as its payment.
 * @returns whether there may be more
 */
function prepareQueueOlder(db: Database.Database, queue: ErasureQueue): (before: string) => boolean {
  const next = statement(
    db,
    `SELECT id, created_at AS createdAt, customer_no AS customerNo,
       ${lateBillSql} AND coalesce(sent_at, '') >= @before AS isYoung FROM transactions
     WHERE (created_at, id) > (SELECT aged_up_to, aged_up_to_id FROM erasure_state WHERE only = 1) AND created_at < @before
     ORDER BY created_at, id LIMIT ${perBatch}`,
  );
  const late = statement(
    db,
    `SELECT id FROM transactions INDEXED BY transactions_late
     WHERE ${lateBillSql} AND sent_at < ? AND customer_no <> '${erasedNo}'`,
  );
  const move = statement(db, 'UPDATE erasure_state SET aged_up_to = ?, aged_up_to_id = ? WHERE only = 1');
  return immediateTransaction(db, (before: string): boolean => {
    const rows = next()
      .all({ before })
      .map((row) => AgedRow.parse(row));
    for (const { id, customerNo, isYoung } of rows) {
      if (customerNo !== erasedNo && isYoung === 0) queue.add(id, 'age');
    }
    const last = rows.at(-1);
    if (last) move().run(last.createdAt, last.id);
    if (rows.length === perBatch) return true;
    for (const id of late().pluck().all(before)) queue.add(z.string().parse(id), 'age');
    return false;
  });
}

/** Queries for one customer number. */
interface CustomerQueries {
  sales(customerNo: string): Transaction[];
  /** quarantined webhooks with this number anywhere in them, newest first */
  webhooks(customerNo: string): QuarantinedMessage[];
  /** webhooks quarantined after that event */
  quarantinedAfter(seq: number): QuarantinedMessage[];
}

function prepareCustomerQueries(db: Database.Database): CustomerQueries {
  // The index begins with the product code: one seek per product instead of a scan of all sales.
  const sales = selectSales(
    db,
    `WHERE customer_key = ? AND product_code IN (
       WITH RECURSIVE codes (code) AS (
         SELECT min(product_code) FROM transactions
         UNION ALL SELECT (SELECT min(product_code) FROM transactions WHERE product_code > codes.code) FROM codes
           WHERE codes.code IS NOT NULL
       ) SELECT code FROM codes WHERE code IS NOT NULL)
     ORDER BY created_at DESC, id DESC`,
  );
  const quarantined = lazy(() =>
    db.prepare(
      `SELECT e.seq, e.at, lower(hex(e.hash)) AS hash, e.data ->> '$.receivedAt' AS receivedAt, b.bytes AS body
       FROM events e JOIN event_payloads b
         ON b.id BETWEEN e.seq * ${bodiesPerEvent} AND e.seq * ${bodiesPerEvent} + ${bodiesPerEvent - 1}
       WHERE e.type = 'webhook.quarantined' AND e.seq > ? AND b.role = 'webhook' AND b.bytes IS NOT NULL
       ORDER BY e.seq DESC`,
    ),
  );
  const after = (seq: number): QuarantinedMessage[] =>
    quarantined()
      .all(seq)
      .map((row) => QuarantinedMessage.parse(row));
  return {
    sales: (customerNo) => sales.all(customerKey(customerNo)),
    webhooks: (customerNo) =>
      after(0).filter(({ body }) => {
        const named = numberIn(body);
        return named === null ? includesCustomerNo(body, customerNo) : sameCustomerNo(named, customerNo);
      }),
    quarantinedAfter: after,
  };
}

/** The customer number of a quarantined webhook; null where it cannot be read. */
function numberIn(body: string): string | null {
  try {
    return z.object({ customer_no: z.string() }).parse(JSON.parse(body)).customer_no;
  } catch {
    return null;
  }
}
