import { describe, expect, it } from 'vitest';
import {
  counterWorld,
  held,
  lost,
  neverSent,
  refusal,
  type Said,
  withPending,
  withUnknown,
} from '../../support/counter-world.ts';

const note = 'seen in the dashboard';
const minute = 60_000;

describe('a person records', () => {
  it('that an unknown sale went through, with its serial number', async () => {
    const { world, sale } = await withUnknown();
    const result = await world.counter.resolve({ id: sale.id, outcome: 'success', sn: ' SN-5 ', note });
    expect(result).toMatchObject({
      ok: true,
      value: { state: 'success', sn: 'SN-5', flags: ['resolved_by_hand'], settledAt: '2026-03-10T03:00:00.000Z' },
    });
    expect(result.ok && result.value.receiptNo).toMatch(/-000001$/);
    expect(world.times('order')).toBe(1);
  });

  it('that an unknown sale failed', async () => {
    const { world, sale } = await withUnknown();
    expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note })).toMatchObject({
      ok: true,
      value: { state: 'failed', receiptNo: null, refused: false },
    });
  });

  it('why, word for word, apart from the facts', async () => {
    const { world, sale } = await withUnknown();
    await world.counter.resolve({ id: sale.id, outcome: 'failed', note });
    const event = (await world.journal.timeline(sale.id)).at(-1);
    expect(event).toMatchObject({
      type: 'sale.manually_resolved',
      actor: 'supervisor',
      data: { from: 'unknown', to: 'failed' },
    });
    expect(event?.bodies[0]).toEqual({ role: 'note', text: note });
  });

  it('what became of a disputed sale', async () => {
    const { world, sale } = await withPending();
    await world.receiveWebhook({ status: 'failed', sn: '' }, { ref: sale.id });
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await world.counter.resolve({ id: sale.id, outcome: 'success', note })).toMatchObject({
      ok: true,
      value: { state: 'success' },
    });
  });

  it('that a refused order went through after all, which is then refused no more', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    const { id } = await world.ordered();
    await world.receiveWebhook({}, { ref: id });
    expect(await world.counter.resolve({ id, outcome: 'success', sn: 'SN-1', note })).toMatchObject({
      ok: true,
      value: { state: 'success', refused: false },
    });
  });

  it('the serial number of a success that has none', async () => {
    const { world, sale } = await withPending();
    await world.receiveWebhook({ sn: '' }, { ref: sale.id });
    const before = await world.stored(sale.id);
    world.pass(minute);
    expect(await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-6', note })).toMatchObject({
      ok: true,
      value: { state: 'success', sn: 'SN-6', receiptNo: before.receiptNo, settledAt: before.settledAt },
    });
  });

  it('what became of an order that has been pending for too long', async () => {
    const { world, sale } = await withPending();
    world.pass(10 * minute);
    expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note })).toMatchObject({ ok: true });
  });

  it('what became of an order that was sent when the clock ran ahead: its age is not known', async () => {
    const { world, sale } = await withPending();
    world.pass(-365 * 24 * 60 * minute);
    expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note })).toMatchObject({ ok: true });
  });

  it('and a webhook that says otherwise later disputes it', async () => {
    const { world, sale } = await withUnknown();
    await world.counter.resolve({ id: sale.id, outcome: 'failed', note });
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await world.stored(sale.id)).toMatchObject({ state: 'disputed' });
  });

  it('and a webhook that agrees brings the serial number', async () => {
    const { world, sale } = await withUnknown();
    await world.counter.resolve({ id: sale.id, outcome: 'success', note });
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await world.stored(sale.id)).toMatchObject({ state: 'success', sn: 'SN-0001' });
  });
});

describe('nothing is recorded', () => {
  it('about a sale that is not there', async () => {
    const world = await counterWorld();
    expect(await world.counter.resolve({ id: 'x', outcome: 'failed', note })).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('about an order whose webhook may still come', async () => {
    const { world, sale } = await withPending();
    world.pass(10 * minute - 1);
    expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note })).toMatchObject({
      error: { code: 'not_allowed', reason: 'not_overdue', transaction: { id: sale.id } },
    });
  });

  it('about a sale whose answer may still come', async () => {
    const world = await counterWorld();
    const answer = held<Said>();
    world.say('order', () => answer.promise);
    const selling = world.order();
    while (world.times('order') === 0) await new Promise((resolve) => setImmediate(resolve));
    const [sale] = await world.journal.foundSending();
    expect(await world.counter.resolve({ id: sale?.id ?? '', outcome: 'failed', note })).toMatchObject({
      error: { code: 'not_allowed', reason: 'still_sending', transaction: { state: 'sending' } },
    });
    answer.release(lost);
    await selling;
  });

  it.each(['failed', 'unsent'])('about an order that is %s', async (state) => {
    const world = await counterWorld();
    world.say('order', state === 'failed' ? refusal : neverSent);
    const { id } = await world.ordered();
    expect(await world.counter.resolve({ id, outcome: 'success', note })).toMatchObject({
      error: { code: 'not_allowed', reason: 'settled', transaction: { state } },
    });
  });

  it('about a bill that was only asked for', async () => {
    const world = await counterWorld();
    const { id } = await world.inquired();
    expect(await world.counter.resolve({ id, outcome: 'success', note })).toMatchObject({
      error: { code: 'not_allowed', reason: 'settled' },
    });
  });

  it.each([
    ['failed', undefined, 'not_allowed', 'settled'],
    ['success', '-', 'invalid_input', 'sn_needed'],
    ['success', undefined, 'invalid_input', 'sn_needed'],
  ] as const)('about a success without a serial number: %s with %j', async (outcome, sn, code, reason) => {
    const { world, sale } = await withPending();
    await world.receiveWebhook({ sn: '' }, { ref: sale.id });
    const ask = { id: sale.id, outcome, note, ...(sn === undefined ? {} : { sn }) };
    expect(await world.counter.resolve(ask)).toMatchObject({ error: { code, reason, transaction: { id: sale.id } } });
  });

  it('about a success that has its serial number', async () => {
    const { world, sale } = await withPending();
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-9', note })).toMatchObject({
      error: { code: 'not_allowed', reason: 'settled' },
    });
  });

  it.each(['no_pin_set', 'pin_needed', 'wrong_pin', 'locked'] as const)('by whom the PIN says %s', async (verdict) => {
    const { world, sale } = await withUnknown();
    world.state.supervisor = verdict;
    expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note })).toMatchObject({
      error: { code: 'not_allowed', reason: verdict, transaction: { id: sale.id, state: 'unknown' } },
    });
    expect(await world.stored(sale.id)).toMatchObject({ state: 'unknown' });
  });

  it('when a webhook settles the sale while the PIN is being checked', async () => {
    const { world, sale } = await withUnknown();
    world.ports.supervisor = async () => {
      await world.receiveWebhook({}, { ref: sale.id });
      return 'ok';
    };
    const { createSalesService } = await import('../../../src/main/sales/sales-service.ts');
    expect(await createSalesService(world.ports).resolve({ id: sale.id, outcome: 'failed', note })).toMatchObject({
      error: { code: 'not_allowed', reason: 'settled', transaction: { state: 'success', sn: 'SN-0001' } },
    });
  });
});
