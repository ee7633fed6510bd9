import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBatchService } from '../../../src/main/batches/batch-service.ts';
import { BillGroupService } from '../../../src/main/bill-groups/bill-group-service.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import type { ClaimAnswer, Claims } from '../../../src/main/sales/sales-ports.ts';
import { createSalesService } from '../../../src/main/sales/sales-service.ts';
import type { BillGroup } from '../../../src/shared/contract/bill-groups.ts';
import { fail, type Result } from '../../../src/shared/contract/errors.ts';
import { counterWorld, held, lost, neverSent, type Reply, refusal } from '../../support/counter-world.ts';
import { aJournal, journalPath, temporaryFolder } from '../../support/database-files.ts';
import { envelope, inquiryData, paymentData } from '../../support/provider-answers.ts';

const owner = { name: 'Bu Rina', seesCustomers: true };
const numbers = Array.from({ length: 12 }, (_, at) => `5300000001${String(at).padStart(2, '0')}`);
const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.reason ?? ''}`);
  return result.value;
};
const bodyOf = (body: unknown) => body as { customer_no: string; transaction_id: string };

/** A counter with a group of twelve bills, of which the fourth is paid already and the ninth is not out. */
async function groupWorld({ claims }: { claims?: Claims } = {}) {
  const path = journalPath();
  const world = await counterWorld({ db: await aJournal(path), ...(claims ? { claims } : {}) });
  const { db, ports } = world;
  let count = 0;
  const special = new Map<string, Reply | (() => Reply | Promise<Reply>)>([
    [
      numbers[3]!,
      { json: envelope(inquiryData({ transaction_id: 'F-3', status: 'failed', message: 'Tagihan sudah lunas' })) },
    ],
    [numbers[8]!, { json: { status: 'error', message: 'Tagihan belum tersedia', data: {} } }],
  ]);
  world.say('inquiry', async () => {
    count += 1;
    const { customer_no: number } = bodyOf(world.requests.at(-1)?.body);
    const reply = special.get(number);
    if (reply) return typeof reply === 'function' ? reply() : reply;
    return { json: envelope(inquiryData({ transaction_id: `B-${number}-${count}` })) };
  });
  world.say('pay', () => {
    const { customer_no, transaction_id } = bodyOf(world.requests.at(-1)?.body);
    return { json: envelope(paymentData({ customer_no, transaction_id, sn: `SN-${customer_no}` })) };
  });
  const serviceOn = (sales = world.counter) =>
    new BillGroupService({ groups: db.billGroups, sales, ports, pauseMs: 1500, changed: () => {}, log: world.log });
  const groups = serviceOn();
  const members = numbers.map((customerNo, at) => ({
    name: `Rumah ${at + 1}`,
    payer: at < 6 ? '' : 'Pak RT',
    productCode: 'PLNPOST',
    customerNo,
  }));
  const purgeAt = '2027-03-01';
  const saved = valueOf(await groups.save({ name: 'RT 05', members, purgeAt, consent: true }, owner));
  const { id } = saved;
  const sell = <T>(work: () => Promise<Result<T>>) => work();
  const get = async (of = groups): Promise<BillGroup> => valueOf(await of.get(id, owner));
  /** As it is when nobody is asked for any more. */
  const ended = async (of = groups): Promise<BillGroup> => {
    for (;;) {
      const group = await get(of);
      if (group.inquiries?.isRunning !== true) return group;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const inquire = async (chosen?: string[], of = groups): Promise<BillGroup> => {
    valueOf(await of.inquire({ id, ...(chosen ? { members: chosen } : {}) }, sell));
    return ended(of);
  };
  const batches = createBatchService({
    ports: { ...ports, db },
    sales: world.counter,
    publish: () => {},
    statusChanged: () => {},
  });
  const sending = { whileOpen: sell, onSold: () => {} };
  /** A batch as it is when it has ended or waits. */
  const waited = async (batchId: string) => {
    for (;;) {
      const now = valueOf(await batches.get(batchId));
      if (now.state !== 'running') return now;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** Pays what is due, as the page hands it to a batch; how the batch ends. */
  const pay = async (group: BillGroup, max = 50) => {
    const due = group.members.filter(({ state }) => state === 'due').slice(0, max);
    const lines = due.map(({ sale }) => ({ id: sale?.id ?? '', total: sale?.total ?? 0 }));
    return waited(valueOf(await batches.create({ lines }, sending)).id);
  };
  /** Goes on with a batch that waits; how it ends. */
  const resume = async (batchId: string, leaveOut: number[] = []) => {
    valueOf(await batches.resume({ id: batchId, leaveOut }, sending));
    return waited(batchId);
  };
  /** The numbers whose payment was sent, in that order. */
  const paidNumbers = (): string[] =>
    world.requests.filter(({ operation }) => operation === 'pay').map(({ body }) => bodyOf(body).customer_no);
  return {
    ...world,
    path,
    groups,
    serviceOn,
    batches,
    saved,
    id,
    members,
    purgeAt,
    special,
    sell,
    get,
    ended,
    inquire,
    pay,
    resume,
    paidNumbers,
  };
}

const states = ({ members }: BillGroup) => members.map(({ state }) => state);
const due = (count: number) => Array.from({ length: count }, () => 'due');

describe('a group of bills', () => {
  it('asks for all with a pause between two, and pays those that are due as a batch: each once', async () => {
    const world = await groupWorld();
    const group = await world.inquire();
    expect(group.inquiries).toEqual({ isRunning: false, done: 12, total: 12, error: null });
    expect(states(group)).toEqual([...due(3), 'already_paid', ...due(4), 'not_out', ...due(3)]);
    expect(world.slept.filter((ms) => ms === 1500)).toHaveLength(11);
    expect(group.members[8]).toMatchObject({
      sale: null,
      error: { code: 'provider_refused', providerMessage: 'Tagihan belum tersedia' },
    });
    const batch = await world.pay(group);
    expect(batch).toMatchObject({ state: 'finished', total: 10 * 155_000 });
    expect(world.times('pay')).toBe(10);
    const after = await world.get();
    expect(states(after).filter((state) => state === 'paid')).toHaveLength(10);
    expect(after.members.every(({ isAsked }) => isAsked)).toBe(true);
    // Asked for all again: each has an answer of today.
    expect((await world.inquire()).inquiries).toMatchObject({ total: 0 });
    expect(world.times('inquiry')).toBe(12);
    await world.db.close();
    expect(verifyJournal(world.path).flaw).toBeNull();
  });

  it('goes on after a stop and a restart with those that have no answer, and pays nothing twice', async () => {
    const world = await groupWorld();
    world.special.set(numbers[5]!, () => {
      world.groups.stop();
      return { json: envelope(inquiryData({ transaction_id: 'B-5' })) };
    });
    const stopped = await world.inquire();
    // The inquiry under way is kept.
    expect(stopped.inquiries).toMatchObject({ isRunning: false, done: 6, total: 12, error: null });
    await world.pay(stopped, 2);
    world.special.delete(numbers[5]!);
    const counter = createSalesService(world.ports);
    await counter.recover();
    const again = world.serviceOn(counter);
    expect((await again.get(world.id, owner)).ok && (await world.get(again)).inquiries).toBeNull();
    expect(states(await world.get(again))).toEqual([
      'paid',
      'paid',
      'due',
      'already_paid',
      'due',
      'due',
      ...Array.from({ length: 6 }, () => 'unasked'),
    ]);
    const rest = await world.inquire(undefined, again);
    expect(rest.inquiries).toMatchObject({ done: 6, total: 6 });
    expect(world.times('inquiry')).toBe(12);
    await world.pay(rest);
    expect(world.times('pay')).toBe(10);
    expect(
      new Set(world.requests.filter(({ operation }) => operation === 'pay').map(({ body }) => bodyOf(body).customer_no))
        .size,
    ).toBe(10);
  });

  it('leaves a payment whose answer was lost uncertain: it is neither asked for nor paid again', async () => {
    const world = await groupWorld();
    const group = await world.inquire();
    let paid = 0;
    const usual = (): Reply => {
      const { customer_no, transaction_id } = bodyOf(world.requests.at(-1)?.body);
      return { json: envelope(paymentData({ customer_no, transaction_id })) };
    };
    world.say('pay', () => (++paid === 2 ? lost : usual()));
    const batch = await world.pay(group);
    expect(batch).toMatchObject({ state: 'paused', pause: { position: 2, error: { code: 'outcome_unknown' } } });
    const now = await world.get();
    expect(states(now).slice(0, 3)).toEqual(['paid', 'uncertain', 'queued']);
    await world.inquire([now.members[1]!.id, now.members[2]!.id]);
    expect(world.times('inquiry')).toBe(12);
    await world.batches.stop(batch.id);
    // On the next day too.
    world.pass(24 * 60 * 60_000);
    const next = await world.inquire();
    expect(next.members[1]?.state).toBe('uncertain');
    const later = world.requests.filter(({ operation }) => operation === 'inquiry').slice(12);
    expect(later.map(({ body }) => bodyOf(body).customer_no)).not.toContain(numbers[1]);
  });

  it('asks for no bill whose payment is unresolved or that a batch has, however long ago that was', async () => {
    const world = await groupWorld();
    const group = await world.inquire();
    let paid = 0;
    world.say('pay', () => (++paid === 1 ? lost : neverSent));
    await world.pay(group, 2);
    expect(states(await world.get()).slice(0, 2)).toEqual(['uncertain', 'queued']);
    world.pass(100 * 24 * 60 * 60_000);
    expect(states(await world.inquire()).slice(0, 2)).toEqual(['uncertain', 'queued']);
    const later = world.requests.filter(({ operation }) => operation === 'inquiry').slice(12);
    expect(later).toHaveLength(10);
  });

  it('says an inquiry is too old once its time or its day is over, and asks for it again', async () => {
    const world = await groupWorld();
    const group = await world.inquire();
    world.pass(15 * 60_000);
    expect(states(await world.get()).filter((state) => state === 'expired')).toHaveLength(10);
    const refused = await world.batches.create(
      { lines: [{ id: group.members[0]?.sale?.id ?? '', total: 155_000 }] },
      { whileOpen: world.sell, onSold: () => {} },
    );
    expect(refused).toMatchObject({ ok: false, error: { code: 'inquiry_expired' } });
    expect((await world.inquire()).inquiries).toMatchObject({ total: 10 });
    expect(world.times('pay')).toBe(0);
  });

  it('sends no payment of a bill that another counter pays or has paid, and pays the others', async () => {
    const other = {
      id: 'S-1',
      counter: 'Konter 2',
      since: '2026-03-10T03:00:00.000Z',
      day: '2026-03-10',
      isSameProduct: true,
      isRevoked: false,
    } as const;
    const answers = new Map<string, ClaimAnswer>([
      [numbers[1]!, { kind: 'in_flight', other: { ...other, state: 'unresolved' } }],
    ]);
    const world = await groupWorld({
      claims: {
        hindrance: () => null,
        readBackId: () => null,
        claim: async ({ customerNo }) => answers.get(customerNo) ?? { kind: 'recorded', others: [] },
        stopWaiting: () => false,
        release: () => {},
        restore: () => null,
        acceptRestore: async () => true,
        leaveShop: async () => false,
      },
    });
    const paused = await world.pay(await world.inquire(), 3);
    expect(paused).toMatchObject({ state: 'paused', pause: { position: 2, error: { code: 'in_flight' } } });
    answers.set(numbers[1]!, { kind: 'recorded', others: [{ ...other, state: 'success' }] });
    const again = await world.resume(paused.id);
    expect(again).toMatchObject({ state: 'paused', pause: { position: 2, error: { code: 'duplicate' } } });
    const ended = await world.resume(paused.id, [2]);
    expect(ended).toMatchObject({ state: 'finished', toReturn: [{ method: 'cash', amount: 155_000 }] });
    expect(world.paidNumbers()).toEqual([numbers[0], numbers[2]]);
  });

  it('pays a bill once that another window pays while the batch of the group is made', async () => {
    const world = await groupWorld();
    const group = await world.inquire();
    const [first] = group.members;
    const answer = held<Reply>();
    const arrived = held<void>();
    world.say('pay', () => {
      arrived.release();
      return answer.promise;
    });
    const beside = world.counter.pay({ id: first!.sale!.id });
    await arrived.promise;
    const lines = [{ id: first!.sale!.id, total: 155_000 }];
    const refused = await world.batches.create({ lines }, { whileOpen: world.sell, onSold: () => {} });
    expect(refused).toMatchObject({ ok: false, error: { code: 'in_flight' } });
    expect(states(await world.get())[0]).toBe('uncertain');
    answer.release({
      json: envelope(paymentData({ customer_no: numbers[0]!, transaction_id: first!.sale!.transactionId! })),
    });
    expect(await beside).toMatchObject({ ok: true });
    expect(states(await world.get())[0]).toBe('paid');
    expect(world.paidNumbers()).toEqual([numbers[0]]);
  });

  it('pays nothing of a batch that goes on after its inquiries are too old; inquired again, each is paid once', async () => {
    const world = await groupWorld();
    const usual = (): Reply => {
      const { customer_no, transaction_id } = bodyOf(world.requests.at(-1)?.body);
      return { json: envelope(paymentData({ customer_no, transaction_id })) };
    };
    let sent = 0;
    world.say('pay', () => (++sent === 2 ? neverSent : usual()));
    const paused = await world.pay(await world.inquire(), 3);
    expect(paused).toMatchObject({ state: 'paused', pause: { position: 2 } });
    world.pass(15 * 60_000);
    const ended = await world.resume(paused.id);
    expect(ended).toMatchObject({ state: 'finished', toReturn: [{ method: 'cash', amount: 2 * 155_000 }] });
    expect(sent).toBe(2);
    expect(states(await world.get()).slice(0, 3)).toEqual(['paid', 'expired', 'expired']);
    valueOf(await world.batches.giveBack({ id: ended.id }));
    const members = (await world.get()).members.slice(1, 3).map(({ id }) => id);
    await world.pay(await world.inquire(members), 2);
    expect(states(await world.get()).slice(0, 3)).toEqual(['paid', 'paid', 'paid']);
    // The first try of the second never left.
    expect(world.paidNumbers().toSorted()).toEqual([numbers[0], numbers[1], numbers[1], numbers[2]]);
    expect(sent).toBe(4);
  });

  it('shows what was paid last month beside this one', async () => {
    const world = await groupWorld();
    await world.pay(await world.inquire());
    world.pass(31 * 24 * 60 * 60_000);
    expect((await world.get()).members.map(({ state, lastMonth }) => [state, lastMonth]).slice(0, 4)).toEqual([
      ['unasked', 155_000],
      ['unasked', 155_000],
      ['unasked', 155_000],
      ['unasked', null],
    ]);
  });

  it('stops where nobody can be reached, or two in a row do not answer, and begins with the others the next time', async () => {
    const world = await groupWorld();
    for (const number of [numbers[0]!, numbers[1]!]) world.special.set(number, lost);
    const silent = await world.inquire();
    expect(silent.inquiries).toMatchObject({ done: 2, total: 12, error: { code: 'provider_unreachable' } });
    expect(states(silent).slice(0, 3)).toEqual(['failed', 'failed', 'unasked']);
    const next = await world.inquire();
    expect(states(next).slice(2)).toEqual(['due', 'already_paid', ...due(4), 'not_out', ...due(3)]);

    const unreachable = await groupWorld();
    for (const number of numbers) unreachable.special.set(number, neverSent);
    const group = await unreachable.inquire();
    expect(group.inquiries).toMatchObject({ done: 1, error: { reason: 'never_sent' } });
    // It says nothing of the member.
    expect(new Set(states(group))).toEqual(new Set(['unasked']));
  });

  it('asks for nothing while the counter may sell nothing, and for one group at a time', async () => {
    const world = await groupWorld();
    const refusing = await world.groups.inquire({ id: world.id }, async () =>
      fail('not_configured', 'The connection is not set up.'),
    );
    expect(refusing).toMatchObject({ ok: true });
    expect((await world.ended()).inquiries).toMatchObject({ done: 1, error: { code: 'not_configured' } });
    expect(world.times('inquiry')).toBe(0);
    const other = valueOf(
      await world.groups.save({ name: 'RT 06', members: world.members, purgeAt: world.purgeAt, consent: true }, owner),
    );
    const answer = held<Reply>();
    const arrived = held<void>();
    world.special.set(numbers[0]!, () => {
      arrived.release();
      return answer.promise;
    });
    valueOf(await world.groups.inquire({ id: world.id }, world.sell));
    await arrived.promise;
    expect(await world.groups.inquire({ id: other.id }, world.sell)).toMatchObject({
      ok: false,
      error: { reason: 'list_running' },
    });
    const closed = world.groups.close();
    answer.release({ json: envelope(inquiryData({ transaction_id: 'B-0' })) });
    await closed;
    // The inquiry under way was kept.
    expect(states(await world.get()).slice(0, 2)).toEqual(['due', 'unasked']);
  });

  it('guesses nothing of words that name several reasons', async () => {
    const world = await groupWorld();
    world.special.set(numbers[0]!, {
      json: envelope(
        inquiryData({ transaction_id: 'F-0', status: 'failed', message: 'Tagihan tidak ditemukan atau sudah lunas' }),
      ),
    });
    world.special.set(numbers[1]!, refusal);
    expect(states(await world.inquire()).slice(0, 2)).toEqual(['failed', 'failed']);
  });
});

describe('the list of a group', () => {
  it('is refused with a bill twice, or a last day that is not ahead', async () => {
    const { groups, members, purgeAt } = await groupWorld();
    const twice = [...members, { ...members[0]!, productCode: 'plnpost' }];
    expect(await groups.save({ name: 'RT 05', members: twice, purgeAt, consent: true }, owner)).toMatchObject({
      error: { reason: 'number_twice', fields: ['members.12.customerNo'] },
    });
    expect(await groups.save({ name: 'RT 05', members, purgeAt: '2026-03-10', consent: true }, owner)).toMatchObject({
      error: { reason: 'purge_day' },
    });
  });

  it('hides numbers from a person who may not see customers, and may not change it either', async () => {
    const { groups, id, members, purgeAt } = await groupWorld();
    const cashier = { name: 'Sari', seesCustomers: false };
    const group = valueOf(await groups.get(id, cashier));
    expect(group.masked).toBe(true);
    expect(group.members[0]?.customerNo).toBe('5300******00');
    expect(await groups.save({ id, name: 'X', members, purgeAt, consent: true }, cashier)).toMatchObject({
      error: { code: 'not_allowed' },
    });
  });

  it('keeps the answers of members that stay when it is changed', async () => {
    const world = await groupWorld();
    const before = await world.inquire();
    const members = [{ ...world.members[8]!, name: 'Bu Ani' }, ...world.members.slice(0, 2)];
    const after = valueOf(
      await world.groups.save(
        { id: world.id, name: 'RT 05 baru', members, purgeAt: world.purgeAt, consent: true },
        owner,
      ),
    );
    expect(after.members.map(({ id, name, state }) => [id, name, state])).toEqual([
      [before.members[8]?.id, 'Bu Ani', 'not_out'],
      [before.members[0]?.id, 'Rumah 1', 'due'],
      [before.members[1]?.id, 'Rumah 2', 'due'],
    ]);
  });

  it('loses a customer who is erased, in a restored older copy too, and no other', async () => {
    const world = await groupWorld();
    await world.db.close();
    const copy = join(temporaryFolder(), 'copy.db');
    copyFileSync(world.path, copy);
    const db = await aJournal(world.path);
    const at = '2026-03-11T00:00:00.000Z';
    expect(await db.customers.begin({ customerNo: numbers[0]!, note: 'asked for it', at })).toMatchObject({
      kind: 'begun',
      saved: 1,
    });
    expect((await db.billGroups.get(world.id))?.members).toHaveLength(11);
    const older = await aJournal(copy);
    await older.customers.reapply(await db.customers.erasures(), at);
    expect((await older.billGroups.get(world.id))?.members.map(({ customerNo }) => customerNo)).toEqual(
      numbers.slice(1),
    );
  });

  it('is gone once it is removed, or its day has come, in a restored older copy too', async () => {
    const world = await groupWorld();
    await world.db.close();
    const copy = join(temporaryFolder(), 'copy.db');
    copyFileSync(world.path, copy);
    const db = await aJournal(world.path);
    expect(await db.billGroups.forget(world.id, '2026-03-11T00:00:00.000Z')).toBe(true);
    expect(await db.billGroups.list()).toEqual([]);
    const older = await aJournal(copy);
    expect(await older.billGroups.list()).toEqual([{ id: world.id, name: 'RT 05', members: 12 }]);
    await older.customerBook.purge('2027-02-28');
    expect(await older.billGroups.list()).toHaveLength(1);
    await older.customers.reapply(await db.customers.erasures(), '2026-03-12T00:00:00.000Z');
    expect(await older.billGroups.list()).toEqual([]);
    expect(await older.customers.savedIdsOf(numbers[0]!)).toEqual([]);

    const aged = await groupWorld();
    await aged.db.customerBook.purge('2027-03-01');
    expect(await aged.db.billGroups.list()).toEqual([]);
    expect(await aged.db.customers.savedIdsOf(numbers[0]!)).toEqual([]);
  });

  it('is named where a person asks what is held on a number, and its numbers are compared with other counters’ erasures', async () => {
    const { db } = await groupWorld();
    expect(await db.customerBook.membersOf('5300 0000 0107')).toMatchObject([
      { group: 'RT 05', name: 'Rumah 8', payer: 'Pak RT', consentBy: 'Bu Rina', purgeAt: '2027-03-01' },
    ]);
    expect(await db.shopErasures.savedNumbers()).toEqual(numbers);
    const notice = { id: 'N-1', at: '2026-03-10T03:00:01.000Z' };
    await db.customers.follow({ customerNo: numbers[7]!, at: notice.at, notice, aheadMs: 0 });
    expect(await db.customerBook.membersOf(numbers[7]!)).toEqual([]);
    // What was agreed to later is another matter.
    const early = { id: 'N-2', at: '2026-03-09T03:00:00.000Z' };
    await db.customers.follow({ customerNo: numbers[6]!, at: early.at, notice: early, aheadMs: 0 });
    expect(await db.customerBook.membersOf(numbers[6]!)).toHaveLength(1);
  });

  it('leaves no number or name in the log of the program', async () => {
    const world = await groupWorld();
    world.special.set(numbers[0]!, lost);
    await world.inquire();
    const written = JSON.stringify(world.log);
    expect(written).not.toContain(numbers[0]!);
    expect(written).not.toContain('Rumah');
  });
});
