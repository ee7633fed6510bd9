import { createHash } from 'node:crypto';
import type { RunningRelay } from '../../src/relay/open-relay.ts';
import type { ClaimResult, OpenClaims, PostedClaim } from '../../src/shared/wire/shop.ts';
import { type Answer, ask } from './relay.ts';

/** A counter's mailbox at a relay. */
export interface ShopMailbox {
  relay: Pick<RunningRelay, 'url'>;
  mailbox: string;
  token: string;
}

export const keyId = '0123456789abcdef';
export const today = '2026-11-26';

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An id as a sale has it. */
export const saleId = (count: number): string => `019ac000-0000-7000-8000-${count.toString(16).padStart(12, '0')}`;

/** A claim of a sale of `product`, a code and a number: 'TSEL10 0812'. */
export function claimOf(sale: number, product: string, more: Partial<PostedClaim> = {}): PostedClaim {
  const [, number = ''] = product.split(' ');
  return {
    id: saleId(sale),
    version: 1,
    state: 'unresolved',
    product: digestOf(product),
    number: digestOf(number),
    day: today,
    isSent: false,
    ...more,
  };
}

export const askShop = (
  { relay, mailbox, token }: ShopMailbox,
  path: 'shop-key' | 'claims' | 'claims/settle',
  body?: unknown,
): Promise<Answer> =>
  ask(relay.url, `/v1/mailboxes/${mailbox}/${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });

/** Posts claims, and answers what became of them. */
export async function postClaims(
  of: ShopMailbox,
  claims: readonly PostedClaim[],
  key = keyId,
): Promise<readonly ClaimResult[]> {
  const { status, text, json } = await askShop(of, 'claims', { keyId: key, claims });
  if (status !== 200) throw new Error(`the claims were answered ${status}: ${text}`);
  return json.results as ClaimResult[];
}

/** Posts one claim. */
export async function postClaim(of: ShopMailbox, claim: PostedClaim, key = keyId): Promise<ClaimResult> {
  const [result] = await postClaims(of, [claim], key);
  if (!result) throw new Error('the claim has no result');
  return result;
}

export async function openClaims(of: ShopMailbox): Promise<OpenClaims> {
  const { status, text, json } = await askShop(of, 'claims');
  if (status !== 200) throw new Error(`the list of claims was answered ${status}: ${text}`);
  return json as unknown as OpenClaims;
}
