import { describe, expect, it } from 'vitest';
import { createBatchService } from '../../../src/main/batches/batch-service.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import type { ClaimAnswer, Claims } from '../../../src/main/sales/sales-ports.ts';
import { createSalesService } from '../../../src/main/sales/sales-service.ts';
import type { Batch, BatchLineInput } from '../../../src/shared/contract/batches.ts';
import type { Result } from '../../../src/shared/contract/errors.ts';
import type { Input } from '../../../src/shared/contract/registry.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { counterWorld, held, lost, neverSent, type Reply, refusal } from '../../support/counter-world.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';
import { envelope, inquiryData, orderData, paymentData } from '../../support/provider-answers.ts';

const numbers = ['081234567890', '081234567891', '081234567892', '081234567893', '081234567894'] as const;
const failed: Reply = {
  json: envelope(orderData({ transaction_id: 'T-F', status: 'failed', message: 'Nomor salah' })),
};

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.reason ?? ''}`);
  return result.value;
};
const errorOf = (result: Result<unknown>) => (result.ok ? null : result.error);

/** A counter in an open shift with 100.000 in the drawer, and its batches. */
async function batchWorld(claims?: Claims) {
  const path = journalPath();
  const world = await counterWorld({ db: await aJournal(path), ...(claims ? { claims } : {}) });
  const { db, ports } = world;
  await db.shifts.open({ actor: 'cashier', at: '2026-03-10T02:00:00.000Z', counted: 100_000, day: '2026-03-10' });
  const published: Batch[] = [];
  const sold: Result<Transaction>[] = [];
  const open = { now: true };
  const sending = {
    whileOpen: <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
      open.now ? work() : Promise.resolve({ ok: false, error: { code: 'internal', message: '', reason: 'closing' } }),
    onSold: (result: Result<Transaction>) => void sold.push(result),
  };
  const serviceOn = (sales = world.counter) =>
    createBatchService({
      ports: { ...ports, db },
      sales,
      publish: (batch) => void published.push(batch),
      statusChanged: () => {},
    });
  const batches = serviceOn();
  let count = 0;
  world.say('order', () => ({ json: envelope(orderData({ transaction_id: `T-${++count}`, status: 'success' })) }));
  /** As it is when nothing more is sent. */
  const ended = async (id: string, of = batches): Promise<Batch> => {
    for (;;) {
      const batch = valueOf(await of.get(id));
      if (batch.state !== 'running') return batch;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const lines = (...of: string[]): BatchLineInput[] =>
    of.map((customerNo) => ({ productCode: 'TSEL10', customerNo, sellingPrice: 12_000 }));
  const create = (input: Partial<Input<'batches.create'>> = {}) =>
    batches.create({ lines: lines(...numbers), ...input }, sending);
  /** A batch as it is when it has ended or waits. */
  const finishedBatch = async (input: Partial<Input<'batches.create'>> = {}) => ended(valueOf(await create(input)).id);
  const drawer = async (): Promise<number> => {
    const report = await db.shifts.report(1, '2026-03-10T04:00:00.000Z');
    return report?.cash?.expected ?? 0;
  };
  return {
    ...world,
    path,
    batches,
    serviceOn,
    sending,
    published,
    sold,
    open,
    lines,
    create,
    finishedBatch,
    ended,
    drawer,
  };
}

const states = ({ lines }: Batch): string[] => lines.map(({ sale }) => sale.state);

/** Says one thing after the other, and the last one from then on. */
function inTurn(...says: (Reply | (() => Reply | Promise<Reply>))[]): () => Reply | Promise<Reply> {
  let turn = 0;
  return () => {
    const reply = says[Math.min(turn++, says.length - 1)]!;
    return typeof reply === 'function' ? reply() : reply;
  };
}
const success = (id: string): Reply => ({ json: envelope(orderData({ transaction_id: id, status: 'success' })) });

describe('a batch', () => {
  it('sends each line as a sale of its own, one after the other, with one total, one payment and one change', async () => {
    const world = await batchWorld();
    let underWay = 0;
    let most = 0;
    world.say('order', async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return success(`T-${world.times('order')}`);
    });
    const batch = await world.finishedBatch({ tendered: 100_000 });
    expect(batch).toMatchObject({ state: 'finished', total: 60_000, tendered: 100_000, change: 40_000, toReturn: [] });
    expect(states(batch)).toEqual(['success', 'success', 'success', 'success', 'success']);
    expect(batch.lines.map(({ sale }) => [sale.customerNo, sale.total, sale.tendered, sale.change])).toEqual(
      numbers.map((number) => [number, 12_000, 12_000, 0]),
    );
    expect(most).toBe(1);
    expect(world.times('order')).toBe(5);
    expect(await world.drawer()).toBe(160_000);
    // The drawer opens once for all of it.
    expect(world.sold).toHaveLength(1);
    expect(await world.events(batch.lines[0]!.sale.id)).toEqual([
      'sale.queued',
      'sale.submitted',
      'sale.response_received',
    ]);
    await world.db.close();
    expect(verifyJournal(world.path).flaw).toBeNull();
  });

  it('stands in a list, which is newest first, in the order of its lines', async () => {
    const world = await batchWorld();
    const { lines } = await world.finishedBatch({ tendered: 100_000 });
    const keys = lines.map(({ sale }) => `${sale.createdAt} ${sale.id}`);
    expect(keys).toEqual(keys.toSorted().toReversed());
    expect(new Set(keys).size).toBe(lines.length);
  });

  it('splits payments over its lines so that each line’s come to its total', async () => {
    const world = await batchWorld();
    const batch = await world.finishedBatch({
      payments: [
        { method: 'qris', amount: 30_000, reference: 'QR-1' },
        { method: 'cash', amount: 30_000 },
      ],
      tendered: 50_000,
    });
    expect(batch).toMatchObject({ total: 60_000, tendered: 50_000, change: 20_000 });
    expect(batch.payments).toEqual([
      { method: 'cash', amount: 30_000 },
      { method: 'qris', amount: 30_000 },
    ]);
    expect(batch.lines.map(({ sale }) => sale.payments.map(({ method, amount }) => `${method} ${amount}`))).toEqual([
      ['qris 12000'],
      ['qris 12000'],
      ['qris 6000', 'cash 6000'],
      ['cash 12000'],
      ['cash 12000'],
    ]);
    expect(await world.drawer()).toBe(130_000);
  });

  it('leaves the others where a line fails, and says what to give back', async () => {
    const world = await batchWorld();
    world.say('order', inTurn(success('T-1'), failed, success('T-3')));
    const batch = await world.finishedBatch({ lines: world.lines(...numbers.slice(0, 3)) });
    expect(batch.state).toBe('finished');
    expect(states(batch)).toEqual(['success', 'failed', 'success']);
    expect(batch.toReturn).toEqual([{ method: 'cash', amount: 12_000 }]);
    expect(await world.drawer()).toBe(136_000);
    const returned = valueOf(await world.batches.giveBack({ id: batch.id }));
    expect(returned.toReturn).toEqual([]);
    expect(await world.drawer()).toBe(124_000);
  });

  it.each([
    ['an unknown', () => lost, 'outcome_unknown', 'unknown', 'unknown'],
    ['a silent provider', () => neverSent, 'provider_unreachable', 'never_sent', 'unsent'],
    ['a lack of deposit', () => refusal, 'provider_refused', 'deposit_low', 'failed'],
  ] as const)('waits for a person at %s, and goes on or stops as they say', async (_, says, code, reason, state) => {
    const world = await batchWorld();
    world.say('order', inTurn(success('T-1'), says(), success('T-3')));
    const batch = await world.finishedBatch({ lines: world.lines(...numbers.slice(0, 3)) });
    expect(batch.state).toBe('paused');
    expect(batch.pause).toMatchObject({ position: 2, error: { code, reason } });
    expect(states(batch)).toEqual(['success', state, 'unsent']);
    expect(world.times('order')).toBe(2);
    const whole = valueOf(await world.batches.resume({ id: batch.id }, world.sending));
    expect(await world.ended(whole.id)).toMatchObject({ state: 'finished', pause: null });
    // The line that certainly never left goes with the others; one that may have left never goes twice.
    expect(world.times('order')).toBe(state === 'unsent' ? 4 : 3);
  });

  it('stops where the person says so: the rest is not sent, and its money is returned by any method', async () => {
    const world = await batchWorld();
    world.say('order', inTurn(success('T-1'), lost));
    const paused = await world.finishedBatch();
    const stopped = valueOf(await world.batches.stop(paused.id));
    expect(stopped).toMatchObject({ state: 'stopped', toReturn: [{ method: 'cash', amount: 36_000 }] });
    expect(states(stopped)).toEqual(['success', 'unknown', 'unsent', 'unsent', 'unsent']);
    const returned = valueOf(await world.batches.giveBack({ id: paused.id, by: 'transfer' }));
    expect(returned.toReturn).toEqual([]);
    expect(returned.lines[2]?.sale.returns).toEqual([{ method: 'transfer', amount: 12_000 }]);
    expect(errorOf(await world.batches.resume({ id: paused.id }, world.sending))).toMatchObject({
      reason: 'batch_stopped',
    });
    expect(world.times('order')).toBe(2);
    expect(await world.drawer()).toBe(160_000);
  });

  it('sends no line whose money was returned', async () => {
    const world = await batchWorld();
    world.say('order', inTurn(lost, success('T-2')));
    const { id, lines } = await world.finishedBatch({ lines: world.lines(...numbers.slice(0, 3)) });
    valueOf(await world.counter.cashReturned({ id: lines[1]!.sale.id }));
    await world.batches.resume({ id }, world.sending);
    const batch = await world.ended(id);
    expect(states(batch)).toEqual(['unknown', 'unsent', 'success']);
    expect(world.requests.filter(({ operation }) => operation === 'order')).toHaveLength(2);
  });

  it('waits at the relay’s silence, before the line leaves', async () => {
    const world = await batchWorld();
    world.say('order', () => {
      world.state.isRelayLive = false;
      return success('T-1');
    });
    const batch = await world.finishedBatch();
    expect(batch.pause).toMatchObject({ position: 2, error: { code: 'relay_unreachable' } });
    expect(states(batch)).toEqual(['success', 'unsent', 'unsent', 'unsent', 'unsent']);
    expect((await world.db.openMoney('2026-03-10T00:00:00.000Z')).cashToReturn).toEqual({
      count: 4,
      amount: 48_000,
    });
  });

  it('waits at a line whose wait for the other counters was ended, and sends nothing of it before a person goes on', async () => {
    const answers: ClaimAnswer[] = [{ kind: 'recorded', others: [] }, { kind: 'stopped' }];
    const world = await batchWorld({
      hindrance: () => null,
      readBackId: () => null,
      claim: async () => answers.shift() ?? { kind: 'recorded', others: [] },
      stopWaiting: () => false,
      release: () => {},
      restore: () => null,
      acceptRestore: async () => true,
      leaveShop: async () => false,
    });
    const paused = await world.finishedBatch();
    expect(paused).toMatchObject({
      state: 'paused',
      pause: { position: 2, error: { code: 'relay_unreachable', reason: 'claim_unanswered' } },
      lines: [{ isWaiting: false }, { isWaiting: true }, { isWaiting: true }, { isWaiting: true }, { isWaiting: true }],
    });
    expect(world.times('order')).toBe(1);
    await world.batches.resume({ id: paused.id }, world.sending);
    expect((await world.ended(paused.id)).state).toBe('finished');
    expect(world.times('order')).toBe(5);
  });

  it('sends nothing by itself after a restart: what was begun is unknown, the rest unsent, until a person goes on', async () => {
    const world = await batchWorld();
    const answer = held<Reply>();
    world.say(
      'order',
      inTurn(success('T-1'), () => answer.promise),
    );
    const { id } = valueOf(await world.create());
    while (world.times('order') < 2) await new Promise((resolve) => setImmediate(resolve));
    // The process is gone here: another one opens the same database.
    const counter = createSalesService(world.ports);
    const again = world.serviceOn(counter);
    await counter.recover();
    const reopened = await again.open();
    expect(reopened).toMatchObject({ id, state: 'paused', tendered: 60_000, pause: null });
    expect(states(reopened!)).toEqual(['success', 'unknown', 'unsent', 'unsent', 'unsent']);
    expect(world.times('order')).toBe(2);
    expect(errorOf(await again.create({ lines: world.lines('081299999999') }, world.sending))).toMatchObject({
      code: 'not_allowed',
      reason: 'batch_open',
    });
    world.say('order', () => success(`T-${world.times('order')}`));
    await again.resume({ id }, world.sending);
    const batch = await world.ended(id, again);
    expect(states(batch)).toEqual(['success', 'unknown', 'success', 'success', 'success']);
    expect(world.times('order')).toBe(5);
    answer.release(lost);
  });

  it('waits while the counter closes', async () => {
    const world = await batchWorld();
    world.say('order', () => {
      world.open.now = false;
      return success('T-1');
    });
    const batch = await world.finishedBatch();
    expect(batch.pause).toMatchObject({ position: 2, error: { reason: 'closing' } });
    expect(world.times('order')).toBe(1);
  });

  it('asks about each line as about a single sale, and stores nothing before', async () => {
    const world = await batchWorld();
    await world.ordered({ customerNo: numbers[1] });
    const lines = world.lines(numbers[0], numbers[1], '081712345678', numbers[0]);
    const checked = valueOf(await world.batches.check({ lines }));
    expect(checked.map(({ error }) => error?.reason ?? error?.code ?? null)).toEqual([
      null,
      'duplicate',
      'number_mismatch',
      'twice',
    ]);
    expect(errorOf(await world.create({ lines: lines.slice(0, 3) }))).toMatchObject({ code: 'duplicate', position: 2 });
    expect(await world.batches.open()).toBeNull();
    const [first, repeat, other] = lines;
    const allowing = [first!, { ...repeat!, allowDuplicate: true }, { ...other!, allowMismatch: true }];
    const batch = await world.finishedBatch({ lines: allowing, reason: 'asked for it' });
    expect(batch.lines.map(({ sale }) => sale.flags)).toEqual([
      ['batch_line'],
      ['batch_line', 'repeat_allowed'],
      ['batch_line', 'mismatch_allowed'],
    ]);
  });

  it('asks about an unlikely price and unlikely cash before it stores anything, and then no more', async () => {
    const world = await batchWorld();
    const dear = { productCode: 'TSEL10', customerNo: numbers[1], sellingPrice: 120_000 };
    const lines = [...world.lines(numbers[0]), dear];
    const checked = valueOf(await world.batches.check({ lines }));
    expect(checked.map(({ error }) => error?.unlikely ?? null)).toEqual([null, { amount: 120_000, known: 10_000 }]);
    expect(errorOf(await world.create({ lines }))).toMatchObject({ reason: 'unlikely_price', position: 2 });
    const allowing = [...world.lines(numbers[0]), { ...dear, allowPrice: 120_000 }];
    const tendered = 5_000_000;
    const unlikely = { amount: tendered, known: 132_000 };
    expect(errorOf(await world.create({ lines: allowing, tendered }))).toMatchObject({
      reason: 'unlikely_cash',
      unlikely,
    });
    expect(await world.batches.open()).toBeNull();
    const batch = await world.finishedBatch({ lines: allowing, tendered, allowCash: tendered });
    expect(states(batch)).toEqual(['success', 'success']);
  });

  it.each([
    [
      'payments that do not come to the total',
      { payments: [{ method: 'qris' as const, amount: 10_000 }] },
      'payments_sum',
    ],
    ['too little cash', { tendered: 10_000 }, 'too_little_cash'],
    [
      'a tab of nobody in the book',
      { payments: [{ method: 'tab' as const, amount: 60_000, customerId: 'nobody' }] },
      'no_such_customer',
    ],
  ])('stores nothing with %s', async (_, paid, reason) => {
    const world = await batchWorld();
    expect(errorOf(await world.create(paid))).toMatchObject({ code: 'invalid_input', reason });
    expect(world.times('order')).toBe(0);
    expect(await world.batches.open()).toBeNull();
    expect(await world.drawer()).toBe(100_000);
  });

  it('waits at a line that is refused now, which a person allows or leaves out', async () => {
    const world = await batchWorld();
    let answers = 0;
    world.say('order', async () => {
      // Another window sells to the next number meanwhile.
      if (world.times('order') === 1) {
        void world.counter.order({ productCode: 'TSEL10', customerNo: numbers[1], sellingPrice: 12_000 });
        while (world.times('order') < 2) await new Promise((resolve) => setImmediate(resolve));
      }
      return success(`T-${++answers}`);
    });
    const batch = await world.finishedBatch({ lines: world.lines(...numbers.slice(0, 3)) });
    expect(batch).toMatchObject({ state: 'paused', pause: { position: 2 } });
    await world.batches.resume({ id: batch.id, leaveOut: [2] }, world.sending);
    const ended = await world.ended(batch.id);
    expect(ended).toMatchObject({ state: 'finished', toReturn: [{ method: 'cash', amount: 12_000 }] });
    expect(states(ended)).toEqual(['success', 'unsent', 'success']);
    expect(ended.lines.map(({ leftOut }) => leftOut)).toEqual([false, true, false]);
  });

  it('leaves out the lines of a person whose window shows it waiting still, while another window sends it', async () => {
    const world = await batchWorld();
    const second = held<Reply>();
    world.say(
      'order',
      inTurn(neverSent, () => second.promise, success('T-3')),
    );
    const batch = await world.finishedBatch({ lines: world.lines(...numbers.slice(0, 3)) });
    expect(batch.state).toBe('paused');
    await world.batches.resume({ id: batch.id }, world.sending);
    while (world.times('order') < 2) await new Promise((resolve) => setImmediate(resolve));
    const answered = valueOf(await world.batches.resume({ id: batch.id, leaveOut: [3] }, world.sending));
    expect(answered).toMatchObject({ state: 'running', lines: [{}, {}, { leftOut: true }] });
    second.release(success('T-1'));
    const ended = await world.ended(batch.id);
    expect(states(ended)).toEqual(['success', 'success', 'unsent']);
    expect(ended.toReturn).toEqual([{ method: 'cash', amount: 12_000 }]);
  });

  it('pays a bill in a sale of its own once the inquiry of its line is too old', async () => {
    const world = await batchWorld();
    const bill = await world.inquired();
    world.say('pay', neverSent);
    const { id } = await world.finishedBatch({ lines: [{ id: bill.id, total: bill.total ?? 0 }] });
    world.pass(20 * 60_000);
    await world.batches.resume({ id }, world.sending);
    expect(states(await world.ended(id))).toEqual(['expired']);
    world.says.pay({});
    const again = await world.inquired();
    expect(again.transactionId).toBe(bill.transactionId);
    expect(await world.counter.pay({ id: again.id })).toMatchObject({ ok: true, value: { state: 'success' } });
    expect(valueOf(await world.batches.giveBack({ id })).toReturn).toEqual([]);
  });

  it('has the same change after the cash of a line that was not sent went to another sale', async () => {
    const world = await batchWorld();
    world.say('order', neverSent);
    const { id, lines } = await world.finishedBatch({ tendered: 100_000 });
    await world.batches.stop(id);
    world.say('order', success('T-1'));
    const again = { productCode: 'TSEL10', customerNo: numbers[0], cashFrom: lines[0]!.sale.id };
    expect(await world.counter.order(again)).toMatchObject({ ok: true, value: { tendered: 12_000, change: 0 } });
    expect(valueOf(await world.batches.get(id))).toMatchObject({
      change: 40_000,
      toReturn: [{ method: 'cash', amount: 48_000 }],
    });
  });

  it('keeps the new name of a tab while its lines wait, for days, and no longer', async () => {
    const world = await batchWorld();
    const { customerBook } = world.db;
    const purgeAt = '2026-03-12';
    const entry = { id: 'joko', name: 'Joko', note: null, numbers: [], consentAt: purgeAt, consentBy: null, purgeAt };
    await customerBook.addNewName(entry);
    world.say('order', neverSent);
    const payments = [{ method: 'tab' as const, amount: 60_000, customerId: 'joko' }];
    const { id, state } = await world.finishedBatch({ payments });
    expect(state).toBe('paused');
    await customerBook.purge('2026-03-20');
    expect(await customerBook.forget('joko', '2026-03-20T03:00:00.000Z')).toBe('tab_open');
    await world.batches.resume({ id }, world.sending);
    expect(await world.ended(id)).toMatchObject({
      state: 'paused',
      pause: { error: { code: 'provider_unreachable' } },
    });
    await world.batches.stop(id);
    await customerBook.purge('2026-03-20');
    expect(await customerBook.get('joko')).toBeNull();
  });

  it('puts a tab’s debt on the customer as its lines are sent', async () => {
    const world = await batchWorld();
    await world.db.customerBook.save({
      id: 'siti',
      name: 'Siti',
      note: null,
      numbers: [{ customerNo: numbers[0], label: '', productCode: null }],
      consentAt: '2026-03-01T00:00:00.000Z',
      consentBy: 'cashier',
      purgeAt: '2999-12-31',
    });
    world.say('order', inTurn(success('T-1'), lost));
    const payments = [{ method: 'tab' as const, amount: 60_000, customerId: 'siti' }];
    const batch = await world.finishedBatch({ payments });
    expect((await world.db.openMoney('2026-03-10T00:00:00.000Z')).onTab.amount).toBe(24_000);
    expect(valueOf(await world.batches.stop(batch.id)).toReturn).toEqual([]);
  });
});

describe('a batch of bills', () => {
  async function withBills() {
    const world = await batchWorld();
    const bills: Transaction[] = [];
    for (const [at, customerNo] of ['530000000001', '530000000002', '530000000003'].entries()) {
      world.say('inquiry', { json: envelope(inquiryData({ transaction_id: `B-${at}` })) });
      bills.push(await world.inquired({ customerNo }));
    }
    const lines = bills.map(({ id, total }) => ({ id, total: total! }));
    const all = lines.reduce((sum, { total }) => sum + total, 0);
    world.say('pay', () => {
      const { body } = world.requests.at(-1) as { body: { transaction_id: string; customer_no: string } };
      return { json: envelope(paymentData(body)) };
    });
    return { ...world, bills, lines, all };
  }
  it('pays several bills of one customer in one payment', async () => {
    const world = await withBills();
    const batch = await world.finishedBatch({ lines: world.lines, tendered: world.all + 1000 });
    expect(batch).toMatchObject({ state: 'finished', total: world.all, change: 1000 });
    expect(states(batch)).toEqual(['success', 'success', 'success']);
    expect(world.times('pay')).toBe(3);
    expect(await world.drawer()).toBe(100_000 + world.all);
  });

  it('keeps the money of a bill whose payment never left, until it is paid or returned', async () => {
    const world = await withBills();
    world.say('pay', neverSent);
    const batch = await world.finishedBatch({ lines: world.lines });
    expect(batch).toMatchObject({ state: 'paused', pause: { position: 1, error: { code: 'provider_unreachable' } } });
    expect(states(batch)).toEqual(['inquired', 'inquired', 'inquired']);
    expect(await world.drawer()).toBe(100_000 + world.all);
    // Nobody pays it a second time beside the batch.
    expect(errorOf(await world.counter.pay({ id: world.bills[0]!.id }))).toMatchObject({ reason: 'in_batch' });
    expect(errorOf(await world.counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000003' }))).toMatchObject({
      reason: 'in_batch',
    });
    valueOf(await world.batches.stop(batch.id));
    const returned = valueOf(await world.batches.giveBack({ id: batch.id, by: 'cash' }));
    expect(states(returned)).toEqual(['expired', 'expired', 'expired']);
    expect(await world.drawer()).toBe(100_000);
    // Asked for again, it is a bill of its own.
    const again = await world.inquired({ customerNo: '530000000003' });
    expect(again).toMatchObject({ state: 'inquired', tendered: null });
    expect(again.id).not.toBe(world.bills[2]!.id);
  });

  it('owes the money of a bill that grew too old while the batch waited', async () => {
    const world = await withBills();
    world.say('pay', neverSent);
    const batch = await world.finishedBatch({ lines: world.lines });
    world.pass(60 * 60_000);
    await world.batches.resume({ id: batch.id }, world.sending);
    const ended = await world.ended(batch.id);
    expect(states(ended)).toEqual(['expired', 'expired', 'expired']);
    expect(ended).toMatchObject({ state: 'finished', toReturn: [{ method: 'cash', amount: world.all }] });
  });
});
