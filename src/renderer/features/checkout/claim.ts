import { useEffect } from 'react';
import { fail, type KonterError } from '../../../shared/contract/errors.ts';
import type { RawInput } from '../../../shared/contract/registry.ts';
import { call } from '../../host/call.ts';
import { useStatus } from '../../state/status.ts';
import type { CheckoutKind } from './checkout-rules.ts';
import { type Checkout, missingField, pairKey, update, useCheckout } from './checkout-store.ts';
import { billOf, requestOf } from './sale-draft.ts';

/** The counter that has the sale, or a sale here that blocks it: no money is taken before it is settled. */
export const isHeldError = (error: KonterError | null): error is KonterError =>
  error?.code === 'in_flight' && error.reason !== 'lost_journal';

/** What is claimed: product and number once both are named, and a bill once it is found. Null: nothing. */
function claimKey(checkout: Checkout): string | null {
  const { kind, draft, phase, step } = checkout;
  if (phase !== 'confirm' && (phase !== 'entry' || (step !== 'price' && step !== 'tendered'))) return null;
  const missing = missingField(checkout);
  if (missing === 'customerNo' || missing === 'product' || (kind === 'bill' && draft.bill === null)) return null;
  return `${pairKey(draft)} ${draft.bill ?? ''}`;
}

/** A claim lapses at the relay after a minute: the reading back renews it where it is older than this. */
const claimedForMs = 40_000;

/** Claims the sale for this counter from the moment that product and number are named, and again for the reading back. */
export function useClaim(kind: CheckoutKind): void {
  const key = useCheckout((state) => claimKey(state[kind]));
  const isReadBack = useCheckout((state) => state[kind].phase === 'confirm');
  useEffect(() => (key === null ? undefined : claimSale(kind)), [kind, key]);
  useEffect(() => {
    if (isReadBack) renewClaim(kind);
  }, [kind, isReadBack]);
}

interface Claim {
  ids: Promise<string | null>[];
  /** milliseconds since the page's time origin */
  at: number;
  request: () => void;
}

const claims = new Map<CheckoutKind, Claim>();

/**
 * In a shop with several counters another one that has the sale is named before the customer pays. Nothing waits for the answer.
 * @returns to be called when the sale is another one: unless it is being sent, it is given up
 */
export function claimSale(kind: CheckoutKind): () => void {
  const shop = useStatus.getState().status?.shop;
  if (!shop || shop.isKeyMissing) return () => undefined;
  const sale = claimOf(kind);
  const claim: Claim = {
    ids: [],
    at: 0,
    request() {
      claim.at = performance.now();
      claim.ids.push(askCounters(kind, sale, () => claims.get(kind) === claim));
    },
  };
  claims.set(kind, claim);
  claim.request();
  return () => {
    if (claims.get(kind) === claim) claims.delete(kind);
    const { phase } = useCheckout.getState()[kind];
    // Once it is sent, it is claimed by the press of the key.
    if (phase === 'sending' || phase === 'result') return;
    for (const id of claim.ids) void giveUp(id);
  };
}

export function renewClaim(kind: CheckoutKind): void {
  const claim = claims.get(kind);
  if (claim && performance.now() - claim.at > claimedForMs) claim.request();
}

async function giveUp(claimed: Promise<string | null>): Promise<void> {
  const saleId = await claimed;
  if (saleId !== null) await call('shop.leave', { saleId });
}

async function askCounters(
  kind: CheckoutKind,
  sale: RawInput<'shop.readBack'>,
  isClaimed: () => boolean,
): Promise<string | null> {
  const answer = await call('shop.readBack', sale);
  if (!answer.ok) return null;
  const { saleId, counter } = answer.value;
  const { phase } = useCheckout.getState()[kind];
  if (counter && isClaimed() && (phase === 'entry' || phase === 'confirm')) {
    update(kind, { error: fail('in_flight', 'Another counter sells this.', { counter }).error });
  }
  return saleId;
}

/** Product and number of the sale, and of a bill its id. */
export function claimOf(kind: CheckoutKind): RawInput<'shop.readBack'> {
  const { draft } = useCheckout.getState()[kind];
  const { productCode, customerNo } = billOf(draft) ?? requestOf(draft);
  return { productCode, customerNo, ...(draft.bill === null ? {} : { saleId: draft.bill }) };
}
