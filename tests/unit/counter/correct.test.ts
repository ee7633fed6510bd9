import { expect, it } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { counterWorld, lost, neverSent, refusal, withPending } from '../../support/counter-world.ts';
import { journalPath, realRandom } from '../../support/database-files.ts';

const note = 'seen in the dashboard';
const day = 24 * 60 * 60_000;

/** A success with cash, of 10 March. */
async function withSuccess(journal?: ShopDatabase) {
  const world = await counterWorld(journal ? { journal } : {});
  const sale = await world.ordered({ tendered: 20_000 });
  await world.receiveWebhook({}, { ref: sale.id });
  return { world, sale: await world.stored(sale.id) };
}

const sumsOf = async (journal: ShopDatabase, on: string) =>
  (await journal.books.slices({ from: on, to: on, by: 'day' }))[0]?.sums;

it('turns a success that the provider refunded on its dashboard into a failure, by way of disputed', async () => {
  const { world, sale } = await withSuccess();
  expect(await world.counter.correct({ id: sale.id, outcome: 'failed', note })).toMatchObject({
    ok: true,
    value: { state: 'failed', receiptNo: sale.receiptNo, refused: false, flags: ['resolved_by_hand'] },
  });
  const story = (await world.journal.timeline(sale.id)).slice(-2);
  expect(story.map(({ type, actor, data, bodies }) => [type, actor, data['from'], data['to'], bodies[0]])).toEqual([
    ['sale.manually_disputed', 'supervisor', 'success', undefined, { role: 'note', text: note }],
    ['sale.manually_corrected', 'supervisor', 'success', 'failed', { role: 'note', text: note }],
  ]);
  const owed = async () => (await world.journal.openMoney('2026-03-10T00:00:00.000Z')).cashToReturn;
  expect(await owed()).toEqual({ count: 1, amount: 12_000 });
  expect(await world.counter.cashReturned(sale.id)).toMatchObject({ ok: true });
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
  await world.counter.cashReturned(id);
  expect(await world.counter.correct({ id, outcome: 'success', sn: 'SN-5', note })).toMatchObject({
    ok: true,
    value: { state: 'success', sn: 'SN-5', cashReturnedAt: '2026-03-10T03:00:00.000Z' },
  });
  expect((await world.stored(id)).receiptNo).toMatch(/-000001$/);
  const toCollect = async () => (await world.journal.openMoney('2026-03-10T00:00:00.000Z')).cashToCollect;
  expect(await toCollect()).toEqual({ count: 1, amount: 12_000 });
  expect(await world.counter.cashCollected(id)).toMatchObject({ ok: true, value: { cashReturnedAt: null } });
  expect(await toCollect()).toEqual({ count: 0, amount: 0 });
  const cash = (await world.journal.timeline(id)).flatMap(({ data }) => data['cash'] ?? []);
  expect(cash).toEqual([12_000, -12_000, 12_000]);
  expect(await world.counter.cashCollected(id)).toMatchObject({ error: { reason: 'no_cash_to_collect' } });
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
  expect(await world.counter.correct({ id, outcome: 'success', note })).toMatchObject({ value: { state: 'success' } });
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
  expect((await world.journal.openMoney('2026-03-10T00:00:00.000Z')).cashHeld).toEqual({ count: 1, amount: 12_000 });
  expect(await world.counter.resolve({ id: sale.id, outcome: 'success', note })).toMatchObject({
    value: { state: 'success', receiptNo: sale.receiptNo },
  });
});

it('leaves the sale disputed where the second commit fails', async () => {
  const { world, sale } = await withSuccess();
  const { createSalesService } = await import('../../../src/main/sales/sales-service.ts');
  const fails: ShopDatabase = {
    ...world.journal,
    commit: (change) =>
      change.event.type === 'sale.manually_corrected'
        ? Promise.reject(new Error('full'))
        : world.journal.commit(change),
  };
  const counter = createSalesService({ ...world.ports, journal: fails });
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
  const journal = await openShopDatabase({ path, random: realRandom });
  const { world, sale } = await withSuccess(journal);
  await journal.shifts.open({ actor: 'cashier', at: '2026-03-11T02:00:00.000Z', counted: 0, day: '2026-03-11' });
  world.pass(day);
  const sold = await sumsOf(journal, '2026-03-10');
  expect(sold).toMatchObject({ success: 1, turnover: 12_000, taken: 12_000 });

  await world.counter.correct({ id: sale.id, outcome: 'disputed', note });
  expect(await sumsOf(journal, '2026-03-10')).toEqual(sold);
  expect((await journal.books.slices({ from: '2026-03-11', to: '2026-03-11', by: 'day' }))[0]).toMatchObject({
    sums: { success: -1, turnover: -12_000, taken: -12_000 },
    open: { disputed: 1, held: 12_000 },
  });
  world.pass(day);
  await world.counter.resolve({ id: sale.id, outcome: 'failed', note });
  expect(await sumsOf(journal, '2026-03-10')).toEqual(sold);
  expect(await sumsOf(journal, '2026-03-11')).toMatchObject({ success: -1, failed: 0, turnover: -12_000 });
  expect(await sumsOf(journal, '2026-03-12')).toMatchObject({ success: 0, failed: 1, owed: 12_000 });
  await world.counter.cashReturned(sale.id);

  const kept = await journal.books.slices({ from: '2026-03-01', to: '2026-03-31', by: 'day' });
  expect(verifyJournal(path).flaw).toBeNull();
  await journal.books.startOver();
  while ((await journal.books.fill()) !== null);
  expect(await journal.books.slices({ from: '2026-03-01', to: '2026-03-31', by: 'day' })).toEqual(kept);
  expect(verifyJournal(path).flaw).toBeNull();
  const report = await journal.shifts.report(1, '2026-03-12T04:00:00.000Z');
  expect(report).toMatchObject({
    line: { success: -1, failed: 1, turnover: { amount: -12_000 } },
    cash: { taken: 0, returned: 12_000 },
  });
  await journal.close();
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
