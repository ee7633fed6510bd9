import { withoutMailboxIds } from '../../../shared/domain/provider-answer.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import type { Webhook } from '../../../shared/wire/order.ts';
import type { Change } from '../../db/sales-store.ts';
import { keptName, newSale, timestamp } from '../sale.ts';
import type { SalesPorts } from '../sales-ports.ts';

export interface LostWebhook {
  ref: string | null;
  body: Uint8Array;
  signature: string | null;
  receivedAt: string | null;
  /** the event that had put it aside, if one had */
  setAside?: number;
}

/** Clocks that were set meanwhile. */
const slackMs = 24 * 60 * 60_000;

/**
 * After a restore the relay still holds webhooks of orders that the copy knows nothing of. Such an order is taken over as
 * `unknown`: the signature proves that the provider spoke, but not the ref, and what the customer paid and was told is lost
 * (docs/adr/0008-backup-and-restore.md). A person or a further webhook settles it.
 * @returns false where this webhook gives no reason to: the database was not restored, or the ref is none that it lost
 */
export async function adopt(
  ports: SalesPorts,
  { ref, body, ...facts }: LostWebhook,
  webhook: Webhook,
  cursor?: NonNullable<Change['cursor']>,
): Promise<boolean> {
  const madeAt = ref === null ? null : madeAtOf(ref);
  if (ref === null || madeAt === null || !wasLost(ports, madeAt)) return false;
  const sale: Transaction = {
    ...newSale(ports, await whatWasSold(ports, webhook), null),
    id: ref,
    productName: keptName(webhook.product_name),
    transactionId: webhook.transaction_id,
    transactionIdFrom: 'webhook',
    message: withoutMailboxIds(webhook.message),
    createdAt: new Date(madeAt).toISOString(),
    sentAt: new Date(madeAt).toISOString(),
    day: wallClock(madeAt, ports.rules().timeZone).day,
  };
  const kept = await ports.journal.commit({
    sale: { expectedRevision: 0, next: sale },
    event: {
      type: 'webhook.adopted',
      at: timestamp(ports),
      actor: 'provider',
      data: { status: webhook.status, ...facts },
      bodies: [{ role: 'webhook', bytes: body }],
    },
    ...(cursor ? { cursor } : {}),
  });
  if (kept.kind !== 'committed') throw new Error(`an order taken over was answered with ${kept.kind}`);
  ports.log.warn('an order that the restored database did not know was taken over');
  ports.publishSale(kept.sale ?? sale);
  return true;
}

/** Made after the copy's last event and before the restore: since then every order of ours is written down before it leaves. */
function wasLost({ journal: { restored }, clock }: SalesPorts, madeAt: number): boolean {
  const times = restored ? [restored, ...restored.earlier] : [];
  return times.some(({ upTo, at }) => {
    const [copied, putBack] = [Date.parse(upTo), Date.parse(at)];
    // A clock was wrong at one of the two, and nobody can say at which: until when orders were lost is not known.
    const [first, last] = putBack < copied ? [putBack, clock.now()] : [copied, putBack];
    return madeAt >= first - slackMs && madeAt <= last + slackMs;
  });
}

/** The code is not among the documented fields of a webhook, so it may have to be known by the product's name. */
async function whatWasSold(ports: SalesPorts, webhook: Webhook) {
  const name = keptName(webhook.product_name);
  const known = (await ports.journal.knownProducts()).find(
    ({ product }) => product.productName !== null && product.productName === name,
  );
  const productCode = webhook.product_code ?? known?.product.productCode ?? name ?? '-';
  return { kind: 'prepaid', state: 'unknown', productCode, customerNo: webhook.customer_no } as const;
}

const uuid7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** When an id of ours was made, milliseconds since 1970; null for what is none. A UUIDv7 begins with it. */
function madeAtOf(ref: string): number | null {
  const match = uuid7.exec(ref);
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : null;
}
