import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { maxClaimSealed, maxClaims, type OpenClaims, type PostedClaim } from '../../src/shared/wire/shop.ts';
import {
  body,
  hook,
  metric,
  poll,
  type RelayUnderTest,
  relayOfFile,
  sendRequest,
  startRelay,
} from '../support/relay.ts';
import {
  askShop,
  claimOf,
  keyId,
  openClaims,
  postClaim,
  postClaims,
  type ShopMailbox,
  saleId,
  sayCompared,
  shopAt,
  shopOfPage,
  today,
  twoCountersAt,
} from '../support/shop.ts';
import { folder } from '../support/temporary-folder.ts';

const sharedRelay = relayOfFile();
const twoCounters = (start: () => Promise<RelayUnderTest> = sharedRelay) => twoCountersAt(start);

const inFlightAt = (counter: string, sale: number) => ({
  outcome: 'in_flight',
  other: { id: saleId(sale), counter, isSameProduct: true, isRevoked: false },
});

test('what one counter claims is in flight for the others, until it is closed', async () => {
  const { front, back } = await twoCounters();
  expect(await postClaim(front, claimOf(1, 'A 0812'))).toEqual({ outcome: 'recorded', others: [] });
  expect(await postClaim(back, claimOf(2, 'A 0812'))).toMatchObject(inFlightAt('Front', 1));
  // Nothing of the refused one is kept.
  expect((await openClaims(back)).own).toEqual([]);
  await postClaim(front, claimOf(1, 'A 0812', { version: 2, state: 'failed' }));
  expect(await postClaim(back, claimOf(2, 'A 0812'))).toMatchObject({ outcome: 'recorded', others: [] });
  expect(await postClaim(front, claimOf(3, 'A 0812'))).toMatchObject(inFlightAt('Back', 2));
});

test('a counter’s own claims are never in its way: its journal guards those', async () => {
  const { front, back } = await twoCounters();
  const [first, second] = [claimOf(1, 'A 0812'), claimOf(2, 'A 0812')];
  expect(await postClaims(front, [first, second])).toMatchObject([{ outcome: 'recorded' }, { outcome: 'recorded' }]);
  await postClaim(front, { ...first, version: 2, state: 'success' });
  // The second one is in the way of others, although the first one was recorded before it.
  expect(await postClaim(back, claimOf(3, 'A 0812'))).toMatchObject(inFlightAt('Front', 2));
});

test('the same number under another code is recorded, and the other claims are named', async () => {
  const { front, back } = await twoCounters();
  await postClaim(front, claimOf(1, 'A 0812'));
  await postClaims(
    front,
    [2, 3, 4].map((sale) => claimOf(sale, 'C 0812', { version: 1, state: 'success' })),
  );
  await postClaim(front, claimOf(5, 'C 0812', { state: 'success', day: '2026-11-25' }));
  await postClaim(front, claimOf(6, 'C 0812', { state: 'failed' }));
  await postClaim(front, claimOf(7, 'C 0899'));
  const result = await postClaim(back, claimOf(8, 'B 0812'));
  expect(result).toMatchObject({
    outcome: 'recorded',
    others: [{ id: saleId(1), counter: 'Front', state: 'unresolved', isSameProduct: false }, {}, {}, {}],
  });
  const others = result.outcome === 'recorded' ? result.others : [];
  expect(others.slice(1).map(({ id, state }) => [id, state])).toEqual(
    [4, 3, 2].map((sale) => [saleId(sale), 'success']),
  );
});

test('one that succeeded on the same day is named, and refuses nothing', async () => {
  const { front, back } = await twoCounters();
  await postClaim(front, claimOf(1, 'A 0812', { state: 'success' }));
  expect(await postClaim(back, claimOf(2, 'A 0812'))).toMatchObject({
    outcome: 'recorded',
    others: [{ id: saleId(1), state: 'success', isSameProduct: true, day: today }],
  });
});

test('a sale that was sent already is recorded whatever others claim, and is in the way of the next', async () => {
  const { front, back, join } = await twoCounters();
  await postClaim(front, claimOf(1, 'A 0812'));
  expect(await postClaim(back, claimOf(2, 'A 0812', { isSent: true }))).toMatchObject({
    outcome: 'recorded',
    others: [{ id: saleId(1), state: 'unresolved', isSameProduct: true }],
  });
  // What was allowed stays so, in a later version too.
  expect(await postClaim(front, claimOf(1, 'A 0812', { version: 2 }))).toMatchObject({ outcome: 'recorded' });
  await postClaim(front, claimOf(1, 'A 0812', { version: 3, state: 'failed' }));
  expect(await postClaim(await join('Third'), claimOf(3, 'A 0812'))).toMatchObject(inFlightAt('Back', 2));
});

test('a closed claim may be opened by a later version, and is refused where another has the product by then', async () => {
  const { front, back } = await twoCounters();
  await postClaim(front, claimOf(1, 'A 0812'));
  await postClaim(front, claimOf(1, 'A 0812', { version: 2, state: 'failed' }));
  expect(await postClaim(front, claimOf(1, 'A 0812', { version: 3 }))).toMatchObject({ outcome: 'recorded' });
  await postClaim(front, claimOf(1, 'A 0812', { version: 4, state: 'failed' }));
  await postClaim(back, claimOf(2, 'A 0812'));
  expect(await postClaim(front, claimOf(1, 'A 0812', { version: 5 }))).toMatchObject(inFlightAt('Back', 2));
  // A correction is a fact.
  expect(await postClaim(front, claimOf(1, 'A 0812', { version: 5, isSent: true }))).toMatchObject({
    outcome: 'recorded',
  });
});

test('only a higher version changes anything; a repeat of the recorded one is recorded again', async () => {
  const { front } = await twoCounters();
  const confirmed = claimOf(1, 'A 0812', { version: 2 });
  await postClaim(front, confirmed);
  const stale = { outcome: 'stale', version: 2, state: 'unresolved' };
  // The tentative one comes late.
  expect(await postClaim(front, claimOf(1, 'A 0812', { state: 'tentative' }))).toEqual(stale);
  expect(await postClaim(front, confirmed)).toEqual({ outcome: 'recorded', others: [] });
  expect(await postClaim(front, { ...confirmed, state: 'withdrawn' })).toEqual(stale);
  expect(await postClaim(front, { ...confirmed, product: claimOf(1, 'B 0812').product })).toEqual(stale);
  const { product, number } = confirmed;
  expect((await openClaims(front)).own).toEqual([
    { id: saleId(1), version: 2, state: 'unresolved', product, number, day: today },
  ]);
  // A withdrawal that comes first is kept for what comes late.
  await postClaim(front, claimOf(2, 'A 0812', { version: 3, state: 'withdrawn' }));
  expect(await postClaim(front, claimOf(2, 'A 0812', { version: 2 }))).toEqual({
    outcome: 'stale',
    version: 3,
    state: 'withdrawn',
  });
  expect((await openClaims(front)).own).toHaveLength(1);
});

test('no counter changes another’s claim', async () => {
  const { front, back } = await twoCounters();
  await postClaim(front, claimOf(1, 'A 0812'));
  for (const state of ['unresolved', 'failed', 'withdrawn'] as const) {
    const posted = claimOf(1, 'A 0812', { version: 9, state, isSent: true });
    expect(await postClaims(back, [posted, claimOf(2, 'B 0899')])).toMatchObject([
      { outcome: 'stale', version: 1, state: 'unresolved' },
      { outcome: 'recorded' },
    ]);
  }
  expect((await openClaims(front)).own).toMatchObject([{ id: saleId(1), version: 1 }]);
});

test('a tentative claim is in the way for a minute of the relay’s clock, then of nobody', async () => {
  const { front, back, store, under } = await twoCounters();
  const tentative = claimOf(1, 'A 0812', { state: 'tentative' });
  await postClaim(front, tentative);
  expect(await postClaim(back, claimOf(2, 'A 0812', { state: 'tentative' }))).toMatchObject(inFlightAt('Front', 1));
  expect(await postClaim(back, claimOf(2, 'A 0812'))).toMatchObject(inFlightAt('Front', 1));
  expect((await openClaims(back)).others).toMatchObject([{ id: saleId(1), state: 'tentative', counter: 'Front' }]);
  const at = async (ms: number, mailbox: string, claim: PostedClaim) => {
    const [result] = await store.recordClaims([{ mailbox, keyId, claim }], Date.now() + ms);
    return result;
  };
  expect(await at(58_000, back.mailbox, claimOf(2, 'A 0812'))).toMatchObject(inFlightAt('Front', 1));
  // Also one from the future, after the clock was set back.
  expect(await at(-3_600_000, back.mailbox, claimOf(3, 'A 0812', { state: 'withdrawn' }))).toMatchObject({
    others: [],
  });
  expect(await at(61_000, back.mailbox, claimOf(2, 'A 0812'))).toMatchObject({ outcome: 'recorded', others: [] });
  expect(await at(62_000, front.mailbox, tentative)).toMatchObject(inFlightAt('Back', 2));
  expect(await at(62_000, front.mailbox, { ...tentative, version: 2, state: 'unresolved' })).toMatchObject(
    inFlightAt('Back', 2),
  );
  await under.sql(`update claims set changed_at = '2026-01-01T00:00:00.000Z' where id = '${saleId(1)}'`);
  expect(await openClaims(front)).toMatchObject({ own: [], others: [{ id: saleId(2), isRevoked: false }] });
});

test('each page, and the report of a gap, names the shop of the mailbox and its key', async () => {
  const { under, shop, counters, join, shops } = await shopAt(startRelay, []);
  expect((await poll(under)).json).not.toHaveProperty('shop');
  const front = await join('Front');
  const [{ name } = { name: '' }] = await shops.listShops();
  const { roster } = (await shopOfPage(front)) ?? {};
  expect((await poll(front)).json.shop).toEqual({ id: shop, name, keyId: null, roster });
  expect((await askShop(front, 'shop-key', { keyId })).json).toEqual({ shop: { id: shop, name, keyId, roster } });
  await hook(front, body('T1'));
  await hook(front, body('T2'));
  expect((await poll(front)).json.shop).toEqual({ id: shop, name, keyId, roster });
  expect((await poll(front)).events).toHaveLength(2);
  await under.sql(`update mailboxes set pruned_through = 1 where id = '${front.mailbox}'`);
  expect(await poll(front)).toMatchObject({ status: 410, json: { shop: { id: shop, name, keyId } } });
  expect(counters).toEqual([]);
});

test('the first key of a shop counts; with another one, or in no shop, nothing is claimed', async () => {
  const { under, front, back } = await twoCounters();
  const other = 'fedcba9876543210';
  const refused = { status: 409, json: { reason: 'other_key', shop: { keyId } } };
  expect(await askShop(back, 'shop-key', { keyId: other })).toMatchObject(refused);
  expect((await askShop(back, 'shop-key', { keyId })).status).toBe(200);
  expect(await askShop(back, 'claims', { keyId: other, claims: [claimOf(1, 'A 0812')] })).toMatchObject(refused);
  expect((await openClaims(front)).others).toEqual([]);
  const alone = { status: 409, json: { reason: 'no_shop' } };
  expect(await askShop(under, 'shop-key', { keyId })).toMatchObject(alone);
  expect(await askShop(under, 'claims', { keyId, claims: [claimOf(1, 'A 0812')] })).toMatchObject(alone);
  expect(await askShop(under, 'claims')).toMatchObject(alone);
  expect(await askShop(under, 'claims/settle', { id: saleId(1), outcome: 'failed' })).toMatchObject(alone);
});

test('shops do not see each other’s claims, also under one key', async () => {
  const [one, other] = [await twoCounters(), await twoCounters()];
  await postClaim(one.front, claimOf(1, 'A 0812'));
  expect(await postClaim(other.front, claimOf(1, 'A 0812'))).toEqual({ outcome: 'recorded', others: [] });
  expect(await postClaim(other.back, claimOf(2, 'A 0812'))).toMatchObject(inFlightAt('Front', 1));
  expect((await openClaims(one.back)).others).toHaveLength(1);
});

test('a wrong token, and that of another mailbox, learns nothing of a shop and claims nothing', async () => {
  const { front, back } = await twoCounters();
  for (const of of [
    { ...front, token: 'wrong' },
    { ...front, token: back.token },
    { ...front, mailbox: 'unknown' },
  ]) {
    expect((await askShop(of, 'shop-key', { keyId })).status).toBe(401);
    expect((await askShop(of, 'claims', { keyId, claims: [claimOf(1, 'A 0812')] })).status).toBe(401);
    expect((await askShop(of, 'claims')).status).toBe(401);
    expect((await askShop(of, 'claims/settle', { id: saleId(1), outcome: 'failed' })).status).toBe(401);
  }
  expect(await openClaims(front)).toEqual({ own: [], others: [] });
});

test('a request that is not one is refused, and records nothing', async () => {
  const { front } = await twoCounters();
  const one = claimOf(1, 'A 0812');
  const many = Array.from({ length: 101 }, (_, at) => claimOf(at, 'A 0812'));
  const wrong = [
    {},
    { keyId, claims: [] },
    { keyId, claims: many },
    { keyId: 'x', claims: [one] },
    ...[
      { id: 'sale' },
      { version: 0 },
      { version: 1.5 },
      { version: 2 ** 60 },
      { state: 'sent' },
      { product: 'A 0812' },
      { day: 'today' },
      { isSent: 1 },
    ].map((fields) => ({ keyId, claims: [{ ...one, ...fields }] })),
  ];
  for (const json of wrong) expect([json, (await askShop(front, 'claims', json)).status]).toEqual([json, 400]);
  const path = `/v1/mailboxes/${front.mailbox}/claims`;
  const headers = { authorization: `Bearer ${front.token}` };
  const post = (text: string) =>
    sendRequest(front.relay.url, path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: text,
    });
  expect((await post('{"keyId":')).status).toBe(400);
  expect((await post(' '.repeat(maxClaims * (maxClaimSealed + 1024) + 1))).status).toBe(413);
  expect((await sendRequest(front.relay.url, path, { method: 'POST', headers, body: '{}' })).status).toBe(415);
  expect((await sendRequest(front.relay.url, path, { method: 'PUT', headers })).status).toBe(405);
  expect((await sendRequest(front.relay.url, `${path}/settle`, { headers })).status).toBe(405);
  expect(await openClaims(front)).toEqual({ own: [], others: [] });
  // As many as may come at once.
  expect(await postClaims(front, many.slice(0, 100))).toHaveLength(100);
});

test.each(['disabled', 'removed', 'deleted'] as const)(
  'the claim of a %s counter stays in the way, until a supervisor settles it',
  async (removal) => {
    const { front, back, shop, shops, mailboxes } = await twoCounters();
    await postClaims(front, [claimOf(1, 'A 0812'), claimOf(2, 'B 0813'), claimOf(3, 'C 0814', { state: 'failed' })]);
    const settle = (sale: number, outcome: string) => askShop(back, 'claims/settle', { id: saleId(sale), outcome });
    expect(await settle(1, 'failed')).toMatchObject({ status: 409, json: { reason: 'not_revoked' } });
    if (removal === 'disabled') await mailboxes.setDisabled(front.mailbox, new Date().toISOString());
    if (removal === 'removed') await shops.removeFromShop(shop, front.mailbox);
    if (removal === 'deleted') await mailboxes.deleteMailbox(front.mailbox);
    expect(await postClaim(back, claimOf(4, 'A 0812'))).toMatchObject({
      outcome: 'in_flight',
      other: { id: saleId(1), counter: 'Front', isRevoked: true },
    });
    expect((await openClaims(back)).others).toMatchObject([
      { id: saleId(1), isRevoked: true },
      { id: saleId(2), isRevoked: true },
    ]);
    expect((await settle(1, 'failed')).status).toBe(200);
    expect((await settle(1, 'failed')).status).toBe(200);
    expect(await settle(1, 'success')).toMatchObject({ status: 409, json: { reason: 'settled' } });
    expect((await settle(9, 'success')).status).toBe(404);
    expect(await postClaim(back, claimOf(4, 'A 0812'))).toEqual({ outcome: 'recorded', others: [] });
    expect((await settle(2, 'success')).status).toBe(200);
    expect(await postClaim(back, claimOf(5, 'B 0813'))).toMatchObject({
      outcome: 'recorded',
      others: [{ id: saleId(2), state: 'success', counter: 'Front', isRevoked: true }],
    });
    if (removal === 'deleted') return;
    expect((await askShop(front, 'claims')).status).toBe(removal === 'disabled' ? 401 : 409);
    if (removal === 'disabled') await mailboxes.setDisabled(front.mailbox, null);
    else await shops.addToShop(shop, front.mailbox);
    // It knows nothing of the settlement yet, and posts.
    expect(await postClaim(front, claimOf(1, 'A 0812'))).toEqual({ outcome: 'stale', version: 1, state: 'failed' });
    expect((await openClaims(back)).others).toEqual([]);
  },
);

test('after the key is rotated earlier claims are in the way of all, until their counters claim again', async () => {
  const { front, back, shop, join, shops } = await twoCounters();
  const third = await join('Third');
  await postClaims(front, [claimOf(1, 'A 0812'), claimOf(2, 'B 0813', { state: 'success' })]);
  await postClaims(third, [claimOf(3, 'C 0814')]);
  expect(await shops.rotateShopKey(shop, { mailbox: third.mailbox, at: new Date().toISOString() })).toBe('rotated');
  expect(await askShop(back, 'claims', { keyId, claims: [claimOf(4, 'D 0815')] })).toMatchObject({
    status: 409,
    json: { reason: 'other_key', shop: { keyId: null } },
  });
  expect((await askShop(third, 'shop-key', { keyId })).status).toBe(401);
  const next = 'fedcba9876543210';
  expect((await askShop(back, 'shop-key', { keyId: next })).status).toBe(200);
  // Digests of the two keys have nothing in common.
  const again = (sale: number, product: string, more: Partial<PostedClaim> = {}) =>
    claimOf(sale, `new-${product.replace(' ', ' new-')}`, more);
  const notComparable = { outcome: 'in_flight', other: { isSameProduct: false } };
  expect(await postClaim(back, again(4, 'D 0815'), next)).toMatchObject(notComparable);
  expect(await postClaim(back, again(4, 'D 0815', { state: 'tentative' }), next)).toMatchObject(notComparable);
  expect(await postClaim(front, again(1, 'A 0812'), next)).toEqual({ outcome: 'recorded', others: [] });
  expect(await postClaim(back, again(4, 'D 0815'), next)).toMatchObject({
    outcome: 'in_flight',
    other: { id: saleId(3), counter: 'Third', isRevoked: true, isSameProduct: false },
  });
  expect((await askShop(back, 'claims/settle', { id: saleId(3), outcome: 'failed' })).status).toBe(200);
  expect(await postClaim(back, again(4, 'D 0815'), next)).toEqual({ outcome: 'recorded', others: [] });
  expect(await postClaim(back, again(5, 'A 0812'), next)).toMatchObject(inFlightAt('Front', 1));
});

test('the log says what became of claims and who settled one, and has no digest, token or whole mailbox id', async () => {
  const path = join(await folder(), 'log');
  const { front, back, mailboxes } = await twoCounters(() => startRelay({}, { log: createLog('info', path) }));
  const claim = claimOf(1, 'A 0812');
  await postClaim(front, claim);
  await postClaim(back, claimOf(2, 'A 0812'));
  await mailboxes.setDisabled(front.mailbox, new Date().toISOString());
  await askShop(back, 'claims/settle', { id: saleId(1), outcome: 'failed' });
  await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toContain('claim settled'));
  const text = await readFile(path, 'utf8');
  expect(text).toContain('"outcomes":["recorded"]');
  expect(text).toContain('"outcomes":["in_flight"]');
  for (const hidden of [claim.product, claim.number, keyId, front.mailbox, back.token])
    expect(text).not.toContain(hidden);
});

test('claims survive a restart of the relay', async () => {
  const { under, front, back } = await twoCounters(startRelay);
  await postClaim(front, claimOf(1, 'A 0812'));
  await under.restart();
  expect(await postClaim(back, claimOf(2, 'A 0812'))).toMatchObject(inFlightAt('Front', 1));
  expect(await postClaim(front, claimOf(1, 'A 0812'))).toMatchObject({ outcome: 'recorded' });
});

describe('as a relay begins over what may be an older copy', () => {
  const waitsFor = async (of: ShopMailbox): Promise<unknown> => (await openClaims(of)).restore?.waiting;

  test('nothing new is claimed before each counter of the shop has compared', async () => {
    const { front, back, mailboxes } = await twoCounters();
    await mailboxes.beginStart('start-1');
    const refused = await askShop(back, 'claims', { keyId, claims: [claimOf(2, 'A 0812')] });
    expect(refused).toMatchObject({ status: 409, json: { reason: 'restored', waiting: ['Back', 'Front'] } });
    await sayCompared(back);
    expect(await waitsFor(back)).toEqual(['Front']);
    await sayCompared(front);
    expect(await postClaim(back, claimOf(2, 'A 0812'))).toMatchObject({ outcome: 'recorded' });
  });

  test('what it knows is answered at once: that another counter holds it, and that it was recorded', async () => {
    const { front, back, mailboxes } = await twoCounters();
    const claim = claimOf(1, 'A 0812');
    await postClaim(front, claim);
    await mailboxes.beginStart('start-1');
    expect(await postClaim(back, claimOf(2, 'A 0812'))).toMatchObject(inFlightAt('Front', 1));
    expect(await postClaim(front, claim)).toMatchObject({ outcome: 'recorded' });
  });

  test('what was sent already is claimed at once', async () => {
    const { front, mailboxes } = await twoCounters();
    await mailboxes.beginStart('start-1');
    expect(await postClaim(front, { ...claimOf(1, 'A 0812'), isSent: true })).toMatchObject({ outcome: 'recorded' });
  });

  test('a counter that stays away is not waited for any longer', async () => {
    const { front, mailboxes } = await twoCounters();
    await mailboxes.beginStart('start-1');
    await mailboxes.endStart('start-1', () => false);
    expect(await postClaim(front, claimOf(1, 'A 0812'))).toMatchObject({ outcome: 'recorded' });
  });

  test('a counter that runs, and has not compared in that time, is waited for as after the command', async () => {
    const { front, back, mailboxes } = await twoCounters();
    await mailboxes.beginStart('start-1');
    await sayCompared(back);
    await mailboxes.endStart('start-1', (mailbox) => mailbox === front.mailbox);
    const { restore } = await openClaims(back);
    expect(restore).toMatchObject({ waiting: ['Front'], id: expect.not.stringMatching(/^start-/) });
    await sayCompared(front);
    expect(await postClaim(back, claimOf(1, 'A 0812'))).toMatchObject({ outcome: 'recorded' });
  });

  test('… and one that is off is not, beside it', async () => {
    const { front, back, join, mailboxes } = await twoCounters();
    await join('Off');
    await mailboxes.beginStart('start-1');
    await mailboxes.endStart('start-1', (mailbox) => [front.mailbox, back.mailbox].includes(mailbox));
    expect(await waitsFor(back)).toEqual(['Back', 'Front']);
  });

  test('the end of an earlier start ends no later one, whose relay died before', async () => {
    const { front, mailboxes } = await twoCounters();
    await mailboxes.beginStart('start-1');
    await mailboxes.beginStart('start-2');
    await mailboxes.endStart('start-1', () => false);
    expect(await waitsFor(front)).toEqual(['Back', 'Front']);
  });

  test('a counter that misses what it had claimed makes its shop wait for all', async () => {
    const { front, back, mailboxes } = await twoCounters();
    await mailboxes.beginStart('start-1');
    await sayCompared(back);
    await askShop(front, 'claims/restore', { step: 'noticed' });
    await mailboxes.endStart('start-1', () => false);
    expect(await waitsFor(front)).toEqual(['Back', 'Front']);
  });

  test('what is put back by command is waited for as before', async () => {
    const { front, mailboxes } = await twoCounters(startRelay);
    await mailboxes.beginEpoch('e'.repeat(32), Date.now());
    await mailboxes.beginStart('start-1');
    await mailboxes.endStart('start-1', () => false);
    expect(await waitsFor(front)).toEqual(['Back', 'Front']);
  });

  describe.each([
    ['as it begins', ({ mailboxes }: Awaited<ReturnType<typeof twoCounters>>) => mailboxes.beginStart('start-1')],
    [
      'by command',
      ({ mailboxes }: Awaited<ReturnType<typeof twoCounters>>) => mailboxes.beginEpoch('e'.repeat(32), Date.now()),
    ],
    ['and nobody has noticed', async () => undefined],
  ])('a counter that has seen later counters of its shop than the relay, %s,', (_, begin) => {
    test('stops the shop until a supervisor goes on, once all have compared', async () => {
      const counters = await twoCounters();
      const { front, back } = counters;
      const { roster = '' } = (await shopOfPage(front)) ?? {};
      const rosters = [roster, 'e'.repeat(16)];
      await begin(counters);
      await askShop(back, 'claims/restore', { step: 'noticed', rosters });
      // The third has the same to say.
      await askShop(front, 'claims/restore', { step: 'noticed', rosters });
      for (const one of [front, back]) await sayCompared(one, rosters);
      const { restore } = await openClaims(back);
      expect(restore).toEqual({ id: expect.stringMatching(/^roster-/), waiting: [] });
      const refused = await askShop(front, 'claims', { keyId, claims: [claimOf(1, 'A 0812')] });
      expect(refused).toMatchObject({ status: 409, json: { reason: 'restored', waiting: [] } });
      await askShop(front, 'claims/restore', { step: 'accepted', id: restore?.id });
      await askShop(back, 'claims/restore', { step: 'noticed', rosters });
      expect(await postClaim(front, claimOf(1, 'A 0812'))).toMatchObject({ outcome: 'recorded' });
    });
  });

  test.each(['disabled', 'removed', 'deleted'] as const)(
    'a counter that is %s before it has compared may have open sales: a supervisor ends the wait',
    async (removal) => {
      const { front, back, shop, shops, mailboxes } = await twoCounters();
      await mailboxes.beginEpoch('e'.repeat(32), Date.now());
      if (removal === 'disabled') await mailboxes.setDisabled(front.mailbox, new Date().toISOString());
      if (removal === 'removed') await shops.removeFromShop(shop, front.mailbox);
      if (removal === 'deleted') await mailboxes.deleteMailbox(front.mailbox);
      await sayCompared(back);
      const { restore } = await openClaims(back);
      expect(restore).toEqual({ id: expect.stringMatching(/^roster-/), waiting: [] });
      const claims = [claimOf(1, 'A 0812')];
      expect(await askShop(back, 'claims', { keyId, claims })).toMatchObject({ json: { reason: 'restored' } });
      await askShop(back, 'claims/restore', { step: 'accepted', id: restore?.id });
      expect(await postClaim(back, claimOf(1, 'A 0812'))).toMatchObject({ outcome: 'recorded' });
    },
  );

  test('… and one that goes once it has compared changes nothing about it', async () => {
    const { front, back, mailboxes } = await twoCounters();
    await mailboxes.beginEpoch('e'.repeat(32), Date.now());
    await sayCompared(front);
    await mailboxes.setDisabled(front.mailbox, new Date().toISOString());
    expect(await waitsFor(back)).toEqual(['Back']);
    await sayCompared(back);
    expect(await postClaim(back, claimOf(1, 'A 0812'))).toMatchObject({ outcome: 'recorded' });
  });

  test('one that says so with a comparison for which nobody waits any more stops the shop too', async () => {
    const { front } = await twoCounters();
    await askShop(front, 'claims/restore', { step: 'compared', id: 'an earlier one', rosters: ['e'.repeat(16)] });
    expect((await openClaims(front)).restore?.id).toMatch(/^roster-/);
  });

  test('each change of its counters is one of the shop: joining, leaving, tokens, and what is disabled or deleted', async () => {
    const { front, back, shop, shops, mailboxes, join } = await twoCounters();
    const seen: string[] = [];
    const look = async (): Promise<void> => void seen.push((await shopOfPage(front))?.roster ?? '');
    await look();
    for (const change of [
      () => join('Third'),
      () => shops.removeFromShop(shop, back.mailbox),
      () => shops.addToShop(shop, back.mailbox),
      () => mailboxes.setDisabled(back.mailbox, new Date().toISOString()),
      () => mailboxes.setDisabled(back.mailbox, null),
      () => mailboxes.rotateToken(back.mailbox, '0'.repeat(64), new Date().toISOString()),
      () => mailboxes.deleteMailbox(back.mailbox),
    ]) {
      await change();
      await look();
    }
    // One that was there before is another one too.
    expect(new Set(seen).size).toBe(8);
  });

  test('a counter that joins while others are waited for compares too: it may have been in the shop before', async () => {
    const { front, back, join, mailboxes } = await twoCounters();
    await mailboxes.beginEpoch('e'.repeat(32), Date.now());
    const third = await join('Third');
    for (const one of [front, back]) await sayCompared(one);
    expect(await waitsFor(front)).toEqual(['Third']);
    await sayCompared(third);
    expect(await waitsFor(front)).toBeUndefined();
  });
});

test('of two counters that claim one product at the same moment, one gets it', async () => {
  const { front, back } = await twoCounters();
  const outcomes = await Promise.all(
    Array.from({ length: 80 }, async (_, product) => {
      const both = await Promise.all([
        postClaim(front, claimOf(product, `A ${product}`)),
        postClaim(back, claimOf(1000 + product, `A ${product}`)),
      ]);
      return both.map(({ outcome }) => outcome).toSorted();
    }),
  );
  expect(outcomes).toEqual(outcomes.map(() => ['in_flight', 'recorded']));
});

test('in one commit a product may go from one counter to another', async () => {
  const { front, back, store } = await twoCounters();
  const of = ({ mailbox }: ShopMailbox, claim: PostedClaim) => ({ mailbox, keyId, claim });
  await postClaim(front, claimOf(1, 'A 0812'));
  const requests = [
    of(back, claimOf(2, 'A 0812')),
    of(back, claimOf(2, 'A 0812', { state: 'withdrawn' })),
    of(back, claimOf(3, 'B 0812', { state: 'tentative' })),
    of(front, claimOf(1, 'A 0812', { version: 2, state: 'failed' })),
    of(back, claimOf(2, 'A 0812', { version: 2 })),
    of(front, claimOf(4, 'A 0812')),
  ];
  const results = await store.recordClaims(requests, Date.now());
  const outcomes = results.map((result) => ('outcome' in result ? result.outcome : result.refused));
  expect(outcomes).toEqual(['in_flight', 'recorded', 'recorded', 'recorded', 'recorded', 'in_flight']);
  expect((await openClaims(front)).others).toMatchObject([{ id: saleId(2) }, { id: saleId(3) }]);
});

test('a counter whose claims change places takes nothing from the others of that commit', async () => {
  const { front, back, store } = await twoCounters();
  const of = ({ mailbox }: ShopMailbox, claim: PostedClaim) => ({ mailbox, keyId, claim });
  await postClaims(front, [claimOf(1, 'A 0812'), claimOf(2, 'B 0813')]);
  const requests = [
    of(front, claimOf(1, 'A 0812', { version: 2, state: 'withdrawn' })),
    of(front, claimOf(2, 'A 0812', { version: 2 })),
    of(front, claimOf(1, 'B 0813', { version: 3 })),
    of(back, claimOf(3, 'C 0814')),
  ];
  const results = await store.recordClaims(requests, Date.now());
  expect(results).toEqual(requests.map(() => expect.objectContaining({ outcome: 'recorded' })));
});

test('closed claims are deleted after three days, open ones never', async () => {
  const { front, back, store, under } = await twoCounters(startRelay);
  const states = ['unresolved', 'tentative', 'success', 'failed', 'withdrawn'] as const;
  await postClaims(
    front,
    states.map((state, sale) => claimOf(sale, `A ${sale}`, { state })),
  );
  await under.sql(`update claims set changed_at = '2026-01-01T00:00:00.000Z'`);
  await postClaims(back, [claimOf(9, 'B 0812', { state: 'failed' })]);
  const limits = { before: '2026-01-02T00:00:00.000Z', limit: 3 };
  expect([await store.pruneClaims(limits), await store.pruneClaims(limits), await store.pruneClaims(limits)]).toEqual([
    3, 1, 0,
  ]);
  expect(await under.sql('select id from claims order by id')).toEqual([{ id: saleId(0) }, { id: saleId(9) }]);
});

test('metrics count claims by outcome, and those that are unresolved', async () => {
  const { front, back, under } = await twoCounters(startRelay);
  await postClaim(front, claimOf(1, 'A 0812'));
  await postClaim(front, claimOf(1, 'A 0812'));
  await postClaim(front, claimOf(2, 'B 0812', { version: 2, state: 'failed' }));
  await postClaim(front, claimOf(2, 'B 0812'));
  await postClaim(back, claimOf(3, 'A 0812'));
  expect(await metric(under, 'relay_claims_total{outcome="recorded"}')).toBe(3);
  expect(await metric(under, 'relay_claims_total{outcome="in_flight"}')).toBe(1);
  expect(await metric(under, 'relay_claims_total{outcome="stale"}')).toBe(1);
  await vi.waitFor(async () => expect(await metric(under, 'relay_claims_unresolved')).toBe(1), { timeout: 10_000 });
});

describe('the sale that a claim carries', () => {
  const sealed = Buffer.from('sealed for its counter').toString('base64');
  const carriedBy = async (of: ShopMailbox) => (await openClaims(of)).own.map((claim) => claim.sealed);

  test('is returned to its own counter alone, while the claim is unresolved', async () => {
    const { front, back, under } = await twoCounters(() => startRelay());
    const claim = claimOf(1, 'A 0812', { sealed });
    await postClaim(front, claim);
    expect(await carriedBy(front)).toEqual([sealed]);
    expect(JSON.stringify(await openClaims(back))).not.toContain(sealed);
    expect(JSON.stringify(await postClaim(back, claimOf(2, 'A 0812')))).not.toContain(sealed);
    await postClaim(front, { ...claim, version: 2, state: 'success' });
    expect(await under.sql(`select sealed from claims where id = '${saleId(1)}'`)).toEqual([{ sealed: null }]);
  });

  test('comes and goes with a repeat of the same version, and with the next one', async () => {
    const { front } = await twoCounters();
    const claim = claimOf(1, 'A 0812', { version: 3 });
    for (const [posted, expected] of [
      [claim, undefined],
      [{ ...claim, sealed }, sealed],
      [{ ...claim, sealed }, sealed],
      [claim, undefined],
      [{ ...claim, version: 4, sealed: 'AAAA' }, 'AAAA'],
      // A late request of an earlier version changes nothing.
      [{ ...claim, sealed }, 'AAAA'],
      [{ ...claim, version: 5 }, undefined],
    ] as const) {
      await postClaim(front, posted);
      expect(await carriedBy(front)).toEqual([expected]);
    }
  });

  test('is of no claim that is tentative, settled by another counter, or older than the shop’s key', async () => {
    const { front, back, shop, shops, under } = await twoCounters(() => startRelay());
    await postClaim(front, claimOf(1, 'A 0812', { state: 'tentative', sealed }));
    await postClaim(front, claimOf(2, 'B 0813', { sealed }));
    expect(await carriedBy(front)).toEqual([undefined, sealed]);
    await shops.rotateShopKey(shop, null);
    expect(await carriedBy(front)).toEqual([undefined, undefined]);
    await askShop(front, 'shop-key', { keyId });
    // With the next key it is posted again, under the same version.
    await postClaim(front, claimOf(2, 'B 0813', { sealed: 'AAAA' }));
    expect(await carriedBy(front)).toEqual([undefined, 'AAAA']);
    await shops.removeFromShop(shop, front.mailbox);
    expect((await askShop(back, 'claims/settle', { id: saleId(2), outcome: 'failed' })).status).toBe(200);
    expect(await under.sql(`select 1 from claims where sealed is not null and id = '${saleId(2)}'`)).toEqual([]);
  });

  test('has a limit, and a page of many ends before it is too large for a counter', async () => {
    const { front } = await twoCounters();
    const largest = 'A'.repeat(maxClaimSealed);
    const claims = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => claimOf(from + at, `A${from + at} 08`, { sealed: largest }));
    for (const from of [1, 101]) await postClaims(front, claims(from, 100));
    const over = claimOf(300, 'B 0812', { sealed: `${largest}AAAA` });
    expect((await askShop(front, 'claims', { keyId, claims: [over] })).status).toBe(400);
    const { text, json } = await askShop(front, 'claims');
    const { own } = json as unknown as OpenClaims;
    expect(own).toHaveLength(200);
    const carried = own.filter((claim) => claim.sealed !== undefined).length;
    expect(own.slice(0, carried).every((claim) => claim.sealed === largest)).toBe(true);
    expect(carried).toBe(Math.floor((2 * 1024 * 1024) / maxClaimSealed));
    expect(text.length).toBeLessThan(4 * 1024 * 1024);
  });
});

test('a shop that waits for its counters sells nothing, however many counters of other shops are waited for beside it', async () => {
  const { under, store, counters } = await shopAt(startRelay, ['Zeta']);
  const [zeta] = counters;
  if (!zeta) throw new Error('a counter');
  await under.sql(
    `insert into shops (id, name, key_id, created_at) values ('sLarge', 'large', '${keyId}', '2026-01-01')`,
  );
  const rows = Array.from({ length: 120 }, (_, at) => `('mLarge${at}', 'Alpha ${at}', '', '2026-01-01')`);
  await under.sql(`insert into mailboxes (id, name, token_hash, created_at) values ${rows.join()}`);
  await under.sql(`update mailboxes set shop = (select number from shops where id = 'sLarge') where id like 'mLarge%'`);
  await under.sql(`update shops set restore_id = 'of a copy' where key_id = '${keyId}'`);
  const requests = ['mLarge0', zeta.mailbox].map((mailbox, at) => ({ mailbox, keyId, claim: claimOf(at, `A ${at}`) }));
  const [large, small] = await store.recordClaims(requests, Date.now());
  expect(small).toEqual({ refused: 'restored', waiting: ['Zeta'] });
  expect(large).toMatchObject({ refused: 'restored', waiting: expect.arrayContaining(['Alpha 0']) });
});
