import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { createNodeTransport } from '../../src/main/base/system/http-transport.ts';
import type { Transport } from '../../src/main/base/system.ts';
import { createShopClient } from '../../src/main/relay-client/shop-client.ts';
import { ShopClaims } from '../../src/main/shop/claims.ts';
import { claimedSales } from '../../src/main/shop/shop-key.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { maxClaims, maxOpenClaims } from '../../src/shared/wire/shop.ts';
import { fakeSale } from '../support/fake-sales.ts';
import { fakeShopKey } from '../support/fake-shop.ts';
import { recordingLog } from '../support/fake-system.ts';
import { relayOfFile } from '../support/relay.ts';
import {
  askShop,
  claimOf,
  keyId,
  openClaims,
  postClaims,
  type ShopMailbox,
  saleId,
  today,
  twoCountersAt,
} from '../support/shop.ts';

const sharedRelay = relayOfFile();

/** A counter's claims at a real relay, whose background waits for as long as the relay is silent, or for as long as it does. */
function counterAt({ relay, mailbox, token }: ShopMailbox, { recovers = false, isPatient = true } = {}) {
  const rows = new Map<string, Transaction>();
  const line = { isCut: false, posts: 0, hangs: null as Promise<void> | null };
  const real = createNodeTransport();
  const transport: Transport = {
    async exchange(request) {
      if (line.isCut) return { kind: 'lost', reason: 'cut' };
      const outcome = await real.exchange(request);
      await line.hangs;
      if (request.method === 'POST') line.posts += 1;
      return outcome;
    },
  };
  const key = { ...fakeShopKey().key, id: keyId };
  const claims = new ShopClaims({
    membership: {
      shop: () => ({ id: 's', name: 'Toko', key }),
      rosters: () => ({ seen: [], isOther: false }),
      rememberRoster: async () => undefined,
      leave: async () => false,
    },
    relay: createShopClient({ transport, url: relay.url, mailbox, token }),
    db: {
      get: async (id) => rows.get(id) ?? null,
      timeline: async () => [],
      succeededSince: async () => [],
      unresolved: async () => [...rows.values()].filter(({ state }) => state === 'unknown'),
    },
    claimed: claimedSales(mailbox, systemRandom),
    async recover(lost) {
      if (recovers) store({ ...lost, state: 'unknown' });
      return recovers;
    },
    isJournalWhole: async () => true,
    today: () => today,
    changed: () => undefined,
    clock: {
      ...systemClock,
      ...(isPatient
        ? { sleep: (_ms, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())) }
        : {}),
    },
    random: systemRandom,
    log: recordingLog(),
  });
  onTestFinished(() => claims.stop());
  const store = (sale: Transaction): void => {
    rows.set(sale.id, sale);
    claims.onSale(sale);
  };
  return { claims, line, rows, store };
}

const digest = (n: number): string => n.toString(16).padStart(64, '0');

const bill = (n: number, state: Transaction['state']): Transaction =>
  fakeSale({ id: saleId(n), kind: 'postpaid', state, productCode: 'PLN', customerNo: '081234567890', day: today });

test('a bill whose payment never left is not paid after another counter has paid it, which could ask nobody', async () => {
  const at = await twoCountersAt(sharedRelay);
  const [front, back] = [counterAt(at.front), counterAt(at.back)];
  front.claims.compare();
  back.claims.compare();
  const [own, others] = [bill(1, 'sending'), bill(2, 'sending')];
  expect(await front.claims.claim(own)).toMatchObject({ kind: 'recorded' });
  // The line breaks: the payment does not leave, and the relay does not learn that the claim is over.
  front.line.isCut = true;
  front.store(bill(1, 'inquired'));
  front.claims.release(own.id);

  back.line.isCut = true;
  expect(await back.claims.claim(others)).toEqual({ kind: 'silent' });
  back.line.isCut = false;
  back.store(bill(2, 'unknown'));
  back.claims.release(others.id);
  await vi.waitFor(async () =>
    expect((await openClaims(at.back)).own).toMatchObject([{ id: others.id, state: 'unresolved' }]),
  );

  front.line.isCut = false;
  expect(await front.claims.claim(own)).toMatchObject({ kind: 'in_flight', other: { id: others.id, counter: 'Back' } });
});

test('a sale of a lost journal that a supervisor settled as sold is asked about at the other counter', async () => {
  const at = await twoCountersAt(sharedRelay);
  const lost = bill(3, 'sending');
  expect(await counterAt(at.front).claims.claim(lost)).toMatchObject({ kind: 'recorded' });

  const front = counterAt(at.front);
  front.claims.compare();
  await vi.waitFor(() => expect(front.claims.orphans()).toMatchObject([{ id: lost.id }]));
  expect(await front.claims.settleOrphan(lost.id, 'success')).toMatchObject({ kind: 'answered' });

  expect(await counterAt(at.back).claims.claim(bill(4, 'sending'))).toMatchObject({
    kind: 'recorded',
    others: [{ id: lost.id, state: 'success', isSameProduct: true }],
  });
});

test('a sale of a revoked counter that a supervisor settled as sold is asked about too', async () => {
  const at = await twoCountersAt(sharedRelay);
  const lost = bill(3, 'sending');
  expect(await counterAt(at.front).claims.claim(lost)).toMatchObject({ kind: 'recorded' });
  await at.under.sql(`update mailboxes set disabled_at = '2026-11-26T00:00:00.000Z' where id = '${at.front.mailbox}'`);

  expect(await askShop(at.back, 'claims/settle', { id: lost.id, outcome: 'success' })).toMatchObject({ status: 200 });
  expect(await counterAt(at.back).claims.claim(bill(4, 'sending'))).toMatchObject({
    kind: 'recorded',
    others: [{ id: lost.id, state: 'success', isSameProduct: true }],
  });
});

test('more sales of one number than are listed leave out no sale of the same product', async () => {
  const at = await twoCountersAt(sharedRelay);
  const { product, number } = { ...fakeShopKey().key.digests(bill(5, 'success')) };
  const sold = (n: number, more: object) => ({ ...claimOf(n, ''), number, ...more });
  await postClaims(at.front, [
    sold(5, { product, state: 'success' }),
    ...Array.from({ length: 30 }, (_, n) => sold(100 + n, { product: digest(n), state: 'unresolved' })),
  ]);
  const answer = await counterAt(at.back).claims.claim(bill(6, 'sending'));
  const others = answer.kind === 'recorded' ? answer.others : [];
  expect(others).toHaveLength(20);
  expect(others[0]).toMatchObject({ id: saleId(5), state: 'success', isSameProduct: true });
});

/** Claims that many sales for a counter whose journal is lost then, each with its sale or without. */
async function claimLost(of: ShopMailbox, count: number, { carriesSales = true } = {}): Promise<Transaction[]> {
  const sales = Array.from({ length: count }, (_, n) =>
    fakeSale({ id: saleId(1000 + n), state: 'sending', customerNo: `0812${String(n).padStart(8, '0')}`, day: today }),
  );
  const { key } = fakeShopKey();
  const sealed = claimedSales(of.mailbox, systemRandom);
  const claimed = sales.map((sale, n) => ({
    ...claimOf(1000 + n, '', carriesSales ? { sealed: sealed.seal(key, sale) } : {}),
    ...key.digests(sale),
  }));
  while (claimed.length > 0) await postClaims(of, claimed.splice(0, maxClaims));
  return sales;
}

test('every sale of a lost journal comes back at the start, though there are more than a list of the relay holds', async () => {
  const at = await twoCountersAt(sharedRelay);
  const lost = await claimLost(at.front, maxOpenClaims + 100);
  const front = counterAt(at.front, { recovers: true });
  front.claims.compare();
  await vi.waitFor(() => expect(front.rows.size).toBe(lost.length), { timeout: 20_000 });
  expect(front.claims.orphans()).toEqual([]);
});

test('where they carry no sale they wait for a supervisor, all of them, and refuse the same', async () => {
  const at = await twoCountersAt(sharedRelay);
  const lost = await claimLost(at.front, maxOpenClaims + 100, { carriesSales: false });
  const front = counterAt(at.front);
  front.claims.compare();
  await vi.waitFor(() => expect(front.claims.orphans()).toHaveLength(lost.length), { timeout: 20_000 });
  const last = { ...fakeSale(lost.at(-1)), id: saleId(1), state: 'sending' as const };
  expect(await front.claims.claim(last)).toEqual({ kind: 'lost_journal' });
  expect(await counterAt(at.back).claims.claim({ ...last, id: saleId(2) })).toMatchObject({ kind: 'in_flight' });
});

test('of more open claims than a list holds, those of a revoked counter are listed for a supervisor', async () => {
  const at = await twoCountersAt(sharedRelay);
  const third = await at.join('Third');
  await claimLost(at.front, maxOpenClaims);
  await postClaims(third, [claimOf(9000, 'A 0812')]);
  await at.under.sql(`update mailboxes set disabled_at = '2026-11-26T00:00:00.000Z' where id = '${third.mailbox}'`);
  const { others } = await openClaims(at.back);
  expect(others[0]).toMatchObject({ id: saleId(9000), isRevoked: true });
});

test('what a counter left unsettled under an earlier mailbox is sold by nobody until a supervisor settles it, and holds back no other sale', async () => {
  const at = await twoCountersAt(sharedRelay);
  const left = await claimLost(at.front, 150);
  await at.under.sql(`update mailboxes set disabled_at = '2026-11-26T00:00:00.000Z' where id = '${at.front.mailbox}'`);
  const moved = counterAt(await at.join('Front again'), { isPatient: false });
  for (const sale of left) moved.rows.set(sale.id, fakeSale({ ...sale, state: 'unknown' }));
  const back = counterAt(at.back);
  moved.claims.compare();
  // Nothing of it is recorded there.
  await vi.waitFor(() => expect(moved.line.posts).toBe(2));
  for (const sale of left) moved.store(fakeSale({ ...sale, state: 'success' }));

  const fresh = fakeSale({ id: saleId(8000), state: 'sending', customerNo: '089900000000', day: today });
  expect(await moved.claims.claim(fresh)).toMatchObject({ kind: 'recorded' });
  moved.store({ ...fresh, state: 'success' });
  moved.claims.release(fresh.id);
  const stateOf = async (id: string) =>
    (await at.under.sql(`select state from claims where id = '${id}'`))[0]?.['state'];
  await vi.waitFor(async () => expect(await stateOf(fresh.id)).toBe('success'));

  for (const [n, sale] of left.entries()) {
    for (const [counter, id] of [
      [moved, saleId(3000 + n)],
      [back, saleId(4000 + n)],
    ] as const)
      expect(await counter.claims.claim({ ...sale, id })).toMatchObject({
        kind: 'in_flight',
        other: { isRevoked: true },
      });
  }
  const listed = (await openClaims(at.back)).others.filter(({ isRevoked }) => isRevoked).map(({ id }) => id);
  expect(listed.toSorted()).toEqual(left.map(({ id }) => id));
  for (const id of listed)
    expect(await askShop(at.back, 'claims/settle', { id, outcome: 'success' })).toMatchObject({ status: 200 });
  for (const [n, sale] of left.entries())
    expect(await back.claims.claim({ ...sale, id: saleId(4000 + n) })).toMatchObject({
      kind: 'recorded',
      others: [{ id: sale.id, state: 'success', isSameProduct: true }],
    });
});

describe('a press at a relay that takes the connection and answers nothing', () => {
  /** each has its own ids: the relay is one for all */
  let presses = 0;
  async function waiting(kind: 'a claim' | 'a comparison') {
    const at = await twoCountersAt(sharedRelay);
    const front = counterAt(at.front, { isPatient: false });
    presses += 1;
    const sale = fakeSale({ id: saleId(8100 + presses), state: 'sending', customerNo: '087700000000', day: today });
    if (kind === 'a claim')
      await front.claims.claim(fakeSale({ ...sale, id: saleId(8200 + presses), customerNo: '0877111111' }));
    const answers = Promise.withResolvers<void>();
    front.line.hangs = answers.promise;
    const pressed = front.claims.claim(sale);
    const stateAtRelay = async () =>
      (await at.under.sql(`select state from claims where id = '${sale.id}' and counter = 'Front'`))[0]?.['state'];
    return { at, front, sale, answers, pressed, stateAtRelay };
  }

  test.each(['a claim', 'a comparison'] as const)('is given up at once where it waits for %s', async (kind) => {
    const { at, front, sale, answers, pressed, stateAtRelay } = await waiting(kind);
    // It is there, and its answer is not.
    const isThere = kind === 'a claim' ? 'unresolved' : undefined;
    await vi.waitFor(async () => expect(await stateAtRelay()).toBe(isThere));
    expect(front.claims.stopWaiting({ ...sale, customerNo: '087722222222' })).toBe(false);
    expect(front.claims.stopWaiting({ ...sale, productCode: sale.productCode.toLowerCase() })).toBe(true);
    expect(await pressed).toEqual({ kind: 'stopped' });
    front.claims.release(sale.id);
    answers.resolve();
    front.line.hangs = null;
    await vi.waitFor(async () => expect([undefined, 'withdrawn']).toContain(await stateAtRelay()));
    expect(await counterAt(at.back).claims.claim({ ...sale, id: saleId(8300 + presses) })).toMatchObject({
      kind: 'recorded',
    });
    expect(front.claims.stopWaiting(sale)).toBe(false);
  });

  test('is given up by itself where the comparison goes on for longer than one request', async () => {
    const { front, sale, answers, pressed, stateAtRelay } = await waiting('a comparison');
    const at = performance.now();
    expect(await pressed).toEqual({ kind: 'silent' });
    expect(performance.now() - at).toBeLessThan(6000);
    front.claims.release(sale.id);
    answers.resolve();
    expect(await stateAtRelay()).toBeUndefined();
  });
});
