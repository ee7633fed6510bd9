import { CatalogueAmount } from '../../../shared/domain/catalogue.ts';
import { saysSomethingElse } from '../../../shared/domain/provider-answer.ts';
import { type Transaction, usableSn } from '../../../shared/domain/transaction.ts';
import { readWire, type WireFault } from '../../../shared/wire/lenient.ts';
import { Webhook } from '../../../shared/wire/order.ts';
import { disputed, type ProviderUpdate, reconcile } from '../provider-update.ts';
import type { SaleUpdate } from '../sale.ts';
import type { SalesDatabase } from '../sales-ports.ts';
import { isAnother, isManuallyResolved, type Match, productDiffers } from './match.ts';

interface ReadWebhook {
  webhook: Webhook;
  faults: readonly WireFault[];
  body: Uint8Array;
  /** the order's id in the address that it came to */
  ref: string | null;
}

/**
 * What a notification that is about this sale does to it. The raw body is kept with the event, whatever it does.
 * @param match where another sale has the notification's id, nobody can say which of them happened
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
  const { webhook, faults, body, ref } = received;
  const differs = productDiffers(sale, webhook);
  const named = costNamed(sale, webhook);
  const item = named === null ? null : await catalogue.get(sale.productCode);
  const update = toProviderUpdate(
    webhook,
    oddities(sale, webhook, { differs, ref, otherCost: (item?.cost ?? named) !== named }),
  );
  const verdict = isAnother(sale, holder) ? disputed(sale, update) : reconcile(sale, update, at);
  const sameSn = isManuallyResolved(sale) && sale.sn !== null && usableSn(webhook.sn) === sale.sn;
  const learnt = item?.cost === null && verdict.kind !== 'disputed' ? CatalogueAmount.safeParse(named).data : undefined;
  return {
    changes: verdict.changes,
    ...(learnt === undefined ? {} : { learntCost: { productCode: sale.productCode, cost: learnt } }),
    event: {
      type: verdict.kind === 'disputed' ? 'webhook.disputed' : 'webhook.applied',
      actor: 'provider',
      data: {
        ...facts,
        status: webhook.status,
        verdict: verdict.kind,
        // As in the event of a person who records the number (id-told-with.ts).
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

function oddities(
  sale: Transaction,
  webhook: Webhook,
  { differs, ref, otherCost }: { differs: boolean; ref: string | null; otherCost: boolean },
): ProviderUpdate['flags'] {
  const price = webhook.price ?? null;
  const otherPrice = webhook.status === 'success' && sale.kind === 'postpaid' && price !== null && price !== sale.price;
  return [
    ...(otherCost ? (['cost_differs'] as const) : []),
    ...(differs ? (['product_differs'] as const) : []),
    ...(otherPrice ? (['price_differs'] as const) : []),
    ...(ref !== null && ref !== sale.id ? (['address_differs'] as const) : []),
  ];
}

/** Lenient about UTF-8, as the relay is: what was signed is not lost over a broken letter in a name. */
const decoder = new TextDecoder();

/** The notification in the raw bytes of a webhook (spec, Events), or null when it cannot be read or lacks what it needs. */
export function readWebhook(body: Uint8Array): { webhook: Webhook; faults: WireFault[] } | null {
  try {
    const reading = readWire(Webhook, JSON.parse(decoder.decode(body)));
    return reading.ok ? { webhook: reading.value, faults: reading.faults } : null;
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
 * What a serial number that a person records says about the sale's id at the provider, by the webhooks in its story. The one
 * that told this number has told the id; an id that only ever came with other numbers may be another sale's.
 * @param sn null: none was recorded, which says nothing
 * @returns `sameSn`: whether the id came with that number; null where nothing was said
 */
export async function inferProviderId(
  journal: Pick<SalesDatabase, 'webhooksOf' | 'findByTransactionId'>,
  sale: Transaction,
  sn: string | null,
): Promise<{ changes: Partial<Transaction>; sameSn: boolean | null }> {
  const nothing = { changes: {}, sameSn: null };
  if (sn === null || sale.transactionIdFrom === 'answer') return nothing;
  const told = (await journal.webhooksOf(sale.id)).flatMap(({ type, body }) => {
    const webhook = type === 'webhook.set_aside' || body === null ? undefined : readWebhook(body)?.webhook;
    return webhook && usableSn(webhook.sn) !== null ? [webhook] : [];
  });
  if (sale.transactionId !== null) {
    const numbers = told.flatMap((one) => (one.transaction_id === sale.transactionId ? [usableSn(one.sn)] : []));
    return numbers.length === 0 ? nothing : { changes: {}, sameSn: numbers.includes(sn) };
  }
  const own = told.find((webhook) => usableSn(webhook.sn) === sn);
  if (!own || (await journal.findByTransactionId(own.transaction_id))) return nothing;
  return { changes: { transactionId: own.transaction_id, transactionIdFrom: 'webhook' }, sameSn: true };
}
