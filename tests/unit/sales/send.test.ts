import { describe, expect, it, vi } from 'vitest';
import { createNodeTransport } from '../../../src/main/base/system/http-transport.ts';
import type { TransportOutcome } from '../../../src/main/base/system.ts';
import type { Change } from '../../../src/main/db/change.ts';
import { DatabaseError, type DatabaseErrorKind } from '../../../src/main/db/database-error.ts';
import type { ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { counterWorld, lost, type Reply, refusal, saleOf } from '../../support/counter-world.ts';
import { httpServer } from '../../support/fake-servers.ts';
import { envelope, orderData, paymentData } from '../../support/provider-answers.ts';

describe('a disk that fails while selling', () => {
  /** A journal that fails `times` commits of that kind of event, and works again then. */
  function failing(type: Change['event']['type'], times: number, kind: DatabaseErrorKind = 'full') {
    let left = times;
    return (db: ShopDatabase): ShopDatabase => ({
      ...db,
      async commit(change) {
        if (change.event.type === type && left > 0) {
          left -= 1;
          throw new DatabaseError(kind, 'the disk is full');
        }
        return db.commit(change);
      },
    });
  }

  describe('when the disk fails while an answer is written down', () => {
    it('the counter tries again, and the answer is not lost', async () => {
      const world = await counterWorld({ wrap: failing('sale.response_received', 3) });
      expect(await world.order()).toMatchObject({ ok: true, value: { state: 'pending', transactionId: 'T-1' } });
      expect(world.times('order')).toBe(1);
      expect(world.slept).toEqual([100, 500, 2000]);
      expect(world.log.lines.filter(({ level }) => level === 'error')).toHaveLength(3);
    });

    it('a serial number that only the answer has is not lost', async () => {
      const world = await counterWorld({ wrap: failing('sale.response_received', 1, 'locked') });
      const bill = await world.inquired();
      expect(await world.counter.pay({ id: bill.id })).toMatchObject({ ok: true, value: { sn: 'SN-0001' } });
      expect(world.times('pay')).toBe(1);
    });

    it('and stays so, the cashier sees that the outcome is unknown, and the number stays blocked', async () => {
      const world = await counterWorld({ wrap: failing('sale.response_received', 99) });
      const result = await world.order();
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'outcome_unknown', reason: 'not_recorded', transaction: { state: 'sending' } },
      });
      expect(await world.order()).toMatchObject({ ok: false, error: { code: 'in_flight' } });
      expect(world.times('order')).toBe(1);
    });

    it('and stays so, a webhook still settles the sale', async () => {
      const world = await counterWorld({ wrap: failing('sale.response_received', 99) });
      const { id } = await world.ordered();
      await world.receiveWebhook({}, { ref: id });
      expect(await world.stored(id)).toMatchObject({ state: 'success' });
    });

    it('and stays so, a person can settle the sale without a restart', async () => {
      const world = await counterWorld({ wrap: failing('sale.response_received', 99) });
      const { id } = await world.ordered();
      expect(await world.counter.resolve({ id, outcome: 'success', sn: 'SN-1', note: 'seen there' })).toMatchObject({
        ok: true,
        value: { state: 'success', sn: 'SN-1' },
      });
    });

    it.each<DatabaseErrorKind>(['closed', 'corrupt', 'newer'])(
      'and cannot pass (%s), nobody waits for it',
      async (kind) => {
        const world = await counterWorld({ wrap: failing('sale.response_received', 99, kind) });
        expect(await world.order()).toMatchObject({ error: { reason: 'not_recorded' } });
        expect(world.slept).toEqual([]);
      },
    );

    it('no number stands in the log', async () => {
      const world = await counterWorld({ wrap: failing('sale.response_received', 99) });
      await world.order();
      expect(JSON.stringify(world.log.lines)).not.toMatch(/08\d{8}/);
    });
  });

  it('nothing is sent when the intent cannot be committed', async () => {
    const world = await counterWorld({ wrap: failing('sale.submitted', 1) });
    await expect(world.order()).rejects.toMatchObject({ name: 'DatabaseError', kind: 'full' });
    expect(world.times('order')).toBe(0);
    expect(await world.order()).toMatchObject({ ok: true });
  });

  it('a webhook that cannot be committed moves nothing, and is applied when it comes again', async () => {
    const world = await counterWorld({ wrap: failing('webhook.applied', 1) });
    const { id } = await world.ordered();
    await expect(world.receiveWebhook({}, { ref: id })).rejects.toMatchObject({ kind: 'full' });
    expect(await world.cursor()).toBeNull();
    expect(await world.stored(id)).toMatchObject({ state: 'pending' });
    await world.receiveWebhook({}, { ref: id });
    expect(await world.stored(id)).toMatchObject({ state: 'success' });
  });

  it('a fault in looking for webhooks that came early does not hide a sale that is written down', async () => {
    const world = await counterWorld({
      wrap: (db) => ({ ...db, quarantined: () => Promise.reject(new DatabaseError('corrupt', 'x')) }),
    });
    expect(await world.order()).toMatchObject({ ok: true, value: { state: 'pending' } });
  });

  it('a client that breaks leaves the sale unknown, not in sending', async () => {
    const world = await counterWorld();
    world.say('order', () => Promise.reject(new TypeError('081234567890 is not a function')));
    const result = await world.order();
    expect(result).toMatchObject({ error: { code: 'outcome_unknown', reason: 'unknown' } });
    expect(saleOf(result).state).toBe('unknown');
    expect(JSON.stringify(world.log.lines)).not.toContain('0812');
  });
});

describe('an outcome that is not yet written', () => {
  /** A disk that takes no answers until it is mended; `begin` lets it take no new sales either. */
  async function onFullDisk(kind: DatabaseErrorKind = 'full') {
    const state = { full: true };
    const answers: ReadonlySet<Change['event']['type']> = new Set([
      'sale.response_received',
      'sale.refused',
      'sale.outcome_unknown',
      'sale.not_sent',
    ]);
    const world = await counterWorld({
      wrap: (db: ShopDatabase): ShopDatabase => ({
        ...db,
        async commit(change) {
          if (state.full && answers.has(change.event.type)) throw new DatabaseError(kind, 'made to fail');
          return db.commit(change);
        },
      }),
    });
    return { world, mend: () => void (state.full = false) };
  }

  it('what the provider said is shown, because it stands nowhere else', async () => {
    const { world } = await onFullDisk();
    const bill = await world.inquired();
    expect(await world.counter.pay({ id: bill.id })).toMatchObject({
      ok: false,
      error: {
        code: 'outcome_unknown',
        reason: 'not_recorded',
        pendingWrite: { state: 'success', transactionId: bill.transactionId, sn: 'SN-0001' },
        transaction: { state: 'sending' },
      },
    });
  });

  it.each<[DatabaseErrorKind, string]>([
    ['full', 'disk_full'],
    ['read_only', 'read_only'],
    ['corrupt', 'corrupt'],
    ['locked', 'database_locked'],
  ])('while an answer is not written down (%s) nothing else is sent', async (kind, reason) => {
    const { world } = await onFullDisk(kind);
    const bill = await world.inquired();
    await world.order();
    expect(world.counter.notWritten().count).toBe(1);
    expect(await world.order({ customerNo: '081299990000' })).toMatchObject({
      ok: false,
      error: { code: 'internal', reason },
    });
    expect(await world.counter.pay({ id: bill.id })).toMatchObject({ ok: false, error: { code: 'internal', reason } });
    expect(world.counter.notWritten()).toEqual({ count: 1, reason });
    expect([world.times('order'), world.times('pay')]).toEqual([1, 0]);
  });

  it('once the disk is mended the answer is written and selling goes on by itself', async () => {
    const { world, mend } = await onFullDisk();
    const { id } = await world.ordered();
    mend();
    world.says.order({ transaction_id: 'T-2' });
    expect(await world.order({ customerNo: '081299990000' })).toMatchObject({ ok: true });
    expect(await world.stored(id)).toMatchObject({ state: 'pending', transactionId: 'T-1' });
    expect(world.counter.notWritten()).toEqual({ count: 0, reason: null });
    expect(world.times('order')).toBe(2);
  });

  it('an answer that a webhook overtook is reconciled with it and written once', async () => {
    const { world, mend } = await onFullDisk();
    const { id } = await world.ordered();
    await world.receiveWebhook({}, { ref: id });
    mend();
    await Promise.all([world.counter.flushPendingWrites(), world.counter.flushPendingWrites()]);
    expect(await world.stored(id)).toMatchObject({ state: 'success' });
    expect((await world.events(id)).filter((type) => type === 'sale.response_received').length).toBe(1);
  });

  it('an answer that never left is reported as such', async () => {
    const { world } = await onFullDisk();
    world.say('order', { kind: 'never_sent', reason: 'ECONNREFUSED' });
    expect(await world.order()).toMatchObject({ error: { pendingWrite: { state: 'unsent', sn: null } } });
  });

  it('one that never left agrees with a person who recorded meanwhile that it failed', async () => {
    const { world, mend } = await onFullDisk();
    world.say('order', { kind: 'never_sent', reason: 'ECONNREFUSED' });
    const { id } = await world.ordered({ tendered: 12_000 });
    await world.counter.resolve({ id, outcome: 'failed', note: 'seen in the dashboard' });
    mend();
    await world.counter.flushPendingWrites();
    expect(await world.stored(id)).toMatchObject({ state: 'failed', cashReturnedAt: null });
  });
});

describe('late answers', () => {
  const answered = (reply: { json: unknown }): TransportOutcome => ({
    kind: 'answered',
    status: 200,
    headers: {},
    body: new TextEncoder().encode(JSON.stringify(reply.json)),
  });

  /** An answer that misses its time, and the moment at which it comes after all. */
  function lateAnswer() {
    const coming = Promise.withResolvers<TransportOutcome>();
    const reply: Reply = { kind: 'lost', reason: 'no whole answer in time', late: coming.promise };
    return { reply, comes: (json: unknown) => coming.resolve(answered({ json })) };
  }

  async function orderAnsweredLate() {
    const world = await counterWorld();
    const late = lateAnswer();
    world.say('order', late.reply);
    const sale = await world.ordered();
    expect(sale.state).toBe('unknown');
    const now = async () => (await world.db.get(sale.id))!;
    const becomes = (state: string) => vi.waitFor(async () => expect((await now()).state).toBe(state), { interval: 5 });
    return { world, late, sale, now, becomes };
  }

  describe('an answer that comes after the time is up', () => {
    it.each(['pending', 'success', 'failed'])('makes an unknown order %s', async (status) => {
      const { late, becomes, now, world, sale } = await orderAnsweredLate();
      late.comes(envelope(orderData({ status })));
      await becomes(status);
      expect(await now()).toMatchObject({ transactionId: 'T-1', transactionIdFrom: 'answer' });
      expect((await world.db.timeline(sale.id)).at(-1)).toMatchObject({
        type: 'sale.response_received',
        data: { late: true },
      });
      expect(world.times('order')).toBe(1);
    });

    it('settles a bill, of which no webhook may ever come', async () => {
      const world = await counterWorld();
      const late = lateAnswer();
      const bill = await world.inquired();
      world.say('pay', late.reply);
      await world.counter.pay({ id: bill.id });
      late.comes(envelope(paymentData()));
      await vi.waitFor(async () => expect((await world.db.get(bill.id))?.state).toBe('success'), { interval: 5 });
      expect(world.times('pay')).toBe(1);
    });

    it('refuses an order', async () => {
      const { late, becomes, now } = await orderAnsweredLate();
      late.comes('json' in refusal ? refusal.json : null);
      await becomes('failed');
      expect(await now()).toMatchObject({ refused: true, message: 'Saldo tidak cukup' });
    });

    it('leaves it unknown where it is unclear, and is kept', async () => {
      const { late, world, sale, now } = await orderAnsweredLate();
      late.comes({ status: 'processing', message: '' });
      await vi.waitFor(async () => {
        expect((await world.db.timeline(sale.id)).at(-1)?.data).toMatchObject({ late: true, status: 200 });
      });
      expect((await now()).state).toBe('unknown');
    });

    it('disputes what a person has recorded otherwise meanwhile', async () => {
      const { late, becomes, world, sale, now } = await orderAnsweredLate();
      await world.counter.resolve({ id: sale.id, outcome: 'failed', note: 'not in the list' });
      late.comes(envelope(orderData({ status: 'success' })));
      await becomes('disputed');
      expect(await now()).toMatchObject({ settledAt: null });
    });

    it('agrees with the webhook that was faster', async () => {
      const { late, becomes, world, sale, now } = await orderAnsweredLate();
      await world.receiveWebhook({ transaction_id: 'T-1' }, { ref: sale.id });
      await becomes('success');
      late.comes(envelope(orderData({ status: 'pending' })));
      await vi.waitFor(async () => expect((await now()).transactionIdFrom).toBe('answer'), { interval: 5 });
      expect((await now()).state).toBe('success');
    });

    it('settles the next order, whose webhook could have been about this one while it was in doubt', async () => {
      const { late, becomes, world, sale } = await orderAnsweredLate();
      await world.receiveWebhook({ transaction_id: 'T-1' }, { ref: sale.id });
      await becomes('success');
      world.say('order', lost);
      const next = await world.ordered({ allowDuplicate: true });
      await world.counter.correct({ id: sale.id, outcome: 'disputed', note: 'not in the dashboard' });
      await world.receiveWebhook({ transaction_id: 'T-2' }, { ref: next.id });
      expect((await world.stored(next.id)).state).toBe('unknown');
      late.comes(envelope(orderData({ status: 'success' })));
      await vi.waitFor(async () => expect((await world.stored(next.id)).state).toBe('success'), { interval: 5 });
    });
  });

  describe('an answer over a real connection', () => {
    const request = (port: number, signal?: AbortSignal) => ({
      method: 'POST' as const,
      url: `http://127.0.0.1:${port}/v1/order`,
      headers: {},
      body: new TextEncoder().encode('{}'),
      connectTimeoutMs: 3000,
      answerTimeoutMs: 50,
      lateAnswerMs: 60_000,
      maxAnswerBytes: 1000,
      ...(signal ? { signal } : {}),
    });

    it('is read late, on the one request there was', async () => {
      const answer = Promise.withResolvers<void>();
      await using server = await httpServer((_, response) => void answer.promise.then(() => response.end('{"a":1}')));
      const outcome = await createNodeTransport().exchange(request(server.port));
      expect(outcome).toMatchObject({ kind: 'lost', reason: 'no whole answer in time' });
      answer.resolve();
      const late = await (outcome.kind === 'lost' ? outcome.late : undefined);
      expect(late).toMatchObject({ kind: 'answered', status: 200 });
      await server.quiet();
      expect(server.counts).toStrictEqual({ connections: 1, requests: 1 });
    });

    it('is no longer waited for once the client is given up', async () => {
      await using server = await httpServer(() => {});
      const stop = new AbortController();
      const outcome = await createNodeTransport().exchange(request(server.port, stop.signal));
      stop.abort();
      expect(await (outcome.kind === 'lost' ? outcome.late : undefined)).toEqual({ kind: 'lost', reason: 'given up' });
      await server.quiet();
      expect(server.counts).toStrictEqual({ connections: 1, requests: 1 });
    });
  });
});
