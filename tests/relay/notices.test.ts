import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { maxBytesOfMailbox, maxNoticesOfMailbox } from '../../src/relay/core/store.ts';
import { maxErasureLength, maxNoticeLength, type ShopNotices } from '../../src/shared/wire/office.ts';
import { type Answer, poll, relayOfFile, startRelay } from '../support/relay.ts';
import { requestAt } from '../support/shipping.ts';
import { askShop, keyId, type ShopMailbox, saleId, twoCountersAt } from '../support/shop.ts';

const sharedRelay = relayOfFile();

async function shopWithOffice(start = sharedRelay) {
  const opened = await twoCountersAt(start);
  return { ...opened, office: await opened.join('Office', 'office') };
}

const sealedOf = (bytes = 100): string => randomBytes(bytes).toString('base64');
const notice = (count: number, topic: 'erasure' | 'office' = 'erasure', sealed = sealedOf()) => ({
  id: saleId(count),
  topic,
  sealed,
});
const post = (at: ShopMailbox, posted: object): Promise<Answer> =>
  requestAt(at, 'shop/notices', {}, { keyId, ...posted });
const noticesOf = async (at: ShopMailbox, after = 0): Promise<ShopNotices> => {
  const { status, text, json } = await requestAt(at, 'shop/notices', { after });
  if (status !== 200) throw new Error(`the notices were answered ${status}: ${text}`);
  return json as unknown as ShopNotices;
};
const seqs = async (at: ShopMailbox, after = 0): Promise<number[]> =>
  (await noticesOf(at, after)).notices.map(({ seq }) => seq);

test('a notice of any member reaches all members in order, and is stored once however often it is posted', async () => {
  const { office, front, back } = await shopWithOffice();
  const [first, second] = [notice(1), notice(2)];
  expect((await post(front, first)).json).toEqual({ seq: 1 });
  expect((await post(office, second)).json).toEqual({ seq: 2 });
  expect((await post(front, first)).json).toEqual({ seq: 1 });
  const both = [
    { seq: 1, ...first },
    { seq: 2, ...second },
  ];
  for (const member of [front, back, office]) expect(await noticesOf(member)).toEqual({ notices: both, more: false });
  expect(await noticesOf(back, 1)).toEqual({ notices: [both[1]], more: false });
  expect(await noticesOf(back, 2)).toEqual({ notices: [], more: false });
  expect(await noticesOf(back, 99)).toEqual({ notices: [], more: false });
});

test('of those that are posted at once each gets a number of its own', async () => {
  const { front, back } = await shopWithOffice();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => post(at % 2 === 0 ? front : back, notice(at + 1))),
  );
  expect(answers.map(({ json }) => Number(json.seq)).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect(await seqs(front)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('catalogue, prices and staff come from an office alone, and the newest takes the place of the one before', async () => {
  const { office, front, back } = await shopWithOffice();
  const refused = { status: 409, json: { reason: 'no_office' } };
  expect(await post(front, notice(1, 'office'))).toMatchObject(refused);
  const [first, second] = [notice(2, 'office', sealedOf(5000)), notice(3, 'office', sealedOf(6000))];
  await post(office, first);
  await post(front, notice(4));
  expect((await post(office, second)).json).toEqual({ seq: 3 });
  expect(await seqs(back)).toEqual([2, 3]);
  // The answer to the first was lost: it does not take the place of its successor.
  expect((await post(office, first)).json).toEqual({ seq: 1 });
  expect((await noticesOf(back)).notices.filter(({ topic }) => topic === 'office')).toEqual([{ seq: 3, ...second }]);
});

test.each(['removed', 'disabled', 'deleted'] as const)(
  'what an office published is given to nobody once it is %s',
  async (removal) => {
    const { office, front, shop, shops, mailboxes } = await shopWithOffice();
    await post(office, notice(1, 'office'));
    await post(office, notice(2));
    expect(await seqs(front)).toEqual([1, 2]);
    if (removal === 'removed') await shops.removeFromShop(shop, office.mailbox);
    if (removal === 'disabled') await mailboxes.setDisabled(office.mailbox, '2026-11-26T00:00:00.000Z');
    if (removal === 'deleted') await mailboxes.deleteMailbox(office.mailbox);
    // The erasure stays: the customer has asked for it.
    expect(await seqs(front)).toEqual([2]);
    const refused = removal === 'removed' ? { status: 409, json: { reason: 'no_shop' } } : { status: 401 };
    expect(await requestAt(office, 'shop/notices', { after: 0 })).toMatchObject(refused);
    expect(await post(office, notice(3))).toMatchObject(refused);
  },
);

test('a shop’s notices are no other shop’s, nor anybody’s with a wrong token', async () => {
  const [here, there] = [await shopWithOffice(), await shopWithOffice()];
  await post(here.front, notice(1));
  expect(await noticesOf(there.front)).toEqual({ notices: [], more: false });
  // The same id in another shop is another notice.
  expect((await post(there.front, notice(1))).json).toEqual({ seq: 1 });
  const stranger = { ...here.front, token: there.front.token };
  expect((await requestAt(stranger, 'shop/notices', { after: 0 })).status).toBe(401);
  expect((await post(stranger, notice(2))).status).toBe(401);
  const alone = { status: 409, json: { reason: 'no_shop' } };
  expect(await post(here.under, notice(3))).toMatchObject(alone);
  expect(await requestAt(here.under, 'shop/notices', { after: 0 })).toMatchObject(alone);
});

test('the page of events names the newest notice, and a held poll ends when one comes', async () => {
  const { front, back, office } = await shopWithOffice();
  expect((await poll(back)).json.shop).not.toHaveProperty('notices');
  const waiting = poll(back, { wait: 50, notices: 0 });
  const ofOffice = poll(office, { wait: 50, notices: 0 });
  await post(front, notice(1));
  for (const answer of [await waiting, await ofOffice]) {
    expect(answer.events).toEqual([]);
    expect(answer.json.shop).toMatchObject({ keyId, notices: 1 });
  }
  // One that came between two polls ends the next at once; one that is known, and an older counter, wait.
  expect((await poll(back, { wait: 50, notices: 0 })).json.shop).toMatchObject({ notices: 1 });
  const abort = new AbortController();
  const patient = [poll(back, { wait: 50, notices: 1 }, abort.signal), poll(front, { wait: 50 }, abort.signal)];
  const isOpen = vi.fn<() => void>();
  for (const one of patient) void one.then(isOpen, () => undefined);
  await requestAt(office, 'shop/counters');
  expect(isOpen).not.toHaveBeenCalled();
  abort.abort();
  await Promise.allSettled(patient);
});

test('a notice over the limit is refused, and one at the limit is kept', async () => {
  const { office, front } = await shopWithOffice();
  const largest = Buffer.alloc((maxNoticeLength / 4) * 3).toString('base64');
  expect((await post(office, notice(1, 'office', largest))).status).toBe(200);
  expect((await noticesOf(front)).notices[0]?.sealed).toBe(largest);
  expect((await post(office, notice(2, 'office', `${largest}AAAA`))).status).toBe(400);
  expect((await post(office, notice(2, 'office', 'A'.repeat(maxNoticeLength + 4096)))).status).toBe(413);
  const erasure = 'A'.repeat(maxErasureLength);
  expect((await post(front, notice(3, 'erasure', erasure))).status).toBe(200);
  expect((await post(front, notice(4, 'erasure', `${erasure}AAAA`))).status).toBe(400);
  for (const wrong of [
    {},
    { ...notice(5), id: 'x' },
    { ...notice(5), topic: 'x' },
    { ...notice(5), sealed: '' },
    { ...notice(5), sealed: '?' },
    { ...notice(5), keyId: 'x' },
  ])
    expect((await post(front, wrong)).status).toBe(400);
  expect(await seqs(front)).toEqual([1, 2]);
});

test('who has no right token sends no body of that size', async () => {
  const { office } = await shopWithOffice();
  const stranger = { ...office, token: 'tNobody' };
  expect((await post(stranger, notice(1, 'office', 'A'.repeat(1024 * 1024)))).status).toBe(401);
});

test('a mailbox that has posted as much as is kept is refused, and keeps no other from posting', async () => {
  const { front, back, office, under } = await shopWithOffice();
  await post(front, notice(1));
  const fill = (rows: string) =>
    under.sql(`insert into shop_notices (shop, seq, id, mailbox, topic, sealed, posted_at)
      select m.shop, 1000000 + n.n, 'filled ' || n.n, m.number, 'erasure', ${rows} from mailboxes m
      cross join (with recursive n (n) as (select 1 union all select n + 1 from n where n < ${maxNoticesOfMailbox - 1})
        select n from n) n where m.id = '${front.mailbox}'`);
  await fill(
    "cast('x' as " + (under.database.engine === 'sqlite' ? 'blob' : 'bytea') + "), '2026-11-26T00:00:00.000Z'",
  );
  const full = { status: 409, json: { reason: 'full' } };
  expect(await post(front, notice(2))).toMatchObject(full);
  // What it has posted is still answered.
  expect((await post(front, notice(1))).json).toEqual({ seq: 1 });
  expect((await post(back, notice(3))).json).toEqual({ seq: 2 });
  // By bytes too; an office's own last one is about to go, and counts for nothing.
  const zeros =
    under.database.engine === 'sqlite'
      ? `zeroblob(${maxBytesOfMailbox})`
      : `decode(repeat('00', ${maxBytesOfMailbox}), 'hex')`;
  const hold = (seq: number, topic: 'erasure' | 'office') =>
    under.sql(`insert into shop_notices (shop, seq, id, mailbox, topic, sealed, posted_at)
      select shop, ${seq}, 'large ${seq}', number, '${topic}', ${zeros}, '' from mailboxes where id = '${office.mailbox}'`);
  await hold(9_000_000, 'office');
  expect((await post(office, notice(4, 'office'))).status).toBe(200);
  await hold(9_000_001, 'erasure');
  expect(await post(office, notice(5, 'office'))).toMatchObject(full);
});

test('with the shop key its notices go, and their numbers are not issued again', async () => {
  const { front, back, office, shop, shops, mailboxes } = await shopWithOffice();
  await post(front, notice(1));
  await post(office, notice(2, 'office'));
  await shops.rotateShopKey(shop, { mailbox: back.mailbox, at: '2026-11-26T00:00:00.000Z' });
  expect(await noticesOf(front)).toEqual({ notices: [], more: false });
  expect((await post(back, notice(3))).status).toBe(401);
  expect((await poll(front)).json.shop).toMatchObject({ keyId: null, notices: 2 });
  // Nobody could open one that was sealed before its counter knew it, and its id would be taken.
  const otherKey = { status: 409, json: { reason: 'other_key' } };
  expect(await post(front, notice(1))).toMatchObject(otherKey);
  // Posted again under the next key it is a notice again.
  await askShop(front, 'shop-key', { keyId });
  expect(await post(front, { ...notice(1), keyId: 'f'.repeat(16) })).toMatchObject(otherKey);
  expect((await post(front, notice(1))).json).toEqual({ seq: 3 });
  for (const { mailbox } of [front, office]) await shops.removeFromShop(shop, mailbox);
  await mailboxes.deleteMailbox(back.mailbox);
  expect(await shops.deleteShop(shop)).toBe('deleted');
});

test('after a restore numbers go on above all that the lost database may have issued', async () => {
  const { front, back, mailboxes, under } = await shopWithOffice(() => startRelay());
  for (const count of [1, 2, 3]) await post(front, notice(count));
  // The copy is older than the last two.
  await under.sql('delete from shop_notices where seq > 1');
  await under.sql('update shops set notices = 1');
  const restoredAt = Date.parse('2026-11-26T00:00:00.000Z');
  await mailboxes.beginEpoch('f'.repeat(32), restoredAt);
  const { json } = await post(front, notice(4));
  expect(json.seq).toBe(restoredAt / 1000 + 1);
  // A counter that had read three reads the next one, and not the lost ones' numbers again.
  expect(await seqs(back, 3)).toEqual([json.seq]);
  expect((await poll(back)).json.shop).toMatchObject({ notices: json.seq });
  // Put back once more, from the same copy.
  await under.sql('update shops set notices = 1');
  await mailboxes.beginEpoch('e'.repeat(32), restoredAt + 60_000);
  expect(Number((await post(front, notice(5))).json.seq)).toBeGreaterThan(Number(json.seq));
});

test('notices of erasures are kept for 400 days, and what is left of a replaced one for a week', async () => {
  const { front, office, under, store } = await shopWithOffice(() => startRelay());
  for (const count of [1, 2]) await post(front, notice(count));
  for (const count of [3, 4]) await post(office, notice(count, 'office'));
  const age = (seq: number, days: number) =>
    under.sql(
      `update shop_notices set posted_at = '${new Date(Date.now() - days * 86_400_000).toISOString()}' where seq = ${seq}`,
    );
  await age(1, 401);
  await age(2, 399);
  await age(3, 6);
  await age(4, 1000);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const prune = (limit: number) =>
    store.notices.prune({ erasuresBefore: daysAgo(400), replacedBefore: daysAgo(7), limit });
  expect(await prune(10)).toBe(1);
  await age(3, 8);
  expect(await prune(10)).toBe(1);
  expect(await prune(10)).toBe(0);
  expect(await seqs(front)).toEqual([2, 4]);
});
