import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { startSimulatorServer } from '../../../src/simulator/server.ts';
import { type AppWorld, appWorld } from '../../support/app-world.ts';
import { secret, startRelay } from '../../support/relay.ts';

describe('the live counter', () => {
  /** A live counter, the payment service and the relay, each behind real sockets. */
  async function liveWorld() {
    const under = await startRelay();
    const simulator = await startSimulatorServer({ port: 0, seed: 'live', secretKey: secret, pace: 0.1 });
    onTestFinished(() => simulator.close());
    const env = {
      KONTER_PROVIDER_URL: simulator.url,
      KONTER_SECRET_KEY: secret,
      KONTER_RELAY_URL: under.relay.url,
      KONTER_RELAY_MAILBOX: under.mailbox,
      KONTER_RELAY_TOKEN: under.token,
    };
    const world = await appWorld({ env });
    await listens(world);
    return { ...world, simulator: simulator.simulator, env };
  }

  async function listens(world: AppWorld): Promise<void> {
    await vi.waitFor(async () => expect((await world.call('status')).value.relay.state).toBe('listening'), {
      timeout: 30_000,
      interval: 10,
    });
  }

  async function becomes(world: Pick<AppWorld, 'call'>, id: string, state: string): Promise<Transaction> {
    return vi.waitFor(
      async () => {
        const { value } = await world.call('transactions.get', { id });
        expect(value.state).toBe(state);
        return value;
      },
      { timeout: 30_000, interval: 10 },
    );
  }

  const anOrder = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 };

  it('an order is sold once, and its webhook settles it', async () => {
    const world = await liveWorld();
    const ordered = await world.call('order', anOrder);
    expect(ordered).toMatchObject({ ok: true, value: { state: 'pending' } });
    const sale = await becomes(world, ordered.value.id, 'success');
    expect(world.simulator.ledger()).toMatchObject([
      { transaction_id: sale.transactionId, customer_no: '081234567890' },
    ]);
    expect(world.simulator.requests().filter(({ path }) => path === '/v1/order')).toHaveLength(1);
    expect(await world.call('receipts.preview', { id: sale.id })).toMatchObject({
      value: { text: expect.stringContaining('BUKTI PEMBAYARAN YANG SAH') },
    });
  });

  it.each([
    ['success', '201'],
    ['failed', '204'],
  ])('a lost answer is found again by its webhook: %s', async (state, digits) => {
    const world = await liveWorld();
    const ordered = await world.call('order', { ...anOrder, customerNo: `0800000000${digits}` });
    expect(ordered).toMatchObject({
      ok: false,
      error: { code: 'outcome_unknown', transaction: { transactionId: null } },
    });
    const sale = await becomes(world, ordered.error.transaction.id, state);
    expect(sale).toMatchObject({ transactionIdFrom: 'webhook' });
    expect(world.simulator.requests().filter(({ path }) => path === '/v1/order')).toHaveLength(1);
  });

  it('a webhook that came while the counter was closed is heard at the next start', async () => {
    const world = await liveWorld();
    const ordered = await world.call('order', { ...anOrder, customerNo: '0800000000103' });
    await world.app.close();
    await world.simulator.idle();
    const second = await appWorld({ dataDir: world.dataDir, env: world.env });
    expect(await becomes(second, ordered.value.id, 'success')).toMatchObject({ id: ordered.value.id });
  });

  it('a bill is inquired and paid', async () => {
    const world = await liveWorld();
    const bill = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
    expect(await world.call('pay', { id: bill.value.id })).toMatchObject({ ok: true, value: { state: 'success' } });
  });

  it('a payment whose answer is lost is unknown, and is not sent again', async () => {
    const world = await liveWorld();
    const bill = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '99000000201' });
    const { id } = bill.value;
    expect(await world.call('pay', { id })).toMatchObject({ ok: false, error: { code: 'outcome_unknown' } });
    expect(await world.call('pay', { id })).toMatchObject({ ok: false, error: { code: 'in_flight' } });
    expect(world.simulator.requests().filter(({ path }) => path === '/v1/billing/pay')).toHaveLength(1);
  });

  it('a webhook with a wrong signature changes nothing', async () => {
    const world = await liveWorld();
    const ordered = await world.call('order', { ...anOrder, customerNo: '0800000000408' });
    expect(await becomes(world, ordered.value.id, 'success')).toMatchObject({ state: 'success' });
    const { value } = await world.call('transactions.timeline', { id: ordered.value.id });
    const told = value.map(({ type }) => type).filter((type) => type.startsWith('webhook.'));
    expect(told.toSorted()).toEqual(['webhook.applied', 'webhook.unverified']);
  });

  it('no order is sent while the relay does not hear', async () => {
    const world = await liveWorld();
    await world.app.close();
    const env = { ...world.env, KONTER_RELAY_TOKEN: 'wrong' };
    const deaf = await appWorld({ dataDir: world.dataDir, env });
    expect(await deaf.call('order', anOrder)).toMatchObject({ ok: false, error: { code: 'relay_unreachable' } });
    expect(world.simulator.ledger()).toEqual([]);
  });

  it('the connection is tried without buying anything', async () => {
    const world = await liveWorld();
    expect(await world.call('settings.test')).toEqual({ ok: true, value: { provider: 'ok', relay: 'ok' } });
    expect(world.simulator.ledger()).toEqual([]);
  });
});
