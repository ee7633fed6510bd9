import { describe, expect, it, vi } from 'vitest';
import { createNodeTransport } from '../../../src/main/base/system/http-transport.ts';
import type { TransportOutcome } from '../../../src/main/base/system.ts';
import { counterWorld, lost, refusal, type Said } from '../../support/counter-world.ts';
import { httpServer } from '../../support/fake-servers.ts';
import { envelope, orderData, paymentData } from '../../support/provider-answers.ts';

const answered = (said: { json: unknown }): TransportOutcome => ({
  kind: 'answered',
  status: 200,
  headers: {},
  body: new TextEncoder().encode(JSON.stringify(said.json)),
});

/** An answer that misses its time, and the moment at which it comes after all. */
function lateAnswer() {
  const coming = Promise.withResolvers<TransportOutcome>();
  const said: Said = { kind: 'lost', reason: 'no whole answer in time', late: coming.promise };
  return { said, comes: (json: unknown) => coming.resolve(answered({ json })) };
}

async function orderAnsweredLate() {
  const world = await counterWorld();
  const late = lateAnswer();
  world.say('order', late.said);
  const sale = await world.ordered();
  expect(sale.state).toBe('unknown');
  const now = async () => (await world.journal.get(sale.id))!;
  const becomes = (state: string) => vi.waitFor(async () => expect((await now()).state).toBe(state), { interval: 5 });
  return { world, late, sale, now, becomes };
}

describe('an answer that comes after the time is up', () => {
  it.each(['pending', 'success', 'failed'])('makes an unknown order %s', async (status) => {
    const { late, becomes, now, world, sale } = await orderAnsweredLate();
    late.comes(envelope(orderData({ status })));
    await becomes(status);
    expect(await now()).toMatchObject({ transactionId: 'T-1', transactionIdFrom: 'answer' });
    expect((await world.journal.timeline(sale.id)).at(-1)).toMatchObject({
      type: 'sale.response_received',
      data: { late: true },
    });
    expect(world.times('order')).toBe(1);
  });

  it('settles a bill, of which no webhook may ever tell', async () => {
    const world = await counterWorld();
    const late = lateAnswer();
    const bill = await world.inquired();
    world.say('pay', late.said);
    await world.counter.pay({ id: bill.id });
    late.comes(envelope(paymentData()));
    await vi.waitFor(async () => expect((await world.journal.get(bill.id))?.state).toBe('success'), { interval: 5 });
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
      expect((await world.journal.timeline(sale.id)).at(-1)?.data).toMatchObject({ late: true, status: 200 });
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
