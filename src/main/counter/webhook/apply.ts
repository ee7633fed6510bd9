import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { WireFault } from '../../../shared/wire/told.ts';
import type { Webhook } from '../../../shared/wire/webhook.ts';
import type { Amendment } from '../amend.ts';
import { weigh } from '../news.ts';
import { productDiffers } from './match.ts';
import { newsOf } from './read.ts';

/** What a notification that is about this sale does to it. The raw body is kept with the event, whatever it does. */
export function applyWebhook(
  sale: Transaction,
  heard: { webhook: Webhook; faults: readonly WireFault[]; body: Uint8Array; signature: string | null; at: string },
): Amendment {
  const { webhook, faults, body, signature, at } = heard;
  const differs = productDiffers(sale, webhook);
  const verdict = weigh(sale, newsOf(webhook, differs ? ['product_differs'] : []), at);
  return {
    changes: verdict.changes,
    event: {
      type: verdict.kind === 'disputed' ? 'webhook.disputed' : 'webhook.applied',
      actor: 'provider',
      data: {
        status: webhook.status,
        verdict: verdict.kind,
        signature,
        productDiffers: differs,
        faults: faults.map((fault) => fault.path),
      },
      bodies: [{ role: 'webhook', bytes: body }],
    },
  };
}
