import { describe, expect, it } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import {
  counterWorld,
  held,
  lost,
  neverSent,
  type Reply,
  refusal,
  saleOf,
  withPending,
  withUnknown,
} from '../../support/counter-world.ts';
import { journalPath, realRandom } from '../../support/database-files.ts';

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
    const event = (await world.db.timeline(sale.id)).at(-1);
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
    const answer = held<Reply>();
    world.say('order', () => answer.promise);
    const selling = world.order();
    while (world.times('order') === 0) await new Promise((resolve) => setImmediate(resolve));
    const [sale] = await world.db.foundSending();
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
    const input = { id: sale.id, outcome, note, ...(sn === undefined ? {} : { sn }) };
    expect(await world.counter.resolve(input)).toMatchObject({ error: { code, reason, transaction: { id: sale.id } } });
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

describe('correcting a final outcome', () => {
  const note = 'seen in the dashboard';
  const day = 24 * 60 * 60_000;

  /** A success with cash, of 10 March. */
  async function withSuccess(db?: ShopDatabase) {
    const world = await counterWorld(db ? { db } : {});
    const sale = await world.ordered({ tendered: 20_000 });
    await world.receiveWebhook({}, { ref: sale.id });
    return { world, sale: await world.stored(sale.id) };
  }

  const sumsOf = async (db: ShopDatabase, on: string) =>
    (await db.books.slices({ from: on, to: on, by: 'day' }))[0]?.sums;

  it('turns a success that the provider refunded on its dashboard into a failure, by way of disputed', async () => {
    const { world, sale } = await withSuccess();
    expect(await world.counter.correct({ id: sale.id, outcome: 'failed', note })).toMatchObject({
      ok: true,
      value: { state: 'failed', receiptNo: sale.receiptNo, refused: false, flags: ['resolved_by_hand'] },
    });
    const story = (await world.db.timeline(sale.id)).slice(-2);
    expect(story.map(({ type, actor, data, bodies }) => [type, actor, data['from'], data['to'], bodies[0]])).toEqual([
      ['sale.manually_disputed', 'supervisor', 'success', undefined, { role: 'note', text: note }],
      ['sale.manually_corrected', 'supervisor', 'success', 'failed', { role: 'note', text: note }],
    ]);
    const owed = async () => (await world.db.openMoney('2026-03-10T00:00:00.000Z')).cashToReturn;
    expect(await owed()).toEqual({ count: 1, amount: 12_000 });
    expect(await world.counter.cashReturned({ id: sale.id })).toMatchObject({ ok: true });
    expect(await owed()).toEqual({ count: 0, amount: 0 });
    expect(world.times('order')).toBe(1);
    world.says.order({ transaction_id: 'T-2' });
    expect(await world.order({ tendered: 20_000 })).toMatchObject({ ok: true });
  });

  it('turns a mistaken failure into a success, and what was handed back is to be collected', async () => {
    const world = await counterWorld();
    world.say('order', lost);
    const { id } = await world.ordered({ tendered: 20_000 });
    await world.counter.resolve({ id, outcome: 'failed', note });
    await world.counter.cashReturned({ id });
    expect(await world.counter.correct({ id, outcome: 'success', sn: 'SN-5', note })).toMatchObject({
      ok: true,
      value: { state: 'success', sn: 'SN-5', cashReturnedAt: '2026-03-10T03:00:00.000Z' },
    });
    expect((await world.stored(id)).receiptNo).toMatch(/-000001$/);
    const toCollect = async () => (await world.db.openMoney('2026-03-10T00:00:00.000Z')).cashToCollect;
    expect(await toCollect()).toEqual({ count: 1, amount: 12_000 });
    expect(await world.counter.cashCollected(id)).toMatchObject({ ok: true, value: { cashReturnedAt: null } });
    expect(await toCollect()).toEqual({ count: 0, amount: 0 });
    const cash = (await world.db.timeline(id)).flatMap(({ data }) => data['cash'] ?? []);
    expect(cash).toEqual([12_000, -12_000, 12_000]);
    expect(await world.counter.cashCollected(id)).toMatchObject({ error: { reason: 'no_cash_to_collect' } });
  });

  it('leaves the time at which the sale was settled', async () => {
    const { world, sale } = await withSuccess();
    await world.ports.clock.sleep(3_600_000);
    expect(await world.counter.correct({ id: sale.id, outcome: 'failed', note })).toMatchObject({
      value: { settledAt: sale.settledAt, updatedAt: '2026-03-10T04:00:00.000Z' },
    });
  });

  it('turns a bill that was refused in words into a success', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    world.say('pay', refusal);
    await world.counter.pay({ id: bill.id, tendered: 200_000 });
    expect(
      await world.counter.correct({ id: bill.id, outcome: 'success', note: 'paid, says the statement' }),
    ).toMatchObject({
      ok: true,
      value: { state: 'success', refused: false },
    });
  });

  it('turns an order that never left into a success', async () => {
    const world = await counterWorld();
    world.say('order', neverSent);
    const { id } = await world.ordered();
    expect(await world.counter.correct({ id, outcome: 'success', note })).toMatchObject({
      value: { state: 'success' },
    });
  });

  it('keeps the sale disputed and its product and number locked while the truth is unsure', async () => {
    const { world, sale } = await withSuccess();
    expect(await world.counter.correct({ id: sale.id, outcome: 'disputed', note })).toMatchObject({
      ok: true,
      value: { state: 'disputed', settledAt: null },
    });
    expect(await world.order({ allowDuplicate: true })).toMatchObject({
      error: { code: 'in_flight', other: { id: sale.id } },
    });
    expect((await world.db.openMoney('2026-03-10T00:00:00.000Z')).cashHeld).toEqual({ count: 1, amount: 12_000 });
    expect(await world.counter.resolve({ id: sale.id, outcome: 'success', note })).toMatchObject({
      value: { state: 'success', receiptNo: sale.receiptNo },
    });
  });

  it('leaves the sale disputed where the second commit fails', async () => {
    const { world, sale } = await withSuccess();
    const { createSalesService } = await import('../../../src/main/sales/sales-service.ts');
    const fails: ShopDatabase = {
      ...world.db,
      commit: (change) =>
        change.event.type === 'sale.manually_corrected' ? Promise.reject(new Error('full')) : world.db.commit(change),
    };
    const counter = createSalesService({ ...world.ports, db: fails });
    await expect(counter.correct({ id: sale.id, outcome: 'failed', note })).rejects.toThrow('full');
    expect(await world.stored(sale.id)).toMatchObject({ state: 'disputed' });
  });

  it('replaces a serial number that was recorded wrongly', async () => {
    const { world, sale } = await withSuccess();
    expect(await world.counter.correct({ id: sale.id, outcome: 'success', sn: 'SN-OTHER', note })).toMatchObject({
      value: { state: 'success', sn: 'SN-OTHER' },
    });
  });

  it('stands in the books on the day of the correction; the day of the sale keeps what it had', async () => {
    const path = journalPath();
    const db = await openShopDatabase({ path, random: realRandom });
    const { world, sale } = await withSuccess(db);
    await db.shifts.open({ actor: 'cashier', at: '2026-03-11T02:00:00.000Z', counted: 0, day: '2026-03-11' });
    world.pass(day);
    const sold = await sumsOf(db, '2026-03-10');
    expect(sold).toMatchObject({ success: 1, turnover: 12_000, taken: 12_000 });

    await world.counter.correct({ id: sale.id, outcome: 'disputed', note });
    expect(await sumsOf(db, '2026-03-10')).toEqual(sold);
    expect((await db.books.slices({ from: '2026-03-11', to: '2026-03-11', by: 'day' }))[0]).toMatchObject({
      sums: { success: -1, turnover: -12_000, taken: -12_000 },
      open: { disputed: 1, held: 12_000 },
    });
    world.pass(day);
    await world.counter.resolve({ id: sale.id, outcome: 'failed', note });
    expect(await sumsOf(db, '2026-03-10')).toEqual(sold);
    expect(await sumsOf(db, '2026-03-11')).toMatchObject({ success: -1, failed: 0, turnover: -12_000 });
    expect(await sumsOf(db, '2026-03-12')).toMatchObject({ success: 0, failed: 1, owed: 12_000 });
    await world.counter.cashReturned({ id: sale.id });

    const slices = await db.books.slices({ from: '2026-03-01', to: '2026-03-31', by: 'day' });
    expect(verifyJournal(path).flaw).toBeNull();
    await db.books.startOver();
    while ((await db.books.fill()) !== null);
    expect(await db.books.slices({ from: '2026-03-01', to: '2026-03-31', by: 'day' })).toEqual(slices);
    expect(verifyJournal(path).flaw).toBeNull();
    const report = await db.shifts.report(1, '2026-03-12T04:00:00.000Z');
    expect(report).toMatchObject({
      line: { success: -1, failed: 1, turnover: { amount: -12_000 } },
      cash: { taken: 0, returned: 12_000 },
    });
    await db.close();
  });

  it.each(['no_pin_set', 'pin_needed', 'wrong_pin', 'locked'] as const)(
    'corrects nothing where the PIN says %s',
    async (verdict) => {
      const { world, sale } = await withSuccess();
      world.state.supervisor = verdict;
      expect(await world.counter.correct({ id: sale.id, outcome: 'failed', note })).toMatchObject({
        error: { code: 'not_allowed', reason: verdict },
      });
      expect(await world.stored(sale.id)).toEqual(sale);
    },
  );

  it('takes two people to turn a success into a failure where the shop wants that', async () => {
    const { world, sale } = await withSuccess();
    world.rules.twoPeople = true;
    world.state.secondPerson = 'pin_needed';
    expect(await world.counter.correct({ id: sale.id, outcome: 'failed', note })).toMatchObject({
      error: { reason: 'second_pin_needed' },
    });
  });

  it('corrects nothing that is open, was only asked for, or stands so already', async () => {
    const { world, sale } = await withPending();
    const bill = await world.inquired();
    world.says.inquiry({ status: 'failed', transaction_id: 'B-9' });
    const noBill = await world.inquired();
    for (const { id } of [sale, bill, noBill]) {
      expect(await world.counter.correct({ id, outcome: 'success', note })).toMatchObject({
        error: { code: 'not_allowed', reason: 'not_correctable', transaction: { id } },
      });
    }
    await world.receiveWebhook({}, { ref: sale.id });
    expect(await world.counter.correct({ id: sale.id, outcome: 'success', note })).toMatchObject({
      error: { reason: 'nothing_to_correct' },
    });
    const readBack = { customerNo: '0811', amount: 1 };
    expect(await world.counter.correct({ id: sale.id, outcome: 'failed', note, readBack })).toMatchObject({
      error: { reason: 'read_back_differs' },
    });
  });
});

describe('the second person', () => {
  const note = 'seen in the dashboard';

  it('recording a failure, after which it could be sent again, takes a second person where the shop says so', async () => {
    const { world, sale } = await withUnknown();
    world.rules.twoPeople = true;
    world.state.secondPerson = 'pin_needed';
    expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note })).toMatchObject({
      error: { code: 'not_allowed', reason: 'second_pin_needed' },
    });
    expect((await world.stored(sale.id)).state).toBe('unknown');
    world.state.secondPerson = 'ok';
    await world.counter.resolve({ id: sale.id, outcome: 'failed', note });
    expect((await world.db.timeline(sale.id)).at(-1)?.data).toMatchObject({ twoPeople: true });
  });

  it('recording a success takes one person even then', async () => {
    const { world, sale } = await withUnknown();
    world.rules.twoPeople = true;
    world.state.secondPerson = 'wrong_pin';
    expect(await world.counter.resolve({ id: sale.id, outcome: 'success', sn: 'SN-1', note })).toMatchObject({
      ok: true,
    });
  });

  it('a number or an amount read back wrongly stops it', async () => {
    const { world, sale } = await withUnknown();
    const right = { customerNo: sale.customerNo, amount: sale.total ?? 0 };
    for (const readBack of [
      { ...right, customerNo: '081299999999' },
      { ...right, amount: right.amount + 1 },
    ]) {
      expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note, readBack })).toMatchObject({
        error: { code: 'invalid_input', reason: 'read_back_differs' },
      });
    }
    expect(await world.counter.resolve({ id: sale.id, outcome: 'failed', note, readBack: right })).toMatchObject({
      ok: true,
    });
    expect((await world.db.timeline(sale.id)).at(-1)?.data).toMatchObject({ readBack: true });
  });
});

describe('cash that is returned', () => {
  it.each([
    ['failed', refusal],
    ['unsent', neverSent],
  ])('the cash of an order that is %s is to be returned until somebody says that it was', async (state, reply) => {
    const world = await counterWorld();
    world.say('order', reply);
    const sale = await world.ordered({ tendered: 20_000 });
    const owed = async () => (await world.db.openMoney('2026-03-10T00:00:00.000Z')).cashToReturn;
    expect([sale.state, await owed()]).toEqual([state, { count: 1, amount: 12_000 }]);
    expect(await world.counter.cashReturned({ id: sale.id })).toMatchObject({
      ok: true,
      value: { state, cashReturnedAt: '2026-03-10T03:00:00.000Z' },
    });
    expect(await owed()).toEqual({ count: 0, amount: 0 });
  });

  it('said twice, it stays as first said', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    const sale = await world.ordered({ tendered: 20_000 });
    await world.counter.cashReturned({ id: sale.id });
    world.pass(60_000);
    expect(await world.counter.cashReturned({ id: sale.id })).toMatchObject({
      ok: true,
      value: { cashReturnedAt: '2026-03-10T03:00:00.000Z' },
    });
    expect((await world.events(sale.id)).filter((type) => type === 'cash.returned')).toHaveLength(1);
  });

  it('a second window that hands the money back in another way is refused', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    const { id } = await world.ordered({ tendered: 12_000 });
    expect((await world.counter.cashReturned({ id })).ok).toBe(true);
    expect((await world.counter.cashReturned({ id })).ok).toBe(true);
    expect(await world.counter.cashReturned({ id, returned: [{ method: 'qris', amount: 12_000 }] })).toMatchObject({
      error: { code: 'not_allowed', reason: 'no_cash_owed' },
    });
  });

  it('the same of money that went back by QRIS, and is handed back in cash', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    const { id } = await world.ordered({ tendered: 12_000 });
    const returned = [{ method: 'qris' as const, amount: 12_000 }];
    expect((await world.counter.cashReturned({ id, returned })).ok).toBe(true);
    expect((await world.counter.cashReturned({ id, returned })).ok).toBe(true);
    expect((await world.counter.cashReturned({ id })).ok).toBe(false);
    expect((await world.counter.cashReturned({ id, returned: [{ method: 'cash', amount: 12_000 }] })).ok).toBe(false);
  });

  it('a payment by QRIS that was handed back in cash is not sent back once more', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    const { id } = await world.ordered({ payments: [{ method: 'qris', amount: 12_000 }] });
    expect((await world.counter.cashReturned({ id, returned: [{ method: 'cash', amount: 12_000 }] })).ok).toBe(true);
    expect((await world.counter.cashReturned({ id })).ok).toBe(false);
  });

  it('nothing is returned of a sale that took no cash', async () => {
    const world = await counterWorld();
    world.say('order', refusal);
    // Nobody knows what it costs.
    const sale = saleOf(await world.counter.order({ productCode: 'TSEL10', customerNo: '081234567890' }));
    expect(await world.counter.cashReturned({ id: sale.id })).toMatchObject({
      error: { code: 'not_allowed', reason: 'no_cash_owed', transaction: { id: sale.id } },
    });
  });

  it('nothing is returned while the sale may still go through', async () => {
    const { world, sale } = await withPending();
    expect(await world.counter.cashReturned({ id: sale.id })).toMatchObject({ error: { reason: 'no_cash_owed' } });
  });

  it('a sale that is not there has no cash', async () => {
    const { world } = await withUnknown();
    expect(await world.counter.cashReturned({ id: 'nobody' })).toMatchObject({ error: { code: 'not_found' } });
  });

  it('a bill that was never sent holds no cash and owes none', async () => {
    const world = await counterWorld();
    const bill = await world.inquired();
    world.say('pay', neverSent);
    await world.counter.pay({ id: bill.id, tendered: 200_000 });
    const money = await world.db.openMoney('2026-03-10T00:00:00.000Z');
    expect([money.cashHeld.count, money.cashToReturn.count]).toEqual([0, 0]);
  });
});
