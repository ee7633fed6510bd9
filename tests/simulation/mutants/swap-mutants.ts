import { type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { Mutant } from './mutant.ts';

export const addressIsEnough: Mutant = {
  name: 'address-is-enough',
  breaks: 'c',
  about: 'an order whose answer was lost takes what comes to its address, though another of its kind has no id either',
  db: (seen) => ({ ...seen, hasUnidentifiedSibling: async () => false }),
};

export const lastNumberWins: Mutant = {
  name: 'last-number-wins',
  breaks: 'c',
  about: 'a webhook with another serial number than a person noted replaces that number',
  db: (seen) => ({ ...seen, commit: (change) => seen.commit(withItsNumber(change)) }),
};

type Change = Parameters<ShopDatabase['commit']>[0];

function withItsNumber(change: Change): Change {
  const { sale, event } = change;
  const body = event.bodies.find(({ role }) => role === 'webhook')?.bytes;
  if (!sale || !body || event.type !== 'webhook.disputed' || sale.next.sn === null) return change;
  if (!sale.next.flags.includes('resolved_by_hand') || sale.next.transactionId !== null) return change;
  const payload = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
  if (payload['status'] !== 'success' || typeof payload['sn'] !== 'string' || payload['sn'].length < 2) return change;
  return { ...change, sale: { ...sale, next: { ...sale.next, state: 'success', sn: payload['sn'] } } };
}
