import { describe, expect, test } from 'vitest';
import type { ClaimAnswer, Claims } from '../../../src/main/sales/sales-ports.ts';
import type { OtherClaim } from '../../../src/shared/wire/shop.ts';
import { counterWorld, neverSent } from '../../support/counter-world.ts';

const elsewhere = (more: Partial<OtherClaim> = {}): OtherClaim => ({
  id: '0195f0aa-0000-7000-8000-000000000009',
  counter: 'kasir 2',
  state: 'unresolved',
  since: '2026-03-10T02:59:00.000Z',
  day: '2026-03-10',
  isSameProduct: true,
  isRevoked: false,
  ...more,
});

/** A counter whose shop answers claims like this. */
async function shopOf(answer: ClaimAnswer | (() => ClaimAnswer), more: Partial<Claims> = {}) {
  const calls: string[] = [];
  const claims: Claims = {
    hindrance: () => null,
    readBackId: () => null,
    async claim({ id }) {
      calls.push(`claim ${id}`);
      return typeof answer === 'function' ? answer() : answer;
    },
    stopWaiting: () => false,
    release: (id) => void calls.push(`release ${id}`),
    restore: () => null,
    acceptRestore: async () => true,
    leaveShop: async () => false,
    ...more,
  };
  const world = await counterWorld({ claims });
  return { ...world, calls };
}

const alone: ClaimAnswer = { kind: 'recorded', others: [] };

test.each(['an order', 'a bill'] as const)(
  '%s is not sent where the clock turned out to be days wrong while it was claimed',
  async (subject) => {
    const world = await shopOf(() => {
      world.state.relayAheadMs = -3 * 24 * 3_600_000;
      return alone;
    });
    const sell = subject === 'a bill' ? world.counter.pay({ id: (await world.inquired()).id }) : world.order();
    expect(await sell).toMatchObject({ ok: false, error: { code: 'not_allowed', reason: 'clock_differs' } });
    expect([world.times('order'), world.times('pay')]).toEqual([0, 0]);
  },
);

describe('an order of a shop with several counters', () => {
  test('is claimed under its own id before it is stored, and released once it was sent', async () => {
    const stored: unknown[] = [];
    const world = await shopOf(alone, {
      async claim({ id }) {
        stored.push(await world.db.get(id), world.times('order'));
        world.calls.push(`claim ${id}`);
        return alone;
      },
    });
    const sale = await world.ordered();
    expect(stored).toEqual([null, 0]);
    expect(world.calls).toEqual([`claim ${sale.id}`, `release ${sale.id}`]);
    expect(world.times('order')).toBe(1);
  });

  test('takes the id under which it was read back', async () => {
    const ahead = '0195f0aa-0000-7000-8000-00000000000a';
    const world = await shopOf(alone, { readBackId: ({ productCode }) => (productCode === 'TSEL10' ? ahead : null) });
    expect(await world.ordered()).toMatchObject({ id: ahead });
  });

  test.each<[string, ClaimAnswer, object]>([
    [
      'another counter holds it',
      { kind: 'in_flight', other: elsewhere() },
      { code: 'in_flight', counter: { name: 'kasir 2', since: '2026-03-10T02:59:00.000Z', state: 'unresolved' } },
    ],
    ['the relay is silent', { kind: 'silent' }, { code: 'relay_unreachable', reason: 'claim_unanswered' }],
    ['nobody waits for the answer', { kind: 'stopped' }, { code: 'relay_unreachable', reason: 'claim_unanswered' }],
    ['the relay refuses', { kind: 'refused' }, { code: 'relay_unreachable', reason: 'claim_refused' }],
    ['the key was changed', { kind: 'shop_key_missing' }, { code: 'not_configured', reason: 'shop_key_missing' }],
    ['a lost journal may have sent it', { kind: 'lost_journal' }, { code: 'in_flight', reason: 'lost_journal' }],
  ])('is not sent where %s, and its claim is given up', async (_why, answer, error) => {
    const world = await shopOf(answer);
    expect(await world.order()).toMatchObject({ ok: false, error });
    expect(world.times('order')).toBe(0);
    expect(world.published).toEqual([]);
    expect(world.calls.map((line) => line.split(' ')[0])).toEqual(['claim', 'release']);
  });

  test('is refused without the shop’s key before anything is asked', async () => {
    const world = await shopOf(alone, { hindrance: () => 'shop_key_missing' });
    expect(await world.order()).toMatchObject({ error: { code: 'not_configured', reason: 'shop_key_missing' } });
    expect(world.requests).toEqual([]);
    expect(world.calls).toEqual([]);
  });

  test('is asked about where another counter sold the same today', async () => {
    const sold = elsewhere({ state: 'success' });
    const world = await shopOf({ kind: 'recorded', others: [sold] });
    const result = await world.order();
    expect(result).toMatchObject({ error: { code: 'duplicate', counter: { name: 'kasir 2', sale: sold.id } } });
    expect(await world.order({ allowDuplicate: true, duplicateAt: 'another-sale' })).toMatchObject({ ok: false });
    expect(world.times('order')).toBe(0);
    const sale = await world.ordered({ allowDuplicate: true, duplicateAt: sold.id });
    expect(sale.flags).toContain('repeat_allowed');
  });

  test('is asked about where another counter has an open order of another code to that number', async () => {
    const world = await shopOf({ kind: 'recorded', others: [elsewhere({ isSameProduct: false })] });
    expect(await world.order()).toMatchObject({ error: { code: 'duplicate', reason: 'same_number' } });
    expect(await world.order({ allowDuplicate: true })).toMatchObject({ ok: true });
  });

  test.each([
    elsewhere({ isSameProduct: false, state: 'success' }),
    elsewhere({ isSameProduct: false, state: 'tentative' }),
  ])('is sent without a question beside %j', async (other) => {
    const world = await shopOf({ kind: 'recorded', others: [other] });
    expect(await world.order()).toMatchObject({ ok: true });
  });

  test('what was allowed about another counter’s sale allows no repeat of one of this counter', async () => {
    const sold = elsewhere({ state: 'success' });
    const others: OtherClaim[] = [];
    const world = await shopOf(() => ({ kind: 'recorded', others }));
    world.says.order({ status: 'success', sn: '0123456789' });
    const first = await world.ordered();
    others.push(sold);
    const again = { allowDuplicate: true, duplicateAt: sold.id };
    expect(await world.order(again)).toMatchObject({ error: { code: 'duplicate', other: { id: first.id } } });
    world.says.order({ transaction_id: 'TRX-2' });
    expect(await world.order({ ...again, duplicateOf: first.id })).toMatchObject({ ok: true });
  });

  test('a claim that throws is given up as well', async () => {
    const world = await shopOf(() => {
      throw new Error('a fault');
    });
    await expect(world.order()).rejects.toThrow('a fault');
    expect(world.calls).toHaveLength(2);
    expect(world.times('order')).toBe(0);
  });

  test('one that certainly never left is released as what the journal says of it', async () => {
    const world = await shopOf(alone);
    world.say('order', neverSent);
    const sale = await world.ordered();
    expect(sale.state).toBe('unsent');
    expect(world.calls.at(-1)).toBe(`release ${sale.id}`);
  });
});

describe('a bill of a shop with several counters', () => {
  test('is paid where the relay is silent, and says so', async () => {
    const answers: ClaimAnswer[] = [{ kind: 'silent' }];
    const world = await shopOf(() => answers.shift() ?? alone);
    const bill = await world.inquired();
    world.say('pay', neverSent);
    await world.counter.pay({ id: bill.id });
    expect((await world.stored(bill.id)).flags).toContain('counters_not_asked');
    world.says.pay({});
    const paid = await world.counter.pay({ id: bill.id });
    expect(paid).toMatchObject({ ok: true, value: { state: 'success' } });
    // The second time they were asked.
    expect((await world.stored(bill.id)).flags).not.toContain('counters_not_asked');
  });

  test.each<ClaimAnswer>([
    { kind: 'refused' },
    { kind: 'stopped' },
    { kind: 'in_flight', other: elsewhere() },
    { kind: 'shop_key_missing' },
    { kind: 'recorded', others: [elsewhere({ state: 'success' })] },
  ])('is not paid where the relay answers %j', async (answer) => {
    const world = await shopOf(answer);
    const bill = await world.inquired();
    expect(await world.counter.pay({ id: bill.id })).toMatchObject({ ok: false });
    expect(world.times('pay')).toBe(0);
    expect(await world.stored(bill.id)).toMatchObject({ state: 'inquired', flags: [] });
    expect(world.calls).toEqual([`claim ${bill.id}`, `release ${bill.id}`]);
  });

  test('asks nothing about another product of the same number', async () => {
    const world = await shopOf({ kind: 'recorded', others: [elsewhere({ isSameProduct: false })] });
    const bill = await world.inquired();
    expect(await world.counter.pay({ id: bill.id })).toMatchObject({ ok: true });
  });
});
