import { createHash, randomBytes } from 'node:crypto';
import { createMailboxIn, createShop } from '../../src/relay/core/mailbox-service.ts';
import type { MailboxRole } from '../../src/relay/core/store.ts';
import type { RunningRelay } from '../../src/relay/open-relay.ts';
import { systemClock as clock, systemRandom as random } from '../../src/server/system.ts';
import { RelayPage } from '../../src/shared/wire/relay.ts';
import type { ClaimResult, OpenClaims, PostedClaim, ShopOfMailbox } from '../../src/shared/wire/shop.ts';
import { type Answer, beside, type DatabaseUnderTest, sendRequest } from './relay.ts';

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
  path: 'shop-key' | 'claims' | 'claims/settle' | 'claims/restore',
  body?: unknown,
): Promise<Answer> =>
  sendRequest(relay.url, `/v1/mailboxes/${mailbox}/${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });

/** A shop at a relay, and its counters. */
export async function shopAt<Under extends DatabaseUnderTest & { relay: Pick<RunningRelay, 'url'> }>(
  start: () => Promise<Under>,
  names: readonly string[],
) {
  const under = await start();
  const opened = await (under.openedBeside?.() ?? beside(under));
  const { shops, mailboxes, vault } = opened;
  const shop = await createShop({ store: shops, clock, random }, `shop ${randomBytes(4).toString('hex')}`);
  const join = async (name: string, role?: MailboxRole): Promise<ShopMailbox> => {
    const mailboxFields = { name, secret: null, shop, ...(role ? { role } : {}) };
    const mailbox = await createMailboxIn({ store: mailboxes, vault, clock, random }, mailboxFields);
    if (typeof mailbox === 'string') throw new Error(mailbox);
    return { relay: { url: under.relay.url }, ...mailbox };
  };
  const counters: ShopMailbox[] = [];
  for (const name of names) counters.push(await join(name));
  const [first] = counters;
  if (first) await askShop(first, 'shop-key', { keyId });
  return { under, shop, counters, join, ...opened };
}

export async function twoCountersAt<Under extends DatabaseUnderTest & { relay: Pick<RunningRelay, 'url'> }>(
  start: () => Promise<Under>,
) {
  const opened = await shopAt(start, ['Front', 'Back']);
  const [front, back] = opened.counters;
  if (!front || !back) throw new Error('two counters');
  return { ...opened, front, back };
}

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

/** Says that a counter has compared, where its shop waits for that. @param rosters those that it has seen */
export async function sayCompared(of: ShopMailbox, rosters?: string[]): Promise<void> {
  const { restore } = await openClaims(of);
  if (restore) await askShop(of, 'claims/restore', { step: 'compared', id: restore.id, rosters });
}

/** A page of the mailbox's events, as far as it names the shop. */
export async function shopOfPage({ relay, mailbox, token }: ShopMailbox): Promise<ShopOfMailbox | undefined> {
  const { text } = await sendRequest(relay.url, `/v1/mailboxes/${mailbox}/events?wait=0`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return RelayPage.parse(JSON.parse(text)).shop;
}

export async function openClaims(of: ShopMailbox): Promise<OpenClaims> {
  const { status, text, json } = await askShop(of, 'claims');
  if (status !== 200) throw new Error(`the list of claims was answered ${status}: ${text}`);
  return json as unknown as OpenClaims;
}
