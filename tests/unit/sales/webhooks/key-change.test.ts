import { describe, expect, it } from 'vitest';
import { createSalesService } from '../../../../src/main/sales/sales-service.ts';
import { counterWorld } from '../../../support/counter-world.ts';

describe('a key that was changed at the provider', () => {
  const at = (second: number): string => `2026-03-10T03:00:${String(second).padStart(2, '0')}.000Z`;
  const other = '0190163d-8694-739b-aea5-966c26f8ad91';

  async function withTwo() {
    const world = await counterWorld();
    const first = await world.ordered();
    world.says.order({ transaction_id: 'T-2' });
    const second = await world.ordered({ customerNo: '081234567891' });
    world.says.order({ transaction_id: 'T-3' });
    const fail = (id: string, second: number) => world.counter.recordUnverified([{ ref: id, receivedAt: at(second) }]);
    return { world, first, second, fail };
  }

  const stopped = { orders: 2, stopped: true };

  it('a stranger’s refs and one order that fails again and again stop nothing', async () => {
    const { world, first, fail } = await withTwo();
    for (let n = 1; n < 9; n++) {
      await fail(other, n);
      await fail(first.id, n);
    }
    expect(await world.counter.keyChange()).toEqual({ orders: 1, stopped: false });
    expect((await world.events(first.id)).filter((type) => type === 'webhook.unverified')).toHaveLength(1);
  });

  it('the stop survives a restart, and the orders’ being settled by hand', async () => {
    const { world, first, second, fail } = await withTwo();
    await fail(first.id, 1);
    await fail(second.id, 2);
    world.pass(3_600_000);
    for (const { id } of [first, second]) {
      await world.counter.resolve({ id, outcome: 'failed', note: 'seen at the provider' });
    }
    expect(await createSalesService(world.ports).keyChange()).toEqual(stopped);
  });

  it('a person with a reason ends it, and what the relay hands on still does not begin it again', async () => {
    const { world, first, second, fail } = await withTwo();
    await fail(first.id, 1);
    await fail(second.id, 2);
    world.state.supervisor = 'wrong_pin';
    expect(await world.counter.allowOrders({ note: 'asked the provider' })).toMatchObject({
      ok: false,
      error: { code: 'not_allowed', reason: 'wrong_pin' },
    });
    world.state.supervisor = 'ok';
    expect(await world.counter.allowOrders({ note: 'asked the provider' })).toMatchObject({ ok: true });
    const again = createSalesService(world.ports);
    for (const counter of [world.counter, again]) {
      await counter.recordUnverified([
        { ref: second.id, receivedAt: at(2) },
        { ref: first.id, receivedAt: at(1) },
      ]);
      expect(await counter.keyChange()).toBeNull();
    }
    await again.recordUnverified([
      { ref: second.id, receivedAt: at(4) },
      { ref: first.id, receivedAt: at(3) },
    ]);
    expect(await again.keyChange()).toEqual(stopped);
  });

  it('a new key ends it, also where the relay still hands on what was sent again under the old one', async () => {
    const { world, first, second, fail } = await withTwo();
    await fail(first.id, 1);
    await fail(second.id, 2);
    const renewed = createSalesService({ ...world.ports, keyId: 'new' });
    expect(await renewed.keyChange()).toBeNull();
    await renewed.recordUnverified([
      { ref: second.id, receivedAt: at(6) },
      { ref: first.id, receivedAt: at(5) },
    ]);
    expect(await renewed.keyChange()).toBeNull();
  });

  it('an older webhook that is right does not end it, and one that came later does', async () => {
    const { world, first, second, fail } = await withTwo();
    await fail(second.id, 0);
    await world.counter.recordUnverified([{ ref: first.id, receivedAt: '2026-03-10T02:59:58.000Z' }]);
    expect(await world.counter.keyChange()).toEqual(stopped);
    await world.receiveWebhook({ status: 'pending', sn: '' }, { ref: first.id });
    expect(await world.counter.keyChange()).toEqual(stopped);
  });

  it('webhooks of a keyless mailbox that no key signed count alike', async () => {
    const { world, first, second } = await withTwo();
    await world.receiveWebhook({}, { ref: first.id, signed: false });
    await world.receiveWebhook({ sn: 'X' }, { ref: second.id, signed: false });
    expect(await world.counter.keyChange()).toEqual(stopped);
  });
});
