import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { deleteMailbox } from '../../src/relay/core/mailbox-service.ts';
import type { ShopCounters } from '../../src/shared/wire/office.ts';
import { hastyClock } from '../support/fake-system.ts';
import { type Answer, body, hook, poll, relayOfFile, sign, startRelay } from '../support/relay.ts';
import { commit, hashOf, requestAt, ship, snapshotId, tag, upload } from '../support/shipping.ts';
import { askShop, claimOf, keyId, postClaim, type ShopMailbox, saleId, twoCountersAt } from '../support/shop.ts';

const sharedRelay = relayOfFile();

async function shopWithOffice(start = sharedRelay) {
  const opened = await twoCountersAt(start);
  return { ...opened, office: await opened.join('Office', 'office') };
}

const counters = async (office: ShopMailbox): Promise<ShopCounters> => {
  const { status, text, json } = await requestAt(office, 'shop/counters');
  if (status !== 200) throw new Error(`the counters were answered ${status}: ${text}`);
  return json as unknown as ShopCounters;
};
/** Their ages move from answer to answer. */
const withoutContact = (listed: Partial<ShopCounters>['counters']) =>
  listed?.map(({ contact: _contact, ...counter }) => counter);
/** A request that is held, as the relay has it: another one of the same office ends it. */
const held = async (office: ShopMailbox, version: string) => {
  const answer = requestAt(office, 'shop/counters', { known: version }) as Promise<
    Answer & { json: Partial<ShopCounters> }
  >;
  let isOpen = true;
  void answer.finally(() => {
    isOpen = false;
  });
  return { answer, isOpen: () => isOpen };
};
const batchesOf = (at: ShopMailbox, counter: string, after = 0) =>
  requestAt(at, 'shop/log/batches', { counter, after });
const partOf = (at: ShopMailbox, counter: string) =>
  requestAt(at, 'shop/snapshot/part', { counter, snapshot: snapshotId(1), part: 0 });

test('an office learns when each counter polled last, and a poll makes no other version of the list', async () => {
  const { office, front, back } = await shopWithOffice();
  const before = await counters(office);
  await poll(front, { wait: 0 });
  const { version, counters: listed } = await counters(office);
  expect(version).toBe(before.version);
  const contactOf = ({ mailbox }: ShopMailbox) => listed.find((one) => one.mailbox === mailbox)?.contact;
  expect(contactOf(front)?.isAtLeast).toBeUndefined();
  expect(contactOf(front)?.silentMs).toBeLessThan(60_000);
  expect(contactOf(back)).toMatchObject({ isAtLeast: true });
});

test('an office reads the counters of its shop, their batches and their snapshots', async () => {
  const { office, front, back, shop, under } = await shopWithOffice();
  const nothing = { through: 0, head: null, tag: null, bytes: 0, snapshot: null };
  const empty = await counters(office);
  expect(empty).toMatchObject({
    shop: { id: shop, keyId, role: 'office' },
    counters: [
      { mailbox: front.mailbox, name: 'Front', isRevoked: false, log: nothing },
      { mailbox: back.mailbox, name: 'Back', isRevoked: false, log: nothing },
    ],
  });
  const [sealed, piece] = [randomBytes(50), randomBytes(60)];
  await ship(front, 1, 2, { sealed });
  await upload(back, snapshotId(1), 0, piece);
  await commit(back, snapshotId(1), 7, 1);
  const { version, counters: shipped } = await counters(office);
  // By the relay's clock, whatever time the counter has; of one that never shipped nothing is said.
  expect(empty.counters.map((one) => 'storedAt' in one)).toEqual([false, false]);
  for (const { storedAt = '' } of shipped) expect(Math.abs(Date.parse(storedAt) - Date.now())).toBeLessThan(60_000);
  expect(version).not.toBe(empty.version);
  expect(shipped).toMatchObject([
    { log: { through: 2, head: hashOf(2), tag, bytes: 50, snapshot: null } },
    { log: { through: 7, snapshot: { id: snapshotId(1), through: 7, parts: 1 } } },
  ]);
  expect((await batchesOf(office, front.mailbox)).json).toEqual({
    batches: [{ first: 1, last: 2, head: hashOf(2), sealed: sealed.toString('base64') }],
    more: false,
  });
  expect((await batchesOf(office, front.mailbox, 2)).json).toEqual({ batches: [], more: false });
  expect((await partOf(office, back.mailbox)).json).toEqual({ sealed: piece.toString('base64') });
  expect((await partOf(office, front.mailbox)).status).toBe(404);
  // Nothing of the shop that the relay's own mailbox is not in.
  expect((await batchesOf(office, under.mailbox)).status).toBe(404);
});

test('the list is held while it is as known, and answered when a counter ships or commits a snapshot', async () => {
  const { office, front, back } = await shopWithOffice();
  for (const change of [
    () => ship(front, 1, 1),
    async () => {
      await upload(back, snapshotId(1), 0);
      return commit(back, snapshotId(1), 3, 1);
    },
  ]) {
    const { version } = await counters(office);
    const polled = await held(office, version);
    expect((await change()).status).toBe(200);
    const { json } = await polled.answer;
    expect(json.version).not.toBe(version);
    expect(withoutContact(json.counters)).toEqual(withoutContact((await counters(office)).counters));
  }
});

test('a repeated batch, a part and an unrelated counter change no version, and a stale one is answered at once', async () => {
  const { office, front, under } = await shopWithOffice();
  await ship(front, 1, 1);
  const { version } = await counters(office);
  await ship(front, 1, 1);
  await upload(front, snapshotId(1), 0);
  await ship(under, 1, 1);
  expect((await counters(office)).version).toBe(version);
  expect((await requestAt(office, 'shop/counters', { known: 'of an earlier day' })).json).toMatchObject({ version });
});

test('a held list is answered with what it is when its office asks again, and when the relay stops', async () => {
  const { office, under } = await shopWithOffice(() => startRelay());
  const { version } = await counters(office);
  const [first, second] = [await held(office, version), await held(office, version)];
  await vi.waitFor(() => expect([first.isOpen(), second.isOpen()].filter(Boolean)).toHaveLength(1));
  await under.relay.close();
  for (const { answer } of [first, second]) expect((await answer).json).toMatchObject({ version });
});

test.each(['removed', 'disabled', 'deleted'] as const)(
  'the log of a counter that was %s stays readable as long as the relay has it',
  async (removal) => {
    const { office, front, back, shop, shops, mailboxes } = await shopWithOffice();
    await ship(front, 1, 1);
    const { version } = await counters(office);
    const polled = await held(office, version);
    if (removal === 'removed') await shops.removeFromShop(shop, front.mailbox);
    if (removal === 'disabled') await mailboxes.setDisabled(front.mailbox, '2026-11-26T00:00:00.000Z');
    if (removal === 'deleted') await deleteMailbox({ store: mailboxes, clock: hastyClock }, front.mailbox);
    await polled.answer;
    const listed = (await counters(office)).counters.map(({ mailbox, isRevoked }) => [mailbox, isRevoked]);
    const others = [[back.mailbox, false]];
    expect(listed).toEqual(removal === 'deleted' ? others : [[front.mailbox, true], ...others]);
    expect((await batchesOf(office, front.mailbox)).status).toBe(removal === 'deleted' ? 404 : 200);
  },
);

test('a counter that went to another shop is its office’s alone', async () => {
  const [here, there] = [await shopWithOffice(), await shopWithOffice()];
  await ship(here.front, 1, 1);
  await here.shops.removeFromShop(here.shop, here.front.mailbox);
  await there.shops.removeFromShop(there.shop, there.front.mailbox);
  await there.shops.addToShop(there.shop, here.front.mailbox);
  expect((await batchesOf(here.office, here.front.mailbox)).status).toBe(404);
  expect((await counters(here.office)).counters).toMatchObject([{ name: 'Back' }]);
  expect((await batchesOf(there.office, here.front.mailbox)).status).toBe(200);
  expect((await batchesOf(there.office, here.back.mailbox)).status).toBe(404);
});

test('a counter, and a caller without a right token, reads nothing of the others', async () => {
  const { office, front, back, under } = await shopWithOffice();
  await ship(back, 1, 1);
  const noOffice = { status: 409, json: { reason: 'no_office' } };
  for (const counter of [front, under]) {
    expect(await requestAt(counter, 'shop/counters')).toMatchObject(noOffice);
    expect(await batchesOf(counter, back.mailbox)).toMatchObject(noOffice);
    expect(await partOf(counter, back.mailbox)).toMatchObject(noOffice);
  }
  const stranger = { ...office, token: front.token };
  expect((await requestAt(stranger, 'shop/counters')).status).toBe(401);
  expect((await batchesOf(stranger, back.mailbox)).status).toBe(401);
  expect((await partOf(stranger, back.mailbox)).status).toBe(401);
  // An office is no counter: its own log is none of the shop.
  expect((await batchesOf(office, office.mailbox)).status).toBe(404);
});

test.each(['removed', 'disabled'] as const)(
  'an office that was %s reads nothing any more, also where it waits',
  async (removal) => {
    const { office, front, shop, shops, mailboxes } = await shopWithOffice();
    await ship(front, 1, 1);
    const { version } = await counters(office);
    const polled = await held(office, version);
    if (removal === 'removed') await shops.removeFromShop(shop, office.mailbox);
    else await mailboxes.setDisabled(office.mailbox, '2026-11-26T00:00:00.000Z');
    const refused = removal === 'removed' ? { status: 409, json: { reason: 'no_shop' } } : { status: 401 };
    expect(await polled.answer).toMatchObject(refused);
    expect(await requestAt(office, 'shop/counters')).toMatchObject(refused);
    expect(await batchesOf(office, front.mailbox)).toMatchObject(refused);
    expect(await partOf(office, front.mailbox)).toMatchObject(refused);
  },
);

test('an office makes no shop key, claims nothing and ships nothing', async () => {
  const { office, front } = await shopWithOffice();
  await postClaim(front, claimOf(1, 'A 0812'));
  const refused = { status: 409, json: { reason: 'office' } };
  expect(await askShop(office, 'shop-key', { keyId })).toMatchObject(refused);
  expect(await askShop(office, 'claims', { keyId, claims: [claimOf(2, 'B 0813')] })).toMatchObject(refused);
  expect(await askShop(office, 'claims')).toMatchObject(refused);
  expect(await askShop(office, 'claims/settle', { id: saleId(1), outcome: 'failed' })).toMatchObject(refused);
  expect(await ship(office, 1, 1)).toMatchObject(refused);
  expect(await upload(office, snapshotId(1), 0)).toMatchObject(refused);
  expect(await commit(office, snapshotId(1), 1, 1)).toMatchObject(refused);
});

test('an office’s callback address is answered as that of no mailbox, and its page of events names its role', async () => {
  const { office, shop } = await shopWithOffice();
  const ref = '0190163d-8694-739b-aea5-966c26f8ad91';
  const unknown = { relay: office.relay, mailbox: 'mNobody' };
  for (const signature of [sign(body('T1')), sign(body('T1'), 'another key'), null]) {
    const [answer, ofNobody] = [
      await hook(office, body('T1'), { ref, signature }),
      await hook(unknown, body('T1'), { ref, signature }),
    ];
    expect([answer.status, answer.text]).toEqual([ofNobody.status, ofNobody.text]);
  }
  const { json, events } = await poll(office);
  expect(events).toEqual([]);
  expect(json.unverified).toBeUndefined();
  expect(json.shop).toMatchObject({ id: shop, role: 'office' });
});

test('what is not a request is refused', async () => {
  const { office, front } = await shopWithOffice();
  expect((await requestAt(office, 'shop/counters', { known: 'x'.repeat(101) })).status).toBe(400);
  for (const query of [
    { counter: front.mailbox },
    { after: 0 },
    { counter: '', after: 0 },
    { counter: '\0', after: 0 },
    { counter: front.mailbox, after: -1 },
  ])
    expect((await requestAt(office, 'shop/log/batches', query)).status).toBe(400);
  expect(
    (await requestAt(office, 'shop/snapshot/part', { counter: front.mailbox, snapshot: 'x', part: 0 })).status,
  ).toBe(400);
  expect((await requestAt(office, 'shop/counters', {}, {})).status).toBe(405);
});
