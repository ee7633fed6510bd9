import type { SetAsideWebhook } from '../../../shared/contract/transactions.ts';
import { bodyText } from '../../db/event-log.ts';
import type { SalesStore } from '../../db/sales-store.ts';

/**
 * What the screen lists of webhooks set aside, newest first. At most half are such as nobody signed: those anybody may have
 * sent, and they may not push out the ones that the provider did.
 */
export async function listQuarantined(
  journal: Pick<SalesStore, 'setAside'>,
  limit: number,
): Promise<SetAsideWebhook[]> {
  const signed = await journal.setAside(limit, true, true);
  const others = await journal.setAside(Math.max(limit - signed.length, Math.floor(limit / 2)), false, true);
  const shown = [...signed.slice(0, limit - others.length), ...others];
  return shown
    .toSorted((one, other) => other.seq - one.seq)
    .map(({ seq, at, reason, ref, body }) => ({ seq, at, reason, ref, body: bodyText(body) }));
}
