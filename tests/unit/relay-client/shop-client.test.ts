import { describe, expect, test } from 'vitest';
import type { TransportOutcome, TransportRequest } from '../../../src/main/base/system.ts';
import { createShopClient } from '../../../src/main/relay-client/shop-client.ts';
import { maxOpenClaims } from '../../../src/shared/wire/shop.ts';

const answered = (status: number, json: unknown): TransportOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  body: new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json)),
});

function shopAt(outcome: TransportOutcome) {
  const requests: TransportRequest[] = [];
  const transport = {
    exchange: async (request: TransportRequest) => {
      requests.push(request);
      return outcome;
    },
  };
  return { requests, shop: createShopClient({ transport, url: 'https://relay.test/', mailbox: 'm', token: 't' }) };
}

const keyId = 'ab'.repeat(8);
const claim = {
  id: '0195f0aa-0000-7000-8000-000000000001',
  version: 1,
  state: 'unresolved' as const,
  product: 'ab'.repeat(32),
  number: 'cd'.repeat(32),
  day: '2026-03-10',
  isSent: false,
};
const claims = { keyId, claims: [claim] };

describe('the shop at the relay', () => {
  test('claims go over a kept connection, with short limits', async () => {
    const { requests, shop } = shopAt(answered(200, { results: [{ outcome: 'recorded', others: [] }] }));
    expect(await shop.postClaims(claims)).toEqual({ kind: 'answered', value: [{ outcome: 'recorded', others: [] }] });
    const [request] = requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://relay.test/v1/mailboxes/m/claims',
      headers: { authorization: 'Bearer t' },
      keepAlive: true,
    });
    expect((request?.connectTimeoutMs ?? 0) + (request?.answerTimeoutMs ?? 0)).toBeLessThanOrEqual(5000);
    expect(JSON.parse(new TextDecoder().decode(request?.body))).toEqual(claims);
  });

  test.each<[string, TransportOutcome, object]>([
    ['no connection', { kind: 'never_sent', reason: 'ECONNREFUSED' }, { kind: 'silent' }],
    ['a lost answer', { kind: 'lost', reason: 'reset' }, { kind: 'silent' }],
    ['a relay whose database fails', answered(500, { message: 'no' }), { kind: 'silent' }],
    ['somebody else’s page', answered(200, '<html></html>'), { kind: 'silent' }],
    ['fewer results than claims', answered(200, { results: [] }), { kind: 'silent' }],
    ['a wrong token', answered(401, { message: 'no' }), { kind: 'refused', reason: null }],
    ['an older relay', answered(404, { message: 'no' }), { kind: 'refused', reason: null }],
    ['no shop', answered(409, { reason: 'no_shop' }), { kind: 'refused', reason: 'no_shop' }],
    ['another key', answered(409, { reason: 'other_key' }), { kind: 'refused', reason: 'other_key' }],
  ])('%s is no record of a claim', async (_what, outcome, expected) => {
    expect(await shopAt(outcome).shop.postClaims(claims)).toEqual(expected);
  });

  const listed = { id: claim.id, version: 1, state: claim.state, product: claim.product, day: claim.day };

  test('an older relay, which has no pages, may leave out claims of a full list', async () => {
    const own = (count: number) => ({ own: Array.from({ length: count }, () => listed), others: [] });
    const cut = shopAt(answered(200, own(maxOpenClaims)));
    expect(await cut.shop.openClaims()).toMatchObject({ value: { isCut: true } });
    expect(await shopAt(answered(200, own(1))).shop.openClaims()).toEqual({ kind: 'answered', value: own(1) });
    expect(cut.requests).toHaveLength(1);
  });

  test('a list that never ends is no list', async () => {
    const { requests, shop } = shopAt(answered(200, { own: [listed], others: [], more: true }));
    expect(await shop.openClaims()).toEqual({ kind: 'silent' });
    expect(requests.length).toBeLessThan(200);
  });

  test('a posted key is answered with the shop, with the one that was first', async () => {
    const first = { id: 's1', name: 'Toko', keyId: 'ff'.repeat(8) };
    const taken = shopAt(answered(409, { reason: 'other_key', shop: first }));
    expect(await taken.shop.postKey(keyId)).toEqual({ kind: 'answered', value: first });
    const own = shopAt(answered(200, { status: 'success', message: 'OK', shop: { ...first, keyId } }));
    expect(await own.shop.postKey(keyId)).toMatchObject({ kind: 'answered', value: { keyId } });
    expect(await shopAt(answered(409, { reason: 'no_shop' })).shop.postKey(keyId)).toMatchObject({ kind: 'refused' });
  });

  test.each([
    [200, { kind: 'answered', value: true }],
    [404, { kind: 'answered', value: false }],
    [409, { kind: 'answered', value: false }],
    [401, { kind: 'refused', reason: null }],
    [500, { kind: 'silent' }],
  ])('settling that is answered %d', async (status, expected) => {
    const { shop } = shopAt(answered(status, {}));
    expect(await shop.settle({ id: claim.id, outcome: 'failed' })).toEqual(expected);
  });
});

describe('the notices of the shop', () => {
  const sealed = { id: claim.id, topic: 'erasure' as const, sealed: 'AAAA' };
  const notice = { ...sealed, keyId: 'a'.repeat(16) };
  const { signal } = new AbortController();

  test('one is posted with time for a large body, and answered with its number', async () => {
    const { requests, shop } = shopAt(answered(200, { seq: 7 }));
    expect(await shop.postNotice(notice, signal)).toEqual({ kind: 'answered', value: 7 });
    expect(requests[0]).toMatchObject({ method: 'POST', url: 'https://relay.test/v1/mailboxes/m/shop/notices' });
    expect(requests[0]?.answerTimeoutMs).toBeGreaterThan(30_000);
    expect(JSON.parse(new TextDecoder().decode(requests[0]?.body))).toEqual(notice);
  });

  test('those behind a number are read', async () => {
    const page = { notices: [{ seq: 8, ...sealed }], more: true };
    const { requests, shop } = shopAt(answered(200, page));
    expect(await shop.noticesAfter(7, signal)).toEqual({ kind: 'answered', value: page });
    expect(requests[0]).toMatchObject({ method: 'GET', url: 'https://relay.test/v1/mailboxes/m/shop/notices?after=7' });
  });

  test.each(['no_shop', 'no_office', 'full'] as const)('says that one is refused: %s', async (reason) => {
    const { shop } = shopAt(answered(409, { reason }));
    expect(await shop.postNotice(notice, signal)).toEqual({ kind: 'refused', reason });
  });
});
