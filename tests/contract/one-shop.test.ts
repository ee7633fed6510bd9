import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { System } from '../../src/main/base/system.ts';
import { createMailboxIn, createShop } from '../../src/relay/core/mailbox-service.ts';
import { systemClock as clock, systemRandom as random } from '../../src/server/system.ts';
import { writeConnectionCode } from '../../src/shared/wire/connection-code.ts';
import { startSimulatorServer } from '../../src/simulator/server.ts';
import { type AppWorld, appWorld, memorySecrets } from '../support/app-world.ts';
import { temporaryFolder } from '../support/database-files.ts';
import { keptThreads } from '../support/kept-threads.ts';
import { beside, secret, startRelay } from '../support/relay.ts';

const order = { productCode: 'TSEL10', sellingPrice: 12_000, tendered: 12_000 };
const pin = '471100';
const wait = { timeout: 30_000, interval: 40 };

/** What the line between one counter and the relay does to requests about claims, and to all others. */
type Line = 'works' | 'loses_claim_answers' | 'ends_after_claim' | 'loses_claims' | 'down';

function systemOn(line: { now: Line }): System {
  return {
    ...keptThreads,
    network: {
      ...keptThreads.network,
      transport(route) {
        const transport = keptThreads.network.transport(route);
        return {
          async exchange(request) {
            const isOfRelay = request.url.includes('/v1/mailboxes/');
            const isClaim = isOfRelay && new URL(request.url).pathname.endsWith('/claims');
            const isLost = line.now === 'down' ? isOfRelay : line.now === 'loses_claims' && isClaim;
            if (isLost) return { kind: 'lost', reason: 'cut' };
            const outcome = await transport.exchange(request);
            if (line.now === 'ends_after_claim' && isClaim) {
              line.now = 'loses_claims';
              return { kind: 'lost', reason: 'cut' };
            }
            return line.now === 'loses_claim_answers' && isClaim ? { kind: 'lost', reason: 'cut' } : outcome;
          },
        };
      },
    },
  };
}

/** A shop at a real relay, and one payment service for all of its counters. */
async function oneShop() {
  const under = await startRelay();
  const { shops, mailboxes, vault } = await beside(under);
  const provider = await startSimulatorServer({ port: 0, seed: 'one shop', secretKey: secret, pace: 0.1 });
  onTestFinished(() => provider.close());
  const shop = await createShop({ store: shops, clock, random }, 'toko');
  const codeOf = async (name: string): Promise<{ code: string; mailbox: string }> => {
    const mailbox = await createMailboxIn({ store: mailboxes, vault, clock, random }, { name, secret, shop });
    if (typeof mailbox === 'string') throw new Error(mailbox);
    const code = writeConnectionCode({
      relayUrl: under.relay.url,
      ...mailbox,
      secretKey: secret,
      provider: { url: provider.url, headers: null },
    });
    return { code: code ?? '', mailbox: mailbox.mailbox };
  };
  const open = async (home: { dataDir: string; secrets: ReturnType<typeof memorySecrets>; line: { now: Line } }) =>
    appWorld({ dataDir: home.dataDir, secrets: home.secrets, system: systemOn(home.line) });
  const isReady = (world: AppWorld, isKeyMissing = false): Promise<void> =>
    vi.waitFor(async () => {
      const { value } = await world.call('status');
      expect(value).toMatchObject({ relay: { state: 'listening' }, shop: { isKeyMissing } });
    }, wait);
  /** A counter that is set up with a code. */
  const counter = async (code: string, isKeyMissing = false) => {
    const home = { dataDir: temporaryFolder(), secrets: memorySecrets(), line: { now: 'works' as Line } };
    const world = await open(home);
    await world.call('settings.save', { connectionCode: code, supervisorPin: { next: pin } });
    await world.call('mode.switch', { mode: 'live' });
    await isReady(world, isKeyMissing);
    return { ...world, ...home };
  };
  const first = await counter((await codeOf('kasir 1')).code);
  const plain = await codeOf('kasir 2');
  const { value } = await first.call('shop.addCounter', { connectionCode: plain.code, pin });
  const second = await counter(value.connectionCode);
  const requests = (path: string): number => provider.simulator.requests().filter((one) => one.path === path).length;
  return { under, mailboxes, first, second, counter, codeOf, open, isReady, requests, plain };
}

type Answered = Awaited<ReturnType<AppWorld['call']>>;
const errorOf = (result: Answered): unknown => (result.ok ? null : result.error);

describe('two counters of one shop', () => {
  test('ask the payment service once for the same number, though both press at once', async () => {
    const { first, second, requests } = await oneShop();
    const input = { ...order, customerNo: '081234567890' };
    const results = await Promise.all([first.call('order', input), second.call('order', input)]);
    expect(requests('/v1/order')).toBe(1);
    const refused = results.filter(({ ok }) => !ok);
    expect(refused.map(errorOf)).toMatchObject([
      { code: 'in_flight', counter: { name: expect.stringContaining('kasir') } },
    ]);
  });

  test('ask about a repeat of what the other one sold today, and name it', async () => {
    const { first, second, requests } = await oneShop();
    const input = { ...order, customerNo: '081234567891' };
    const sold = await first.call('order', input);
    await vi.waitFor(async () => {
      expect((await first.call('transactions.get', { id: sold.value.id })).value.state).toBe('success');
      expect(errorOf(await second.call('order', input))).toMatchObject({
        code: 'duplicate',
        counter: { name: 'kasir 1' },
      });
    }, wait);
    const { error } = await second.call('order', input);
    const again = { ...input, allowDuplicate: true, duplicateAt: error.counter?.sale };
    expect(await second.call('order', again)).toMatchObject({ ok: true });
    expect(requests('/v1/order')).toBe(2);
  });

  test('one without the shop’s key sells nothing, and says so', async () => {
    const { counter, codeOf, requests } = await oneShop();
    const third = await counter((await codeOf('kasir 3')).code, true);
    const refused = await third.call('order', { ...order, customerNo: '081234567892' });
    expect(errorOf(refused)).toMatchObject({ code: 'not_configured', reason: 'shop_key_missing' });
    expect(requests('/v1/order')).toBe(0);
  });

  test('a claim whose answer was lost sends nothing, and is withdrawn once the relay answers', async () => {
    const { first, second, requests } = await oneShop();
    const input = { ...order, customerNo: '081234567893' };
    first.line.now = 'loses_claim_answers';
    expect(errorOf(await first.call('order', input))).toMatchObject({ reason: 'claim_unanswered' });
    expect(requests('/v1/order')).toBe(0);
    first.line.now = 'works';
    await vi.waitFor(async () => expect(await second.call('order', input)).toMatchObject({ ok: true }), wait);
  });

  test('what was claimed and not stored when the program ended is unknown at the next start, and stays in the way until it is settled', async () => {
    const { first, second, open } = await oneShop();
    const input = { ...order, customerNo: '081234567894' };
    first.line.now = 'ends_after_claim';
    await first.call('order', input);
    await first.app.close();
    expect(errorOf(await second.call('order', input))).toMatchObject({
      code: 'in_flight',
      counter: { name: 'kasir 1' },
    });
    first.line.now = 'works';
    const again = await open(first);
    const unknown = await vi.waitFor(async () => {
      const { items } = (await again.call('transactions.search', { states: ['unknown'] })).value;
      expect(items).toMatchObject([{ customerNo: input.customerNo }]);
      return items[0]?.id ?? '';
    }, wait);
    expect(errorOf(await second.call('order', input))).toMatchObject({ code: 'in_flight' });
    await again.call('transactions.resolve', { id: unknown, outcome: 'failed', note: 'seen at the provider', pin });
    await vi.waitFor(async () => expect(await second.call('order', input)).toMatchObject({ ok: true }), wait);
  });

  test('a payment whose answer was lost blocks the other counter, also after a restart, until it is settled', async () => {
    const { first, second, open, isReady, requests } = await oneShop();
    const bill = { productCode: 'PLNPOST', customerNo: '99000000201' };
    const { id } = (await first.call('inquiry', bill)).value;
    expect(errorOf(await first.call('pay', { id }))).toMatchObject({ code: 'outcome_unknown' });
    await first.app.close();
    const elsewhere = (await second.call('inquiry', bill)).value;
    expect(errorOf(await second.call('pay', { id: elsewhere.id }))).toMatchObject({
      code: 'in_flight',
      counter: { name: 'kasir 1' },
    });
    const again = await open(first);
    await isReady(again);
    expect(errorOf(await second.call('pay', { id: elsewhere.id }))).toMatchObject({ code: 'in_flight' });
    await again.call('transactions.resolve', { id, outcome: 'failed', note: 'seen at the provider', pin });
    await vi.waitFor(
      async () =>
        expect(errorOf(await second.call('pay', { id: elsewhere.id }))).not.toMatchObject({ code: 'in_flight' }),
      wait,
    );
    expect(requests('/v1/billing/pay')).toBe(2);
  });

  test('what is not settled, and what succeeded that day, is claimed again once the relay was put back to an older copy', async () => {
    const { under, mailboxes, first, second } = await oneShop();
    const bill = { productCode: 'PLNPOST', customerNo: '99000000201' };
    const { id } = (await first.call('inquiry', bill)).value;
    const sold = await first.call('order', { ...order, customerNo: '081234567898' });
    await vi.waitFor(
      async () => expect((await first.call('transactions.get', { id: sold.value.id })).value.state).toBe('success'),
      wait,
    );
    expect(errorOf(await first.call('pay', { id }))).toMatchObject({ code: 'outcome_unknown' });
    await under.sql('DELETE FROM claims');
    await mailboxes.beginEpoch('f'.repeat(32), Date.now());
    await under.restart();
    await vi.waitFor(
      async () =>
        expect(await under.sql('SELECT id, state FROM claims ORDER BY state')).toEqual([
          { id: sold.value.id, state: 'success' },
          { id, state: 'unresolved' },
        ]),
      wait,
    );
    const elsewhere = (await second.call('inquiry', bill)).value;
    // It waits until both have compared.
    await vi.waitFor(
      async () => expect(errorOf(await second.call('pay', { id: elsewhere.id }))).toMatchObject({ code: 'in_flight' }),
      wait,
    );
  });

  test('a bill is paid without the relay, and says that the others were not asked; an order is not', async () => {
    const { first, second, requests } = await oneShop();
    const bill = (await first.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' })).value;
    first.line.now = 'down';
    const paid = await first.call('pay', { id: bill.id });
    expect(paid).toMatchObject({ ok: true, value: { state: 'success', flags: ['counters_not_asked'] } });
    first.line.now = 'works';
    const elsewhere = (await second.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' })).value;
    expect(elsewhere.state).toBe('inquired');
    first.line.now = 'loses_claims';
    const refused = await first.call('order', { ...order, customerNo: '081234567895' });
    expect(errorOf(refused)).toMatchObject({ code: 'relay_unreachable', reason: 'claim_unanswered' });
    expect(requests('/v1/order')).toBe(0);
  });

  test('a supervisor settles what a counter left open that was taken away', async () => {
    const { first, second, mailboxes, plain, requests } = await oneShop();
    const bill = { productCode: 'PLNPOST', customerNo: '99000000201' };
    const { id } = (await second.call('inquiry', bill)).value;
    expect(errorOf(await second.call('pay', { id }))).toMatchObject({ code: 'outcome_unknown' });
    const elsewhere = (await first.call('inquiry', bill)).value;
    expect(errorOf(await first.call('pay', { id: elsewhere.id }))).toMatchObject({ code: 'in_flight' });
    const settle = { id, outcome: 'failed' as const, note: 'not in the dashboard' };
    expect(errorOf(await first.call('shop.settleClaim', { ...settle, pin }))).toMatchObject({
      reason: 'claim_not_open',
    });
    await second.app.close();
    await mailboxes.setDisabled(plain.mailbox, new Date().toISOString());
    expect((await first.call('shop.openClaims')).value).toMatchObject([
      { id, counter: 'kasir 2', state: 'unresolved' },
    ]);
    expect(errorOf(await first.call('shop.settleClaim', settle))).toMatchObject({ code: 'not_allowed' });
    expect(await first.call('shop.settleClaim', { ...settle, pin })).toMatchObject({ ok: true });
    expect((await first.call('shop.openClaims')).value).toEqual([]);
    await first.call('pay', { id: elsewhere.id });
    expect(requests('/v1/billing/pay')).toBe(2);
  });

  test('what is read back at one counter is named at the other before it is sent', async () => {
    const { first, second, requests } = await oneShop();
    const sale = { productCode: 'TSEL10', customerNo: '081234567896' };
    const read = (await first.call('shop.readBack', sale)).value;
    expect((await second.call('shop.readBack', sale)).value.counter).toMatchObject({
      name: 'kasir 1',
      state: 'tentative',
    });
    await first.call('shop.leave', { saleId: read.saleId ?? '' });
    await vi.waitFor(async () => expect((await second.call('shop.readBack', sale)).value.counter).toBeNull(), wait);
    const { saleId } = (await second.call('shop.readBack', sale)).value;
    const sold = await second.call('order', { ...order, ...sale });
    expect(sold.value).toMatchObject({ id: saleId });
    expect(requests('/v1/order')).toBe(1);
  });

  test('neither the relay’s database nor a log holds the key, a number or a code', async () => {
    const { first, second, under } = await oneShop();
    await first.call('order', { ...order, customerNo: '081234567897' });
    const key = first.secrets.stored.get('shopKey') ?? '-';
    expect(second.secrets.stored.get('shopKey')).toBe(key);
    const rows = JSON.stringify([await under.sql('SELECT * FROM claims'), await under.sql('SELECT * FROM shops')]);
    for (const secretText of [key, '081234567897', 'TSEL10']) {
      expect(rows).not.toContain(secretText);
      expect(JSON.stringify([first.log.lines, second.log.lines])).not.toContain(secretText);
    }
  });
});
