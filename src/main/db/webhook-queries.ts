import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { QuarantinedWebhook } from '../../shared/contract/transactions.ts';
import { QuarantineReason, SaleEventType } from '../../shared/domain/sale-event.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { bodiesPerEvent, prepareBodies } from './event-log.ts';
import { type CustomerDigest, customerKey, selectSales } from './sale-rows.ts';
import { prepareUnidentified } from './sales-repository.ts';
import { jsonText, opaqueParam, pluckStatement, rawStatement, statement } from './statements.ts';

/** One that was kept and not applied, with the very bytes that came. */
export interface StoredQuarantinedWebhook extends Omit<QuarantinedWebhook, 'body'> {
  /** null: erased */
  body: Uint8Array | null;
}

export interface UnverifiedWebhook {
  seq: number;
  ref: string | null;
  event: string | null;
  signature: string | null;
  receivedAt: string | null;
  /** null: erased */
  body: Uint8Array | null;
}

/** An order whose webhook failed the signature check; without a sale: the orders until then count no more. */
export interface UnverifiedOrder {
  saleId: string | null;
  /** ISO 8601, the relay's clock */
  receivedAt: string;
  /** the shop's key in use then, see keyIdOf */
  keyId: string | null;
}

export interface KeptWebhook {
  seq: number;
  at: string;
  type: SaleEventType;
  signature: string | null;
  body: Uint8Array | null;
}

/** What is read of webhooks. */
export interface WebhookQueries {
  /**
   * webhooks stored but not applied, newest first; with `signed` only those that one of the shop's keys signed, or only the
   * others; with `onlyOpen` without those that are done
   */
  quarantined(limit: number, signed?: boolean, onlyOpen?: boolean): StoredQuarantinedWebhook[];
  /** webhooks quarantined because no key fitted, the newest `limit`, oldest first */
  unverified(limit: number): UnverifiedWebhook[];
  /** events of orders whose webhook failed the signature check, and when a person ended the stop, oldest first */
  unverifiedOrders(): UnverifiedOrder[];
  /** whether webhooks that no key fitted were counted instead of kept since the first event, and the mailbox was not read again since the last */
  discardedBetween(first: number, last: number): boolean;
  /** every webhook in a sale's timeline, oldest first, with the raw bytes that were signed (null: erased) */
  webhooksOf(saleId: string): KeptWebhook[];
  /** whether exactly these bytes were already kept as a webhook of this sale, and not quarantined */
  hasWebhook(saleId: string, body: Uint8Array): boolean;
  /** another sale of the same product and number that has exactly these bytes as its webhook, or as a quarantined one from before this one began */
  otherWithWebhook(sale: Transaction, body: Uint8Array): Transaction | null;
  /** whether another sale of the same product and number has no id that is certainly its own: one that waits, or that a person settled */
  hasUnidentifiedSibling(sale: Transaction): boolean;
  /** codes of the products for which a webhook taught that spelling of their name; see sales/webhooks/match.ts */
  codesSpelt(spelling: string, provider?: string): string[];
}

const StoredWebhookRow = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  type: SaleEventType,
  signature: z.string().nullable(),
  body: z.instanceof(Uint8Array).nullable(),
});

/**
 * The signature in an event; a webhook that was applied after quarantine has it in the event that quarantined it. For a
 * statement that names the event `e`.
 */
export const signatureSql = `coalesce(e.data ->> '$.signature',
  (SELECT was.data ->> '$.signature' FROM events was WHERE was.seq = e.data ->> '$.quarantined'))`;

/** The webhooks of a sale, with the bytes as they were signed. */
function prepareWebhooksOf(db: Database.Database): (saleId: string) => KeptWebhook[] {
  const select = statement(
    db,
    `SELECT e.seq, e.at, e.type, ${signatureSql} AS signature, b.bytes AS body FROM events e
     JOIN event_payloads b ON b.id BETWEEN e.seq * ${bodiesPerEvent} AND e.seq * ${bodiesPerEvent} + ${bodiesPerEvent - 1}
     WHERE e.sale_id = ? AND b.role = 'webhook' ORDER BY e.seq`,
  );
  return (saleId) =>
    select()
      .all(saleId)
      .map((row) => StoredWebhookRow.parse(row));
}

const applied = `e.type <> 'webhook.quarantined'`;

/**
 * Webhooks of a sale with exactly these bytes. A quarantined one does not count: its obstacle (a retired key, a bill not yet
 * sent) may be gone when it comes again.
 */
const webhookOf = (sale: string, counts = applied): string => `
  SELECT 1 FROM events e
  JOIN event_payloads b ON b.id BETWEEN e.seq * ${bodiesPerEvent} AND e.seq * ${bodiesPerEvent} + ${bodiesPerEvent - 1}
  WHERE e.sale_id = ${sale} AND (${counts}) AND b.role = 'webhook' AND b.bytes = ${opaqueParam()}`;

/** Whether exactly these bytes are already stored as a webhook of this sale. */
function prepareHasWebhook(db: Database.Database): (saleId: string, body: Uint8Array) => boolean {
  const select = pluckStatement(db, `${webhookOf(opaqueParam())} LIMIT 1`);
  return (saleId, body) => select().get(saleId, body) !== undefined;
}

/**
 * Another sale of the same product and number with exactly these bytes as its webhook. A quarantined one counts when the sale
 * in question had not begun yet: then the webhook cannot be about it.
 */
function prepareOtherWithWebhook(db: Database.Database): (sale: Transaction, body: Uint8Array) => Transaction | null {
  const before = `e.seq < (SELECT min(seq) FROM events WHERE sale_id = ${opaqueParam()})`;
  const select = selectSales(
    db,
    `WHERE product_code = ${opaqueParam()} COLLATE NOCASE AND customer_key = ${opaqueParam()} AND id IS NOT ${opaqueParam()}
     AND EXISTS (${webhookOf('transactions.id', `${applied} OR ${before}`)}) LIMIT 1`,
  );
  return ({ id, productCode, customerNo }, body) => select.first(productCode, customerKey(customerNo), id, id, body);
}

const Codes = z.array(z.string());

/** Codes of the products that webhooks named so, each bound to its sale by the id in an answer. */
function prepareCodesSpelt(db: Database.Database): (spelling: string, provider?: string) => string[] {
  // A sale from before providers were recorded may be any provider's.
  const select = pluckStatement(
    db,
    `SELECT DISTINCT sale.product_code FROM events AS said JOIN transactions AS sale ON sale.id = said.sale_id
     WHERE said.type = 'webhook.applied' AND said.data ->> '$.spelling' = @spelling
       AND said.data ->> '$.spelling' IS NOT NULL
       AND (@provider IS NULL OR NOT EXISTS (SELECT 1 FROM events AS sent
         WHERE sent.sale_id = sale.id AND sent.data ->> '$.provider' <> @provider))`,
  );
  return (spelling, provider) => Codes.parse(select().all({ spelling, provider: provider ?? null }));
}

const QuarantinedRow = z.tuple([
  z.int().positive(),
  z.iso.datetime(),
  /** `data` as the event's writer stored it */
  jsonText.pipe(z.object({ reason: QuarantineReason, ref: z.string().nullish() })),
]);

/**
 * Whether the event `aside` is done: it was applied later, a person discarded it, or a person recorded the outcome of its sale.
 */
const handled = `(EXISTS (SELECT 1 FROM events h WHERE h.data ->> '$.quarantined' = aside.seq)
  OR EXISTS (SELECT 1 FROM events r WHERE r.sale_id = aside.sale_id AND r.type = 'sale.manually_resolved' AND r.seq > aside.seq))`;

/**
 * Webhooks that were stored but not applied, newest first. Their event's data carries `reason` and `ref`. `onlyOpen`: without
 * those that are done. `signed`: only those that one of the shop's keys signed, or only the others; undefined: all.
 */
function prepareQuarantined(
  db: Database.Database,
): (limit: number, signed?: boolean, onlyOpen?: boolean) => StoredQuarantinedWebhook[] {
  const select = rawStatement(
    db,
    `SELECT seq, at, data FROM events aside WHERE type = 'webhook.quarantined' AND (NOT @onlyOpen OR NOT ${handled})
     AND (@signed IS NULL OR @signed = (data ->> 'reason' <> 'bad_signature'))
     ORDER BY seq DESC LIMIT ${opaqueParam('@limit')}`,
  );
  const bodies = prepareBodies(db);
  return (limit, signed, onlyOpen = false) =>
    select()
      .all({ limit, onlyOpen: Number(onlyOpen), signed: signed === undefined ? null : Number(signed) })
      .map((row) => {
        const [seq, at, data] = QuarantinedRow.parse(row);
        const webhook = bodies(seq).find(({ role }) => role === 'webhook');
        return { seq, at, reason: data.reason, ref: data.ref ?? null, body: webhook?.bytes ?? null };
      });
}

export function countQuarantined(db: Database.Database): () => number {
  const count = pluckStatement(
    db,
    `SELECT count(*) FROM events aside WHERE type = 'webhook.quarantined' AND NOT ${handled}`,
  );
  return () => z.int().parse(count().get());
}

const UnverifiedRow = z.object({
  seq: z.int().positive(),
  data: jsonText.pipe(
    z.object({
      ref: z.string().nullish(),
      event: z.string().nullish(),
      signature: z.string().nullish(),
      receivedAt: z.string().nullish(),
    }),
  ),
});

/** The newest unverified webhooks, oldest first. */
function prepareUnverified(db: Database.Database): (limit: number) => UnverifiedWebhook[] {
  const select = statement(
    db,
    `SELECT seq, data FROM events
     WHERE type = 'webhook.quarantined' AND data ->> 'reason' = 'bad_signature' ORDER BY seq DESC LIMIT ?`,
  );
  const bodies = prepareBodies(db);
  return (limit) =>
    select()
      .all(limit)
      .map((row) => {
        const { seq, data } = UnverifiedRow.parse(row);
        return {
          seq,
          ref: data.ref ?? null,
          event: data.event ?? null,
          signature: data.signature ?? null,
          receivedAt: data.receivedAt ?? null,
          body: bodies(seq).find(({ role }) => role === 'webhook')?.bytes ?? null,
        };
      })
      .toReversed();
}

/** Whether webhooks were discarded since the first event, without the mailbox having been read again since. */
function prepareDiscardedBetween(db: Database.Database): (first: number, last: number) => boolean {
  const counted = `type = 'webhook.discarded' AND data ->> '$.readAgain' IS NULL`;
  const again = `type = 'webhook.discarded' AND data ->> '$.readAgain' = 1`;
  const select = pluckStatement(
    db,
    `SELECT EXISTS (SELECT 1 FROM events WHERE seq > ? AND ${counted})
        AND NOT EXISTS (SELECT 1 FROM events WHERE seq > ? AND ${again})`,
  );
  return (first, last) => select().get(first, last) === 1;
}

const UnverifiedOrderRow = z
  .tuple([z.string().nullable(), jsonText.pipe(z.object({ receivedAt: z.string(), keyId: z.string().nullish() }))])
  .transform(([saleId, { receivedAt, keyId }]) => ({ saleId, receivedAt, keyId: keyId ?? null }));

/** Orders whose webhook failed the signature check, and when a person ended the stop, oldest first. */
function prepareUnverifiedOrders(db: Database.Database): () => UnverifiedOrder[] {
  const select = rawStatement(db, `SELECT sale_id, data FROM events WHERE type = 'webhook.unverified' ORDER BY seq`);
  return () =>
    select()
      .all()
      .map((row) => UnverifiedOrderRow.parse(row));
}

export const prepareWebhookQueries = (db: Database.Database, digest: CustomerDigest): WebhookQueries => ({
  quarantined: prepareQuarantined(db),
  unverified: prepareUnverified(db),
  unverifiedOrders: prepareUnverifiedOrders(db),
  discardedBetween: prepareDiscardedBetween(db),
  webhooksOf: prepareWebhooksOf(db),
  hasWebhook: prepareHasWebhook(db),
  otherWithWebhook: prepareOtherWithWebhook(db),
  hasUnidentifiedSibling: prepareUnidentified(db, digest),
  codesSpelt: prepareCodesSpelt(db),
});
