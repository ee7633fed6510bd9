import { usableSn } from '../../../shared/domain/sn.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { WireFault } from '../../../shared/wire/told.ts';
import type { Webhook } from '../../../shared/wire/webhook.ts';
import type { Amendment } from '../amend.ts';
import { disputed, type News, weigh } from '../news.ts';
import { isAnother, isByHand, type Match, productDiffers } from './match.ts';
import { newsOf } from './read.ts';

export interface ReadWebhook {
  webhook: Webhook;
  faults: readonly WireFault[];
  body: Uint8Array;
  /** the order's id in the address that it came to */
  ref: string | null;
  /** what the shop believes the product costs it; null or left out: not known */
  cost?: number | null;
}

/**
 * What a notification that is about this sale does to it. The raw body is kept with the event, whatever it does.
 * @param match where another sale has the notification's id, nobody can say which of them happened
 * @param facts for the event beside what is found here
 */
export function applyWebhook(
  sale: Transaction,
  { holder, spelling }: Pick<Match, 'holder' | 'spelling'>,
  heard: ReadWebhook,
  at: string,
  facts: Amendment['event']['data'],
): Amendment {
  const { webhook, faults, body, ref, cost = null } = heard;
  const differs = productDiffers(sale, webhook);
  const news = newsOf(webhook, oddities(sale, webhook, differs, ref, cost));
  const verdict = isAnother(sale, holder) ? disputed(sale, news) : weigh(sale, news, at);
  const sameSn = isByHand(sale) && sale.sn !== null && usableSn(webhook.sn) === sale.sn;
  return {
    changes: verdict.changes,
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

function oddities(
  sale: Transaction,
  webhook: Webhook,
  differs: boolean,
  ref: string | null,
  cost: number | null,
): News['flags'] {
  const price = webhook.price ?? null;
  const otherPrice = webhook.status === 'success' && sale.kind === 'postpaid' && price !== null && price !== sale.price;
  const otherCost =
    webhook.status === 'success' && sale.kind === 'prepaid' && price !== null && cost !== null && price !== cost;
  return [
    ...(otherCost ? (['cost_differs'] as const) : []),
    ...(differs ? (['product_differs'] as const) : []),
    ...(otherPrice ? (['price_differs'] as const) : []),
    ...(ref !== null && ref !== sale.id ? (['address_differs'] as const) : []),
  ];
}
