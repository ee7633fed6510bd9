import type Database from 'better-sqlite3';
import { z } from 'zod';
import { isErased, mayBeErased } from '../../../shared/domain/erased.ts';
import type { Erasure } from '../../../shared/domain/erasure.ts';
import type { CustomerData } from '../../ports/customer-data.ts';
import type { Entries } from '../customers/entries.ts';
import { immediately, statement } from '../lazily.ts';
import type { prepareAppend } from '../log/append.ts';
import { customerKey } from '../sales/row.ts';
import type { Sales } from '../sales/sales.ts';
import { prepareAge } from './age.ts';
import type { CustomerDigest } from './digest.ts';
import { prepareEraseSale } from './erase-sale.ts';
import { prepareErasures, type prepareRecordErasure, sameErasure } from './erasures.ts';
import { numberIn, prepareFindCustomer } from './find.ts';
import { prepareEraseQueue } from './queue.ts';

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

  const begin = immediately(db, (ask: Parameters<CustomerData['begin']>[0]) => {
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
  const again = immediately(db, (given: readonly Erasure[], at: string): number => {
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
  const step = immediately(db, (at: string, evenUnsettled: boolean) =>
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
