import { describe, expect, it } from 'vitest';
import type { SimulatorState } from '../../../src/simulator/core/ledger.ts';
import { virtualClock } from '../../support/clocks.ts';
import { answered, simulated } from '../../support/simulated.ts';

const phone = '081234567890';

describe('the same seed', () => {
  it('gives the same answers and webhooks at the same times', async () => {
    const runs = [];
    for (const seed of ['a', 'a', 'b']) {
      const { order, inquiry, clock, sent } = simulated({ seed });
      const bill = answered(await inquiry('530000000001')).json;
      const answer = answered(await order(phone)).json;
      await clock.pass(10_000);
      runs.push(JSON.stringify({ bill, answer, sent: sent.map(({ at, json, request }) => ({ at, json, request })) }));
    }
    expect(runs[1]).toBe(runs[0]);
    expect(runs[2]).not.toBe(runs[0]);
  });

  it('still gives other ids after a restart that remembers nothing', async () => {
    const clock = virtualClock();
    const idOfOne = async () => answered(await simulated({ clock }).order(phone)).json.data.transaction_id;
    const first = await idOfOne();
    await clock.pass(1000);
    expect(await idOfOne()).not.toBe(first);
  });

  it('gives the ids that were asked for when told the stamp', async () => {
    const { order } = simulated({ idStamp: 'X' });
    expect(answered(await order(phone)).json.data.transaction_id).toBe('SIMX000001');
  });
});

describe('a restart', () => {
  const keeper = () => {
    const kept: { state?: SimulatorState } = {};
    return {
      save: async (state: SimulatorState) => {
        kept.state = state;
      },
      reopen: (): SimulatorState => JSON.parse(JSON.stringify(kept.state)),
    };
  };

  it('sends the webhook of an order that was pending when the program stopped', async () => {
    const { save, reopen } = keeper();
    const clock = virtualClock();
    const before = simulated({ clock, save });
    const { transaction_id } = answered(await before.order(phone)).json.data;
    await before.simulator.close();
    await clock.pass(24 * 3_600_000);
    expect(before.sent).toEqual([]);

    const after = simulated({ clock, save, state: reopen() });
    await clock.pass(0);
    expect(after.sent.map(({ json }) => [json.transaction_id, json.status])).toEqual([[transaction_id, 'success']]);
    expect(after.simulator.ledger()).toMatchObject([
      { transaction_id, status: 'success', webhooks: [{ result: 200 }] },
    ]);
    expect(reopen().scheduled).toEqual([]);
  });

  it('still lets a bill be paid, and numbers go on', async () => {
    const { save, reopen } = keeper();
    const clock = virtualClock();
    const before = simulated({ clock, save, idStamp: 'X' });
    const { transaction_id } = answered(await before.inquiry('530000000001')).json.data;
    const after = simulated({ clock, state: reopen(), idStamp: 'X' });
    expect(answered(await after.pay(transaction_id, '530000000001')).json.data.data.status).toBe('Sukses');
    expect(answered(await after.order(phone)).json.data.transaction_id).toBe('SIMX000002');
  });

  it('lets go of what ended more than a week ago', async () => {
    const { save, reopen } = keeper();
    const clock = virtualClock();
    const before = simulated({ clock, save });
    await before.order(phone);
    await clock.pass(10_000);
    await clock.pass(8 * 24 * 3_600_000);
    expect(simulated({ clock, state: reopen() }).simulator.ledger()).toEqual([]);
  });

  it('keeps what it did before its answer goes out', async () => {
    const { save, reopen } = keeper();
    const { order } = simulated({ save });
    await order('0800000000201');
    expect(reopen()).toMatchObject({ transactions: [{ acted: 1, status: 'pending' }], scheduled: [{}, {}] });
  });
});

describe('redelivery', () => {
  it('tries again after no answer or 5xx until it is taken', async () => {
    const answers = [null, 500, 200];
    const { order, clock, simulator } = simulated({
      receiver: () => answers.shift() ?? null,
      redelivery: [100, 200, 300],
    });
    await order(phone);
    await clock.pass(60_000);
    expect(simulator.ledger()[0]!.webhooks.map(({ attempt, result }) => [attempt, result])).toEqual([
      [1, null],
      [2, 500],
      [3, 200],
    ]);
  });

  it('can be switched off, and is not for a receiver that refuses', async () => {
    const off = simulated({ receiver: () => null, redelivery: [] });
    const refusing = simulated({ receiver: () => 401 });
    for (const { order, clock, sent } of [off, refusing]) {
      await order(phone);
      await clock.pass(600_000);
      expect(sent).toHaveLength(1);
    }
  });
});

describe('control by hand', () => {
  it('bends the next request of a number only', async () => {
    const { order, simulator } = simulated();
    expect(simulator.control({ do: 'behave', customer_no: phone, behaviour: 'lost', times: 1 })).toBeNull();
    expect((await order(phone)).kind).toBe('drop');
    expect((await order(phone)).kind).toBe('answer');
    expect(simulator.control({ do: 'behave', customer_no: phone, behaviour: 'nonsense' })).toBe('no such behaviour');
  });

  it('sends a webhook now and moves the book with it', async () => {
    const { order, simulator, sent, clock } = simulated();
    const { transaction_id } = answered(await order('0800000000414')).json.data;
    simulator.control({ do: 'webhook', transaction_id, status: 'failed' });
    await clock.pass(0);
    expect(sent.map(({ json }) => json.status)).toEqual(['failed']);
    expect(simulator.ledger()).toMatchObject([{ status: 'failed' }]);
    expect(simulator.control({ do: 'webhook', transaction_id: 'SIM0', status: 'failed' })).toContain('no such');
  });
});
