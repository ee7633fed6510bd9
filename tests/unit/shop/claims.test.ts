import { setImmediate as breathe } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ShopAtRelay } from '../../../src/main/relay-client/shop-client.ts';
import { ShopClaims } from '../../../src/main/shop/claims.ts';
import { claimedSales, type ShopKey } from '../../../src/main/shop/shop-key.ts';
import { erasedNo } from '../../../src/shared/domain/erasure.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import type { PostedClaim } from '../../../src/shared/wire/shop.ts';
import { fakeSale } from '../../support/fake-sales.ts';
import { fakeShopKey, fakeShopRelay, memberOf } from '../../support/fake-shop.ts';
import { recordingLog, seededRandom, virtualClock } from '../../support/fake-system.ts';

const id = '0195f0aa-0000-7000-8000-000000000001';
const day = '2026-03-10';
const sale = fakeSale({ id, state: 'sending', productCode: 'TSEL10', customerNo: '081234567890', day });

/** Counters of one shop, each with a journal of its own. */
function shopWorld() {
  const relay = fakeShopRelay();
  relay.shop.keyId = fakeShopKey().key.id;
  const clock = virtualClock();
  const counter = (
    name: string,
    options: {
      sales?: Map<string, Transaction>;
      key?: () => ShopKey | null;
      reads?: () => Promise<void>;
      relay?: ShopAtRelay;
      /** the journal takes back what a claim carries */
      recovers?: boolean;
      /** when the journal noted that a request had not left, by the sale's id */
      notSent?: Record<string, string>;
      /** when a person corrected the sale, by its id */
      corrected?: Record<string, string>;
      /** what the relay says of the log; null: nothing */
      isWhole?: boolean | null;
    } = {},
  ) => {
    const rows = options.sales ?? new Map<string, Transaction>();
    const log = recordingLog();
    const claims = new ShopClaims({
      membership: memberOf(options.key),
      relay: options.relay ?? relay.counter(name),
      db: {
        async get(of) {
          const row = rows.get(of) ?? null;
          await options.reads?.();
          return row;
        },
        timeline: async (of) => {
          const [notSent, corrected] = [options.notSent?.[of], options.corrected?.[of]];
          return [
            ...(notSent === undefined ? [] : [{ type: 'sale.not_sent' as const, at: notSent }]),
            ...(corrected === undefined ? [] : [{ type: 'sale.manually_corrected' as const, at: corrected }]),
          ];
        },
        succeededSince: async (of) =>
          [...rows.values()].filter((row) => row.state === 'success' && row.day >= of).map((row) => row.id),
        unresolved: async () =>
          [...rows.values()].filter(({ state }) => ['sending', 'pending', 'unknown', 'disputed'].includes(state)),
      },
      claimed: claimedSales(name, seededRandom(name)),
      async recover(lost) {
        if (options.recovers !== true) return false;
        stores({ ...lost, state: 'unknown' });
        return true;
      },
      isJournalWhole: async () => (options.isWhole === undefined ? true : options.isWhole),
      today: () => day,
      changed: () => undefined,
      clock,
      random: seededRandom(name),
      log,
    });
    const stores = (stored: Transaction): void => {
      rows.set(stored.id, stored);
      claims.onSale(stored);
    };
    onTestFinished(() => claims.stop());
    return {
      claims,
      log,
      rows,
      /** the sale is stored like this, and published */
      stores(state: Transaction['state'], more: Partial<Transaction> = {}) {
        stores(fakeSale({ ...sale, state, ...more }));
      },
    };
  };
  return { relay, clock, counter };
}

/** Lets the background work until it waits for a clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await breathe();
}

describe('claims of a counter', () => {
  test('keep the same product and number from another counter until the outcome is known', async () => {
    const { relay, counter } = shopWorld();
    const [one, two] = [counter('kasir 1'), counter('kasir 2')];
    expect(await one.claims.claim(sale)).toEqual({ kind: 'recorded', others: [] });
    const spelt = {
      ...sale,
      id: '0195f0aa-0000-7000-8000-000000000002',
      productCode: 'tsel10',
      customerNo: '+6281234567890',
    };
    expect(await two.claims.claim(spelt)).toMatchObject({ kind: 'in_flight', other: { counter: 'kasir 1' } });
    two.claims.release(spelt.id);
    one.stores('sending');
    one.stores('pending');
    one.claims.release(id);
    await settle();
    expect(relay.open()).toEqual([[id, 'unresolved']]);
    one.stores('success');
    await settle();
    expect(relay.stateOf(id)).toBe('success');
    expect(await two.claims.claim(spelt)).toMatchObject({ kind: 'recorded', others: [{ state: 'success' }] });
  });

  test('one whose answer was lost is withdrawn once the relay answers', async () => {
    const { relay, clock, counter } = shopWorld();
    const { claims } = counter('kasir 1');
    claims.compare();
    await settle();
    relay.state.behaviour = 'loses_answers';
    expect(await claims.claim(sale)).toEqual({ kind: 'silent' });
    claims.release(id);
    await settle();
    relay.state.behaviour = 'loses_requests';
    await clock.pass(120_000);
    relay.state.behaviour = 'answers';
    await clock.pass(60_000);
    await settle();
    expect(relay.stateOf(id)).toBe('withdrawn');
    // One that comes late changes nothing.
    const first = relay.posted[0]?.claims ?? [];
    expect(await relay.counter('kasir 1').postClaims({ keyId: '', claims: first })).toMatchObject({
      value: [{ outcome: 'stale' }],
    });
  });

  test('nobody waits any more for one that could not be made', async () => {
    const { relay, counter } = shopWorld();
    const failing = { ...relay.counter('kasir 1'), openClaims: () => Promise.reject(new Error('the disk failed')) };
    const { claims } = counter('kasir 1', { relay: failing });
    await expect(claims.claim(sale)).rejects.toThrow('the disk failed');
    claims.release(id);
    expect(claims.stopWaiting(sale)).toBe(false);
  });

  test('one that is given up is never answered otherwise, however late that is', async () => {
    const ends = new Set<string>();
    for (let turns = 0; turns < 40; turns += 1) {
      const { relay, counter } = shopWorld();
      const real = relay.counter('kasir 1');
      let isStopped = false;
      const giveUp = async (): Promise<void> => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        isStopped = claims.stopWaiting(sale);
      };
      const { claims } = counter('kasir 1', {
        relay: {
          ...real,
          postClaims(posted) {
            void giveUp();
            return real.postClaims(posted);
          },
        },
      });
      const { kind } = await claims.claim(sale);
      await settle();
      expect([turns, kind === 'stopped']).toEqual([turns, isStopped]);
      ends.add(kind);
    }
    expect([...ends].toSorted()).toEqual(['recorded', 'stopped']);
  });

  test('nothing is posted of a sale between its claim and its commit', async () => {
    const { relay, counter } = shopWorld();
    const { claims } = counter('kasir 1');
    await claims.claim(sale);
    claims.onSale({ id, state: 'sending' });
    claims.compare();
    await settle();
    expect(relay.open()).toEqual([[id, 'unresolved']]);
    claims.release(id);
    await settle();
    expect(relay.stateOf(id)).toBe('withdrawn');
  });

  test('a bill that never left is claimed again under the same id, though the clock went back', async () => {
    const { relay, counter } = shopWorld();
    const { claims, stores } = counter('kasir 1');
    await claims.claim(sale);
    stores('inquired', { kind: 'postpaid' });
    claims.release(id);
    await settle();
    expect(relay.stateOf(id)).toBe('withdrawn');
    expect(await claims.claim(sale)).toMatchObject({ kind: 'recorded' });
    expect(relay.stateOf(id)).toBe('unresolved');
  });

  test('a failed sale that is corrected is posted as it is then', async () => {
    const { relay, clock, counter } = shopWorld();
    const { claims, stores } = counter('kasir 1');
    await claims.claim(sale);
    stores('failed');
    claims.release(id);
    await settle();
    expect(relay.stateOf(id)).toBe('failed');
    await clock.pass(1000);
    stores('disputed');
    stores('success');
    await settle();
    expect(relay.stateOf(id)).toBe('success');
  });

  test('a claim is not withdrawn by what was read of its sale before', async () => {
    const { relay, counter } = shopWorld();
    const { claims, stores } = counter('kasir 1');
    // The journal is being read when the bill is paid.
    stores('inquired', { kind: 'postpaid' });
    expect(await claims.claim(sale)).toMatchObject({ kind: 'recorded' });
    await settle();
    expect(relay.stateOf(id)).toBe('unresolved');
    claims.release(id);
    await settle();
    expect(relay.stateOf(id)).toBe('withdrawn');
  });

  test('goes above a version that the relay has of it', async () => {
    const { relay, clock, counter } = shopWorld();
    const { key } = fakeShopKey();
    const version = clock.now() + 3_600_000;
    const before = { ...key.digests(sale), id, version, state: 'withdrawn' as const, day, isSent: false };
    await relay.counter('kasir 1').postClaims({ keyId: key.id, claims: [before] });
    const { claims } = counter('kasir 1');
    expect(await claims.claim(sale)).toMatchObject({ kind: 'recorded' });
    expect(relay.claims.get(id)).toMatchObject({ state: 'unresolved', version: version + 1 });
  });

  test('is not withdrawn by what was read of the journal before it was made', async () => {
    const { relay, counter } = shopWorld();
    const reads = Promise.withResolvers<void>();
    let isSlow = false;
    const { claims } = counter('kasir 1', { reads: async () => (isSlow ? reads.promise : undefined) });
    await claims.claim(sale);
    isSlow = true;
    claims.release(id);
    await settle();
    // The bill is paid again while the background reads that its payment never left.
    const claimed = claims.claim(sale);
    reads.resolve();
    expect(await claimed).toMatchObject({ kind: 'recorded' });
    await settle();
    expect(relay.stateOf(id)).toBe('unresolved');
  });

  test('a relay that never takes the claim of a sale is asked once per comparison', async () => {
    const world = shopWorld();
    const sales = new Map([[id, fakeSale({ ...sale, state: 'unknown' })]]);
    const { key } = fakeShopKey();
    const earlier = { ...key.digests(sale), id, version: 1, day, isSent: true };
    world.relay.claims.set(id, { ...earlier, state: 'unresolved', counter: 'earlier mailbox' });
    const { claims } = world.counter('kasir 1', { sales });
    claims.compare();
    for (let seconds = 0; seconds < 120; seconds += 1) {
      await world.clock.pass(1000);
      await settle();
    }
    expect(world.relay.posted).toHaveLength(1);
  });

  test('a hundred claims that the relay never takes hold back no other', async () => {
    const world = shopWorld();
    const { key } = fakeShopKey();
    const sales = new Map<string, Transaction>();
    for (let at = 0; at < 100; at += 1) {
      const earlier = fakeSale({
        ...sale,
        id: `0195f0aa-0000-7000-8000-1${String(at).padStart(11, '0')}`,
        state: 'unknown',
      });
      sales.set(earlier.id, earlier);
      const claim = { ...key.digests(earlier), id: earlier.id, version: Number.POSITIVE_INFINITY, day, isSent: true };
      world.relay.claims.set(earlier.id, { ...claim, state: 'unresolved', counter: 'earlier mailbox' });
    }
    const { claims, stores } = world.counter('kasir 1', { sales });
    claims.compare();
    await settle();
    stores('unknown');
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await world.clock.pass(1000);
      await settle();
    }
    expect(world.relay.stateOf(id)).toBe('unresolved');
  });

  test('of what succeeded today are posted again under another key, so that the other counter is asked about a repeat', async () => {
    const world = shopWorld();
    const under = { key: fakeShopKey().key };
    const first = world.counter('kasir 1', { key: () => under.key });
    const second = world.counter('kasir 2', { key: () => under.key });
    await first.claims.claim(sale);
    first.stores('success');
    first.stores('success', { id: '0195f0aa-0000-7000-8000-000000000003', day: '2026-03-09' });
    first.claims.release(id);
    await settle();
    await world.clock.pass(60_000);
    under.key = fakeShopKey(8).key;
    first.claims.compare();
    await settle();
    const again = '0195f0aa-0000-7000-8000-000000000002';
    expect(await second.claims.claim({ ...sale, id: again })).toMatchObject({
      kind: 'recorded',
      others: [{ id, state: 'success', isSameProduct: true }],
    });
    const posts = world.relay.posted.length;
    first.claims.compare();
    await settle();
    expect(world.relay.posted).toHaveLength(posts);
  });

  test('of what succeeded today are posted again by a counter that was begun without the key', async () => {
    const world = shopWorld();
    const under: { key: ShopKey | null } = { key: null };
    const sales = new Map([[id, fakeSale({ ...sale, state: 'success' })]]);
    const { claims } = world.counter('kasir 1', { sales, key: () => under.key });
    claims.compare();
    await settle();
    under.key = fakeShopKey(8).key;
    claims.compare();
    await settle();
    expect(world.relay.stateOf(id)).toBe('success');
  });

  test('a printed receipt reports nothing to the relay', async () => {
    const { relay, counter } = shopWorld();
    const { stores } = counter('kasir 1');
    stores('success');
    await settle();
    expect(relay.posted).toEqual([]);
  });
});

describe('at the start', () => {
  /** What an earlier run of the counter claimed. */
  async function claimedBefore(world: ReturnType<typeof shopWorld>): Promise<void> {
    const before = world.counter('kasir 1');
    await before.claims.claim(sale);
    before.claims.stop();
    await world.clock.pass(1000);
  }

  const later = '2026-03-10T03:00:01.000Z';
  const earlier = '2026-03-10T02:59:59.000Z';
  test.each<[string, Partial<Transaction>, string]>([
    ['never left', { state: 'unsent' }, 'withdrawn'],
    ['succeeded', { state: 'success', settledAt: later }, 'success'],
    ['failed', { state: 'failed', settledAt: later }, 'failed'],
    ['is unknown', { state: 'unknown' }, 'unresolved'],
    ['was erased since', { state: 'success', settledAt: later, customerNo: erasedNo }, 'success'],
  ])('a claim whose sale %s becomes what the journal says', async (_what, row, expected) => {
    const world = shopWorld();
    await claimedBefore(world);
    const sales = new Map([[id, fakeSale({ ...sale, ...row })]]);
    const { claims } = world.counter('kasir 1', { sales, notSent: { [id]: later } });
    claims.compare();
    await settle();
    expect(world.relay.stateOf(id)).toBe(expected);
    expect(claims.orphans()).toEqual([]);
  });

  test.each(['success', 'failed'] as const)(
    'a claim of a correction that ended with the program becomes the %s that the journal says',
    async (state) => {
      const world = shopWorld();
      await claimedBefore(world);
      const sales = new Map([[id, fakeSale({ ...sale, state, settledAt: earlier })]]);
      const { claims } = world.counter('kasir 1', { sales, corrected: { [id]: later } });
      claims.compare();
      await settle();
      expect(world.relay.stateOf(id)).toBe(state);
      expect(claims.orphans()).toEqual([]);
    },
  );

  /** As an older copy of the folder has it: of before the claim. */
  const olderRows: [string, Partial<Transaction> | null][] = [
    ['has no row', null],
    ['was never sent', { state: 'unsent' }],
    ['is a bill that was not paid', { state: 'inquired', kind: 'postpaid' }],
    ['had failed', { state: 'failed', settledAt: earlier }],
    ['had succeeded', { state: 'success', settledAt: earlier }],
  ];
  test.each(olderRows)('a claim whose sale %s before it was made is taken back by nobody', async (_what, row) => {
    const world = shopWorld();
    await claimedBefore(world);
    const sales = new Map(row === null ? [] : [[id, fakeSale({ ...sale, ...row })]]);
    const { claims } = world.counter('kasir 1', { sales, notSent: { [id]: earlier }, corrected: { [id]: earlier } });
    for (let comparisons = 0; comparisons < 2; comparisons += 1) {
      claims.compare();
      await settle();
    }
    expect(world.relay.stateOf(id)).toBe('unresolved');
    expect(claims.orphans()).toMatchObject([{ id }]);
    const other = world.counter('kasir 2');
    const again = { ...sale, id: '0195f0aa-0000-7000-8000-000000000002' };
    expect(await other.claims.claim(again)).toMatchObject({ kind: 'in_flight' });
  });

  test('a claim is closed by nobody while the relay has a later event of this log, or does not say', async () => {
    const world = shopWorld();
    await claimedBefore(world);
    const options: { sales: Map<string, Transaction>; isWhole: boolean | null } = {
      sales: new Map([[id, fakeSale({ ...sale, state: 'failed', settledAt: later })]]),
      isWhole: null,
    };
    const { claims } = world.counter('kasir 1', options);
    claims.compare();
    await settle();
    expect(world.relay.stateOf(id)).toBe('unresolved');
    options.isWhole = false;
    await world.clock.pass(60_000);
    await settle();
    expect(world.relay.stateOf(id)).toBe('unresolved');
    expect(claims.orphans()).toMatchObject([{ id }]);
    options.isWhole = true;
    claims.compare();
    await settle();
    expect(world.relay.stateOf(id)).toBe('failed');
    expect(claims.orphans()).toEqual([]);
  });

  test('a copy that is opened beside the running counter takes nothing back, and sends nothing that the other has sent', async () => {
    const world = shopWorld();
    const running = world.counter('kasir 1');
    await running.claims.claim(sale);
    running.stores('pending');
    running.claims.release(id);
    await settle();
    const copy = world.counter('kasir 1');
    copy.claims.compare();
    await settle();
    expect(world.relay.stateOf(id)).toBe('unresolved');
    const meter = {
      ...sale,
      id: '0195f0aa-0000-7000-8000-000000000002',
      productCode: 'PLN',
      customerNo: '530000000001',
    };
    await running.claims.claim(meter);
    const again = { ...meter, id: '0195f0aa-0000-7000-8000-000000000003' };
    expect(await copy.claims.claim(again)).toEqual({ kind: 'lost_journal' });
    copy.claims.release(again.id);
    await settle();
    expect(world.relay.open().map(([of]) => of)).toEqual([id, meter.id]);
  });

  test('a cashier is asked about what an older copy does not know to have sold today', async () => {
    const world = shopWorld();
    const running = world.counter('kasir 1');
    await running.claims.claim(sale);
    running.stores('success', { settledAt: later });
    running.claims.release(id);
    await settle();
    const again = { ...sale, id: '0195f0aa-0000-7000-8000-000000000002' };
    expect(await world.counter('kasir 1').claims.claim(again)).toMatchObject({
      kind: 'recorded',
      others: [{ id, state: 'success' }],
    });
  });

  test('a sale that is not settled, of which the relay has nothing, is posted as sent', async () => {
    const world = shopWorld();
    const { claims, log } = world.counter('kasir 1', {
      sales: new Map([[id, fakeSale({ ...sale, state: 'pending' })]]),
    });
    const other = world.counter('kasir 2');
    await other.claims.claim({ ...sale, id: '0195f0aa-0000-7000-8000-000000000002' });
    claims.compare();
    await settle();
    expect(world.relay.claims.get(id)).toMatchObject({ state: 'unresolved', isSent: true });
    expect(log.lines).toEqual([]);
  });

  test('a claim of before the journal is left for a person, and its product is not sent to its number again', async () => {
    const world = shopWorld();
    await claimedBefore(world);
    const { claims } = world.counter('kasir 1');
    claims.compare();
    await settle();
    expect(world.relay.stateOf(id)).toBe('unresolved');
    expect(claims.orphans()).toMatchObject([{ id }]);
    expect(await claims.claim(sale)).toEqual({ kind: 'lost_journal' });
    claims.release(id);
    const again = { ...sale, id: '0195f0aa-0000-7000-8000-000000000002' };
    expect(await claims.claim(again)).toEqual({ kind: 'lost_journal' });
    claims.release(again.id);
    expect(await claims.claim({ ...again, customerNo: '081234567891' })).toMatchObject({ kind: 'recorded' });
    claims.release(again.id);
    await settle();
    expect(world.relay.stateOf(id)).toBe('unresolved');
    expect(await claims.settleOrphan(id, 'failed')).toMatchObject({ kind: 'answered' });
    expect(world.relay.stateOf(id)).toBe('failed');
    expect(claims.orphans()).toEqual([]);
  });

  test('others are asked about a repeat of one that a person says to have succeeded, also at a relay that lists no numbers', async () => {
    const world = shopWorld();
    await world.counter('kasir 1').claims.claim(sale);
    const { claims } = world.counter('kasir 1');
    claims.compare();
    await settle();
    expect(claims.orphans()).toMatchObject([{ id }]);
    expect(claims.orphans()[0]).not.toHaveProperty('number');
    expect(await claims.settleOrphan(id, 'success')).toMatchObject({ kind: 'answered' });
    const again = { ...sale, id: '0195f0aa-0000-7000-8000-000000000002' };
    expect(await world.counter('kasir 2').claims.claim(again)).toMatchObject({
      kind: 'recorded',
      others: [{ id, state: 'success', isSameProduct: true }],
    });
  });

  test('one that was posted again meanwhile, by a copy that runs elsewhere, is not settled by a decision about the one before', async () => {
    const world = shopWorld();
    await claimedBefore(world);
    const { claims } = world.counter('kasir 1');
    claims.compare();
    await settle();
    const claim = world.relay.claims.get(id);
    if (!claim) throw new Error('it was claimed');
    world.relay.claims.set(id, { ...claim, version: claim.version + 3_600_000 });
    expect(await claims.settleOrphan(id, 'failed')).toEqual({ kind: 'silent' });
    await settle();
    expect(claims.orphans()).toMatchObject([{ id }]);
    expect(await claims.settleOrphan(id, 'failed')).toMatchObject({ kind: 'answered' });
    expect(world.relay.stateOf(id)).toBe('failed');
  });

  test('a journal that begins on a machine whose clock is behind withdraws nothing that the one before had claimed', async () => {
    const world = shopWorld();
    await claimedBefore(world);
    const { claims } = world.counter('kasir 1', { recovers: true });
    claims.compare();
    await settle();
    expect(world.relay.stateOf(id)).toBe('unresolved');
  });

  test('a claim of before the journal brings its sale back, which is guarded and settled like any other', async () => {
    const world = shopWorld();
    await claimedBefore(world);
    const { claims, rows, stores } = world.counter('kasir 1', { recovers: true });
    claims.compare();
    await settle();
    expect(rows.get(id)).toEqual({ ...sale, state: 'unknown' });
    expect(claims.orphans()).toEqual([]);
    expect(world.relay.open()).toEqual([[id, 'unresolved']]);
    await world.clock.pass(1000);
    stores('failed');
    await settle();
    expect(world.relay.claims.get(id)).toMatchObject({ state: 'failed' });
    expect(world.relay.claims.get(id)).not.toHaveProperty('sealed');
  });

  test.each<[string, (claim: PostedClaim) => Partial<PostedClaim>]>([
    ['carries nothing', () => ({ sealed: undefined })],
    ['was changed on its way', ({ sealed = '' }) => ({ sealed: `AAAA${sealed.slice(4)}` })],
  ])('a claim of before the journal that %s is left for a person', async (_, changed) => {
    const world = shopWorld();
    await claimedBefore(world);
    const claim = world.relay.claims.get(id);
    if (claim) world.relay.claims.set(id, { ...claim, ...changed(claim) });
    const { claims, rows } = world.counter('kasir 1', { recovers: true });
    claims.compare();
    await settle();
    expect(rows.size).toBe(0);
    expect(claims.orphans()).toMatchObject([{ id }]);
  });

  test('a sale that cannot be stored now comes back with the next comparison, and is guarded until then', async () => {
    const world = shopWorld();
    await claimedBefore(world);
    const options: { recovers?: boolean } = {};
    const { claims, rows } = world.counter('kasir 1', options);
    expect(await claims.claim({ ...sale, id: '0195f0aa-0000-7000-8000-000000000002' })).toEqual({
      kind: 'lost_journal',
    });
    options.recovers = true;
    claims.compare();
    await settle();
    expect(rows.get(id)).toMatchObject({ state: 'unknown' });
    expect(claims.orphans()).toEqual([]);
  });

  test.each([
    ['a sale', '0195f0aa-0000-7000-8000-000000000002'],
    ['a bill under its id', id],
  ])('what a lost journal may have sent is known to a press right after the start: %s', async (_, again) => {
    const world = shopWorld();
    await claimedBefore(world);
    const { claims, stores } = world.counter('kasir 1');
    if (again === id) stores('inquired', { kind: 'postpaid' });
    const posts = world.relay.posted.length;
    expect(await claims.claim({ ...sale, id: again })).toEqual({ kind: 'lost_journal' });
    expect(world.relay.posted).toHaveLength(posts);
    expect(world.relay.stateOf(id)).toBe('unresolved');
  });

  test('a bill is not claimed by its read-back while nobody knows what a lost journal has sent', async () => {
    const world = shopWorld();
    await claimedBefore(world);
    const { claims, stores } = world.counter('kasir 1');
    stores('inquired', { kind: 'postpaid' });
    world.relay.state.behaviour = 'refuses';
    expect(await claims.readBack({ ...sale, saleId: id })).toEqual({ saleId: null, other: null });
    world.relay.state.behaviour = 'answers';
    expect(await claims.readBack({ ...sale, saleId: id })).toEqual({ saleId: null, other: null });
    expect(world.relay.stateOf(id)).toBe('unresolved');
    expect(await claims.claim(sale)).toEqual({ kind: 'lost_journal' });
  });

  test('a claim that comes late, after the program that made it has ended, brings no sale into a journal that is whole', async () => {
    const world = shopWorld();
    const { claims, rows } = world.counter('kasir 1', { recovers: true });
    claims.compare();
    await settle();
    await world.clock.pass(1000);
    await claimedBefore(world);
    claims.compare();
    await settle();
    expect(rows.size).toBe(0);
    expect(claims.orphans()).toMatchObject([{ id }]);
  });

  test('a claim of a copy of this counter that runs elsewhere is left to it', async () => {
    const world = shopWorld();
    const [restored, oldSelf] = [world.counter('kasir 1'), world.counter('kasir 1')];
    oldSelf.claims.compare();
    await settle();
    await restored.claims.claim(sale);
    oldSelf.claims.compare();
    await settle();
    expect(world.relay.stateOf(id)).toBe('unresolved');
    expect(await oldSelf.claims.claim({ ...sale, id: '0195f0aa-0000-7000-8000-000000000002' })).toEqual({
      kind: 'lost_journal',
    });
  });

  test('a counter that misses what it had claimed claims nothing before the relay knows of it', async () => {
    const { relay, counter } = shopWorld();
    const real = relay.counter('kasir 1');
    let relayAnswers = false;
    const messages: string[] = [];
    const one = counter('kasir 1', {
      relay: {
        ...real,
        async postRestore(posted) {
          messages.push(posted.step);
          return relayAnswers ? real.postRestore(posted) : { kind: 'silent' };
        },
      },
    });
    const two = counter('kasir 2');
    const other = { ...sale, id: '0195f0aa-0000-7000-8000-000000000002', customerNo: '081234567891' };
    for (const [at, of] of [
      [one, sale],
      [two, other],
    ] as const) {
      expect(await at.claims.claim(of)).toMatchObject({ kind: 'recorded' });
      at.stores('pending', of);
      at.claims.release(of.id);
    }
    await settle();
    // An older copy of the relay's database was put back, and nobody says so.
    relay.claims.clear();
    one.claims.compare();
    await settle();
    const again = { ...other, id: '0195f0aa-0000-7000-8000-000000000003' };
    expect(await one.claims.claim(again)).toEqual({ kind: 'silent' });
    one.claims.release(again.id);
    expect(await one.claims.readBack(again)).toEqual({ saleId: null, other: null });
    expect(relay.open()).toEqual([]);
    relayAnswers = true;
    two.claims.compare();
    await settle();
    expect(await one.claims.claim(again)).toMatchObject({ kind: 'in_flight', other: { counter: 'kasir 2' } });
    expect(new Set(messages)).toEqual(new Set(['noticed']));
  });

  test('is compared again after a silence of the relay', async () => {
    const world = shopWorld();
    await claimedBefore(world);
    const { claims } = world.counter('kasir 1');
    world.relay.state.behaviour = 'loses_requests';
    claims.compare();
    await world.clock.pass(60_000);
    world.relay.state.behaviour = 'answers';
    await world.clock.pass(60_000);
    await settle();
    expect(claims.orphans()).toMatchObject([{ id }]);
  });
});

describe('a sale that is read back', () => {
  const read = { productCode: sale.productCode, customerNo: sale.customerNo };
  /** Claims the read-back of a sale; its id. */
  async function readBackOf(claims: ShopClaims) {
    const { saleId, other } = await claims.readBack(read);
    if (saleId === null) throw new Error('nothing was claimed');
    return { saleId, other };
  }

  test('is claimed under the id that it is then sent with', async () => {
    const { relay, counter } = shopWorld();
    const { claims } = counter('kasir 1');
    const { saleId, other } = await readBackOf(claims);
    expect(other).toBeNull();
    expect(relay.open()).toEqual([[saleId, 'tentative']]);
    expect(claims.readBackId(read)).toBe(saleId);
    await claims.claim({ ...sale, id: saleId });
    expect(relay.open()).toEqual([[saleId, 'unresolved']]);
    expect(claims.readBackId(read)).toBeNull();
  });

  test('says at once that another counter has it', async () => {
    const { counter } = shopWorld();
    await counter('kasir 2').claims.readBack(read);
    expect(await counter('kasir 1').claims.readBack(read)).toMatchObject({ other: { counter: 'kasir 2' } });
  });

  test('is withdrawn when it is left', async () => {
    const { relay, counter } = shopWorld();
    const { claims } = counter('kasir 1');
    const { saleId } = await readBackOf(claims);
    claims.leave(saleId);
    await settle();
    expect(relay.stateOf(saleId)).toBe('withdrawn');
  });

  test('does not lend its id for longer than the relay holds it', async () => {
    const { clock, counter } = shopWorld();
    const { claims } = counter('kasir 1');
    await claims.readBack(read);
    await clock.pass(60_000);
    expect(claims.readBackId(read)).toBeNull();
  });

  test('that comes to the relay after the claim of the sale itself undoes nothing', async () => {
    const { relay, counter } = shopWorld();
    const at = relay.counter('kasir 1');
    const line = Promise.withResolvers<void>();
    const { claims } = counter('kasir 1', {
      relay: {
        ...at,
        async postClaims(posted) {
          if (posted.claims[0]?.state === 'tentative') await line.promise;
          return at.postClaims(posted);
        },
      },
    });
    const reading = claims.readBack(read);
    const ahead = claims.readBackId(read) ?? '';
    await claims.claim({ ...sale, id: ahead });
    line.resolve();
    await reading;
    await settle();
    expect(relay.stateOf(ahead)).toBe('unresolved');
  });

  test('a bill that another window pays is not claimed for a minute only', async () => {
    const { relay, counter } = shopWorld();
    const { claims, stores } = counter('kasir 1');
    stores('inquired', { kind: 'postpaid' });
    await claims.claim(sale);
    await claims.readBack({ ...read, saleId: id });
    stores('unknown', { kind: 'postpaid' });
    claims.release(id);
    await claims.readBack({ ...read, saleId: id });
    expect(relay.stateOf(id)).toBe('unresolved');
  });

  test('leaving after it was sent takes nothing back', async () => {
    const { relay, counter } = shopWorld();
    const { claims } = counter('kasir 1');
    const { saleId } = await readBackOf(claims);
    await claims.claim({ ...sale, id: saleId });
    claims.leave(saleId);
    await settle();
    expect(relay.stateOf(saleId)).toBe('unresolved');
  });
});
