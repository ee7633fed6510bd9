import { z } from 'zod';
import { CatalogueAmount } from '../../../shared/domain/catalogue.ts';
import { saysSomethingElse, withoutMailboxIds } from '../../../shared/domain/provider-answer.ts';
import { type Transaction, usableSn } from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { parseProviderJson, readWire, type WireFault } from '../../../shared/wire/fields.ts';
import { Webhook } from '../../../shared/wire/provider.ts';
import { isoNow } from '../../base/system.ts';
import type { Change } from '../../db/change.ts';
import { disputed, type ProviderUpdate, reconcile } from '../provider-update.ts';
import { newSale, type SaleUpdate, truncateName } from '../sale.ts';
import type { SalesDatabase, SalesPorts } from '../sales-ports.ts';
import { isAnother, isManuallyResolved, type Match, productDiffers } from './match.ts';

interface ReadWebhook {
  webhook: Webhook;
  faults: readonly WireFault[];
  /** it has a serial number that is no text and no number */
  snUnreadable: boolean;
  body: Uint8Array;
  /** the order's id in the address that it came to */
  ref: string | null;
}

/**
 * What a notification that is about this sale does to it. The raw body is kept with the event, whatever it does.
 * @param match where another sale has the notification's id, and it is unknown which of them happened
 * @param facts for the event beside what is found here
 */
export async function applyWebhook(
  { catalogue }: Pick<SalesDatabase, 'catalogue'>,
  sale: Transaction,
  { holder, spelling }: Pick<Match, 'holder' | 'spelling'>,
  received: ReadWebhook,
  at: string,
  facts: SaleUpdate['event']['data'],
): Promise<SaleUpdate> {
  const { webhook, faults, snUnreadable, body, ref } = received;
  const differs = productDiffers(sale, webhook);
  const named = costNamed(sale, webhook);
  const item = named === null ? null : await catalogue.get(sale.productCode);
  const update = toProviderUpdate(
    webhook,
    warnings(sale, webhook, { differs, ref, snUnreadable, otherCost: (item?.cost ?? named) !== named }),
  );
  const verdict = isAnother(sale, holder) ? disputed(sale, update) : reconcile(sale, update, at);
  const sameSn = isManuallyResolved(sale) && sale.sn !== null && usableSn(webhook.sn) === sale.sn;
  const learnt = item?.cost === null && verdict.kind !== 'disputed' ? CatalogueAmount.safeParse(named).data : undefined;
  return {
    changes: verdict.changes,
    ...(learnt === undefined ? {} : { parts: { learntCost: { productCode: sale.productCode, cost: learnt } } }),
    event: {
      type: verdict.kind === 'disputed' ? 'webhook.disputed' : 'webhook.applied',
      actor: 'provider',
      data: {
        ...facts,
        status: webhook.status,
        verdict: verdict.kind,
        // As in the event of a person who records the serial number (inferProviderId).
        ...(sameSn && verdict.kind !== 'disputed' ? { sameSn } : {}),
        productDiffers: differs,
        ...(spelling === null || verdict.kind === 'disputed' ? {} : { spelling }),
        faults: faults.map((fault) => fault.path),
      },
      bodies: [{ role: 'webhook', bytes: body }],
    },
  };
}

/** What the provider took for an order, where its webhook says so. A bill's price is the customer's, and another code another product's. */
function costNamed(sale: Transaction, webhook: Webhook): number | null {
  if (sale.kind !== 'prepaid' || webhook.status !== 'success') return null;
  if (saysSomethingElse(webhook.product_code, sale.productCode)) return null;
  return webhook.price === 0 ? null : (webhook.price ?? null);
}

function warnings(
  sale: Transaction,
  webhook: Webhook,
  {
    differs,
    ref,
    snUnreadable,
    otherCost,
  }: { differs: boolean; ref: string | null; snUnreadable: boolean; otherCost: boolean },
): ProviderUpdate['flags'] {
  const price = webhook.price ?? null;
  const otherPrice = webhook.status === 'success' && sale.kind === 'postpaid' && price !== null && price !== sale.price;
  return [
    ...(snUnreadable && webhook.status === 'success' ? (['answer_incomplete'] as const) : []),
    ...(otherCost ? (['cost_differs'] as const) : []),
    ...(differs ? (['product_differs'] as const) : []),
    ...(otherPrice ? (['price_differs'] as const) : []),
    ...(ref !== null && ref !== sale.id ? (['address_differs'] as const) : []),
  ];
}

/** Lenient about UTF-8, as the relay is: what was signed is not lost over a broken letter in a name. */
const decoder = new TextDecoder();

const WithoutSn = z.object({ sn: z.null().optional() });

/** The notification in the raw bytes of a webhook (spec, Events), or null when it cannot be read or lacks what it needs. */
export function readWebhook(body: Uint8Array): Pick<ReadWebhook, 'webhook' | 'faults' | 'snUnreadable'> | null {
  try {
    const json = parseProviderJson(decoder.decode(body));
    const reading = readWire(Webhook, json);
    if (!reading.ok) return null;
    const snUnreadable = reading.value.sn === null && !WithoutSn.safeParse(json).success;
    return { webhook: reading.value, faults: reading.faults, snUnreadable };
  } catch {
    return null;
  }
}

/** A notification in the words of a sale. */
function toProviderUpdate(webhook: Webhook, flags: ProviderUpdate['flags']): ProviderUpdate {
  return {
    from: 'webhook',
    status: webhook.status,
    transactionId: webhook.transaction_id,
    sn: webhook.sn,
    message: webhook.message,
    price: webhook.price ?? null,
    customerName: null,
    refused: false,
    flags,
  };
}

/**
 * Infers the sale's id at the provider from a serial number that a person records: the webhook in the sale's history with that
 * number has the id. An id that came only with other serial numbers may be another sale's.
 * @param sn null: none was recorded
 * @returns `sameSn`: whether the id came with that number; null: nothing is known
 */
export async function inferProviderId(
  db: Pick<SalesDatabase, 'webhooksOf' | 'findByTransactionId'>,
  sale: Transaction,
  sn: string | null,
): Promise<{ changes: Partial<Transaction>; sameSn: boolean | null }> {
  const nothing = { changes: {}, sameSn: null };
  if (sn === null || sale.transactionIdFrom === 'answer') return nothing;
  const webhooks = (await db.webhooksOf(sale.id)).flatMap(({ type, body }) => {
    const webhook = type === 'webhook.quarantined' || body === null ? undefined : readWebhook(body)?.webhook;
    return webhook && usableSn(webhook.sn) !== null ? [webhook] : [];
  });
  if (sale.transactionId !== null) {
    const numbers = webhooks.flatMap((one) => (one.transaction_id === sale.transactionId ? [usableSn(one.sn)] : []));
    return numbers.length === 0 ? nothing : { changes: {}, sameSn: numbers.includes(sn) };
  }
  const own = webhooks.find((webhook) => usableSn(webhook.sn) === sn);
  if (!own || (await db.findByTransactionId(own.transaction_id))) return nothing;
  return { changes: { transactionId: own.transaction_id, transactionIdFrom: 'webhook' }, sameSn: true };
}

export interface OrphanWebhook {
  ref: string | null;
  body: Uint8Array;
  signature: string | null;
  receivedAt: string | null;
  /** the event that had quarantined it, if one had */
  quarantined?: number;
}

/** Clocks that were set meanwhile. */
const slackMs = 24 * 60 * 60_000;

/**
 * After a restore the relay still holds webhooks of orders that the copy knows nothing of. Such an order is taken over as
 * `unknown`: the signature proves that the provider spoke, but not the ref, and what the customer paid and read is lost
 * (docs/adr/0008-backup-and-restore.md). A person or a further webhook settles it.
 * @returns false where this webhook gives no reason to: the database was not restored, or the ref is none that it lost
 */
export async function createSaleFromWebhook(
  ports: SalesPorts,
  { ref, body, ...facts }: OrphanWebhook,
  webhook: Webhook,
  cursor?: NonNullable<Change['cursor']>,
): Promise<boolean> {
  const madeAt = ref === null ? null : madeAtOf(ref);
  if (ref === null || madeAt === null || !isInRestoreGap(ports, madeAt)) return false;
  const sale: Transaction = {
    ...newSale(ports, await whatWasSold(ports, webhook), null),
    id: ref,
    productName: truncateName(webhook.product_name),
    transactionId: webhook.transaction_id,
    transactionIdFrom: 'webhook',
    message: withoutMailboxIds(webhook.message),
    createdAt: new Date(madeAt).toISOString(),
    sentAt: new Date(madeAt).toISOString(),
    day: wallClock(madeAt, ports.rules().timeZone).day,
  };
  const result = await ports.db.commit({
    sale: { expectedRevision: 0, next: sale },
    event: {
      type: 'sale.created_from_webhook',
      at: isoNow(ports.clock),
      actor: 'provider',
      data: { status: webhook.status, ...facts },
      bodies: [{ role: 'webhook', bytes: body }],
    },
    ...(cursor ? { cursor } : {}),
  });
  if (result.kind !== 'committed') throw new Error(`an order taken over was answered with ${result.kind}`);
  ports.log.warn('an order that the restored database did not know was taken over');
  ports.publishSale(result.sale ?? sale);
  return true;
}

/** Made after the copy's last event and before the restore: since then every order of ours is written down before it leaves. */
function isInRestoreGap({ db: { restored }, clock }: SalesPorts, madeAt: number): boolean {
  const times = restored ? [restored, ...restored.earlier] : [];
  return times.some(({ upTo, at }) => {
    const [copied, putBack] = [Date.parse(upTo), Date.parse(at)];
    // A clock was wrong at one of the two, and it is unknown at which: until when orders were lost is not known.
    const [first, last] = putBack < copied ? [putBack, clock.now()] : [copied, putBack];
    return madeAt >= first - slackMs && madeAt <= last + slackMs;
  });
}

/** The code is not among the documented fields of a webhook, so it may have to be known by the product's name. */
async function whatWasSold(ports: SalesPorts, webhook: Webhook) {
  const name = truncateName(webhook.product_name);
  const product = (await ports.db.knownProducts()).find(
    ({ product }) => product.productName !== null && product.productName === name,
  );
  const productCode = webhook.product_code ?? product?.product.productCode ?? name ?? '-';
  return { kind: 'prepaid', state: 'unknown', productCode, customerNo: webhook.customer_no } as const;
}

const uuid7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** When an id of ours was made, milliseconds since 1970; null for what is none. A UUIDv7 begins with it. */
function madeAtOf(ref: string): number | null {
  const match = uuid7.exec(ref);
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : null;
}
