import type Database from 'better-sqlite3';
import { z } from 'zod';
import { sameCustomerNo, standsIn } from '../../../shared/domain/customer-no.ts';
import { type Erasure, erasedNo, isErased, mayBeErased } from '../../../shared/domain/erasure.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { CustomerDigest } from '../../db/customer-digest.ts';
import { bodiesPerEvent, type prepareAppend } from '../../db/event-log.ts';
import { customerKey, lateBillSql, selectSales } from '../../db/sale-rows.ts';
import type { Sales } from '../../db/sales-repository.ts';
import { immediateTransaction, lazy, statement } from '../../db/statements.ts';
import type { CustomerData } from '../customer-data-types.ts';
import type { Entries } from '../saved-customer-entries.ts';
import { prepareEraseSale } from './erase-sale.ts';
import { type EraseQueue, prepareEraseQueue } from './erasure-queue.ts';
import { prepareErasures, type prepareRecordErasure, sameErasure } from './erasures.ts';

const Kept = z.object({
  seq: z.int(),
  at: z.string(),
  hash: z.string(),
  receivedAt: z.string().nullable(),
  body: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString()),
});

const perBatch = 200;

const Row = z.object({ id: z.string(), createdAt: z.string(), customerNo: z.string(), isYoung: z.literal([0, 1]) });

interface Parts {
  db: Database.Database;
  /** the value its chain starts from */
  genesis: Uint8Array;
  sales: Sales;
  entries: Entries;
  append: ReturnType<typeof prepareAppend>;
  digest: CustomerDigest;
  record: ReturnType<typeof prepareRecordErasure>;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

const State = z.object({ leftovers: z.int(), heardTo: z.int() });

/** Some ten milliseconds on a slow PC: a sale that comes in between hardly waits. */
const perStep = 10;

/** The port over one open connection. */
export function sqliteCustomerData(parts: Parts): CustomerData {
  const { db, genesis, sales, entries, append, digest, record, read, write } = parts;
  const find = prepareFindCustomer(db);
  const queue = prepareEraseQueue(db);
  const erasures = prepareErasures(db);
  const erase = prepareEraseSale(db, { sales, append, digest });
  const age = prepareAge(db, queue);
  const keyOf = statement(db, 'SELECT customer_key FROM transactions WHERE id = ?');
  const hashOf = statement(db, 'SELECT lower(hex(hash)) FROM events WHERE seq = ?');
  const state = statement(db, 'SELECT leftovers, heard_to AS heardTo FROM erasing WHERE only = 1');
  const heard = statement(db, 'UPDATE erasing SET heard_to = ? WHERE only = 1');

  const begin = immediateTransaction(db, (ask: Parameters<CustomerData['begin']>[0]) => {
    const found = find.sales(ask.customerNo);
    const webhooks = find.webhooks(ask.customerNo);
    const saved = entries.idsOf(ask.customerNo);
    if (found.length + webhooks.length + saved.length === 0) return { kind: 'nothing' as const };
    const unsettled = found.filter((sale) => !mayBeErased(sale));
    if (unsettled.length > 0) return { kind: 'unsettled' as const, sales: unsettled };
    for (const { id } of found) queue.add(id, 'asked');
    for (const { seq } of webhooks) erase.webhookOf(seq);
    for (const id of saved) entries.remove(id);
    const erasure = {
      at: ask.at,
      digest: digest(ask.customerNo),
      sales: found.map(({ id }) => id),
      webhooks: webhooks.map(({ seq, hash }) => [seq, hash] as const),
      saved,
    };
    record(erasure, ask.at, 'supervisor', ask.note);
    return { kind: 'begun' as const, sales: found.length, webhooks: webhooks.length, saved: saved.length };
  });

  /** Sales that an erasure names, and webhooks that came late for one: an older database, or the relay, brought them again. */
  const goAfter = (list: readonly Erasure[]): void => {
    for (const { sales: ids, webhooks, saved } of list) {
      for (const id of saved) entries.remove(id);
      for (const id of ids) {
        const sale = sales.get(id);
        if (sale && !isErased(sale)) queue.add(id, 'asked');
      }
      for (const [seq, hash] of webhooks) if (hashOf().pluck().get(seq) === hash) erase.webhookOf(seq);
    }
    const { heardTo } = State.parse(state().get());
    const late = find.setAsideAfter(heardTo);
    for (const { seq, receivedAt, at, body } of late) {
      const named = numberIn(body);
      const of = named === null ? null : digest(named);
      if (list.some((erasure) => erasure.digest === of && (receivedAt ?? at) <= erasure.at)) erase.webhookOf(seq);
    }
    if (late[0]) heard().run(late[0].seq);
  };
  const again = immediateTransaction(db, (given: readonly Erasure[], at: string): number => {
    const here = erasures();
    const known = [...here];
    const unknown: Erasure[] = [];
    for (const each of given) {
      if (known.some((other) => sameErasure(other, each))) continue;
      known.push(each);
      unknown.push(each);
    }
    for (const each of unknown) record(each, at, 'system', null);
    goAfter(known);
    return unknown.length;
  });
  const step = immediateTransaction(db, (at: string, evenUnsettled: boolean) =>
    queue.next(perStep, evenUnsettled).map(({ saleId, why }) => {
      const sale = sales.get(saleId);
      if (!sale) throw new Error('what is queued refers to a sale');
      const next = erase.sale(sale, why, at);
      queue.done(saleId);
      return next;
    }),
  );

  return {
    book: Buffer.from(genesis).toString('hex').slice(0, 8),
    salesOf: (customerNo) => read(() => find.sales(customerNo)),
    webhooksOf: (customerNo) => read(() => find.webhooks(customerNo)),
    isCustomer: (saleId, customerNo) =>
      read(() => {
        const key = keyOf().pluck().get(saleId);
        return key !== undefined && (key === customerKey(customerNo) || key === digest(customerNo));
      }),
    begin: (ask) => write(() => begin(ask)),
    erasures: () => read(() => erasures()),
    again: (known, at) => write(() => again(known, at)),
    age: (before) => write(() => age(before)),
    step: (at, evenUnsettled = false) => write(() => step(at, evenUnsettled)),
    state: () => read(() => ({ waiting: queue.count(), leftovers: State.parse(state().get()).leftovers === 1 })),
  };
}

/**
 * Queues the sales that are older than the shop keeps customers' data, along the list and never twice: one that is not
 * settled yet waits in the queue. A bill that was paid long after it was first asked for is as old as its payment.
 * @returns whether there may be more
 */
function prepareAge(db: Database.Database, queue: EraseQueue): (before: string) => boolean {
  const next = statement(
    db,
    `SELECT id, created_at AS createdAt, customer_no AS customerNo,
       ${lateBillSql} AND coalesce(sent_at, '') >= @before AS isYoung FROM transactions
     WHERE (created_at, id) > (SELECT aged_at, aged_id FROM erasing WHERE only = 1) AND created_at < @before
     ORDER BY created_at, id LIMIT ${perBatch}`,
  );
  const late = statement(
    db,
    `SELECT id FROM transactions INDEXED BY transactions_late
     WHERE ${lateBillSql} AND sent_at < ? AND customer_no <> '${erasedNo}'`,
  );
  const move = statement(db, 'UPDATE erasing SET aged_at = ?, aged_id = ? WHERE only = 1');
  return immediateTransaction(db, (before: string): boolean => {
    const rows = next()
      .all({ before })
      .map((row) => Row.parse(row));
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

interface KeptWithoutSale {
  seq: number;
  at: string;
  hash: string;
  receivedAt: string | null;
  body: string;
}

/** What the database holds about one number. */
interface FindCustomer {
  sales(customerNo: string): Transaction[];
  /** webhooks that were set aside and say this number, newest first, wherever they stand */
  webhooks(customerNo: string): KeptWithoutSale[];
  /** webhooks that were set aside after that event */
  setAsideAfter(seq: number): KeptWithoutSale[];
}

function prepareFindCustomer(db: Database.Database): FindCustomer {
  // The index begins with the product: one step along it for each product, instead of a walk over every sale.
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
  const setAside = lazy(() =>
    db.prepare(
      `SELECT e.seq, e.at, lower(hex(e.hash)) AS hash, e.data ->> '$.receivedAt' AS receivedAt, b.bytes AS body
       FROM events e JOIN bodies b
         ON b.id BETWEEN e.seq * ${bodiesPerEvent} AND e.seq * ${bodiesPerEvent} + ${bodiesPerEvent - 1}
       WHERE e.type = 'webhook.set_aside' AND e.seq > ? AND b.role = 'webhook' AND b.bytes IS NOT NULL
       ORDER BY e.seq DESC`,
    ),
  );
  const after = (seq: number): KeptWithoutSale[] =>
    setAside()
      .all(seq)
      .map((row) => Kept.parse(row));
  return {
    sales: (customerNo) => sales.all(customerKey(customerNo)),
    webhooks: (customerNo) =>
      after(0).filter(({ body }) => {
        const named = numberIn(body);
        return named === null ? standsIn(body, customerNo) : sameCustomerNo(named, customerNo);
      }),
    setAsideAfter: after,
  };
}

/** The number that a kept webhook says, as far as it can be read. */
function numberIn(body: string): string | null {
  try {
    return z.object({ customer_no: z.string() }).parse(JSON.parse(body)).customer_no;
  } catch {
    return null;
  }
}
