import { describe, expect, it } from 'vitest';
import { behaviours } from '../../../src/simulator/core/behaviours/table.ts';
import { catalogue, drillCodes } from '../../../src/simulator/core/catalogue.ts';
import { signatureOf } from '../../../src/simulator/core/scheduler.ts';
import { answered, simulated } from '../../support/simulated.ts';

const hour = 3_600_000;

/** Orders with that row of the table and lets an hour pass: answer, webhooks as "status" or "status!" when badly signed, book. */
async function told(name: string) {
  const { order, sent, clock, simulator } = simulated();
  const digits = behaviours.find((one) => one.name === name)?.digits;
  const answer = await order(`0800000000${digits}`);
  await clock.pass(hour);
  const [entry] = simulator.ledger();
  return {
    answer,
    webhooks: sent.map(({ request, json }) =>
      request.headers['X-Service-Signature'] === signatureOf(request.body, 'practice-key')
        ? json.status
        : `${json.status}!`,
    ),
    sns: sent.map(({ json }) => json.sn !== '' && json.sn !== '-'),
    book: entry ? entry.history.map(({ status }) => status).join(' ') : 'nothing',
    sent,
    entry,
  };
}

describe('an order', () => {
  it.each([
    ['pending-success', 'pending', ['success'], 'pending success'],
    ['pending-failed', 'pending', ['failed'], 'pending failed'],
    ['success-now', 'success', ['success'], 'success'],
    ['failed-now', 'failed', ['failed'], 'failed'],
    ['reversed', 'pending', ['success', 'failed'], 'pending success failed'],
    ['revived', 'pending', ['failed', 'success'], 'pending failed success'],
    ['late-sn', 'pending', ['success', 'success'], 'pending success success'],
    ['no-sn', 'pending', ['success'], 'pending success'],
    ['success-then-failed', 'success', ['failed'], 'success failed'],
    ['failed-then-success', 'failed', ['success'], 'failed success'],
    ['twice', 'pending', ['success', 'success'], 'pending success'],
    ['late', 'pending', ['success'], 'pending success'],
    ['out-of-order', 'pending', ['success', 'pending'], 'pending success'],
    ['early', 'pending', ['success'], 'pending success'],
    ['bad-signature', 'pending', ['success!'], 'pending success'],
    ['no-webhook', 'pending', [], 'pending success'],
    ['pending-first', 'pending', ['pending', 'success'], 'pending success'],
    ['forged-first', 'pending', ['failed!', 'success'], 'pending success'],
    ['never-final', 'pending', [], 'pending'],
  ])('%s: answers %s, sends %j, and the book says %s', async (name, status, webhooks, book) => {
    const seen = await told(name);
    expect(answered(seen.answer).json.data.status).toBe(status);
    expect(seen.webhooks).toEqual(webhooks);
    expect(seen.book).toBe(book);
    expect(seen.entry?.acted).toBe(1);
  });

  it('late-sn brings the serial number with the second webhook, no-sn never', async () => {
    expect((await told('late-sn')).sns).toEqual([false, true]);
    expect((await told('no-sn')).sns).toEqual([false]);
  });

  it('early is heard before its answer, late ten minutes after', async () => {
    const early = await told('early');
    expect(early.answer.afterMs).toBeGreaterThan(early.sent[0]!.at - Date.parse(early.entry!.created_at));
    const late = await told('late');
    expect(late.sent[0]!.at - Date.parse(late.entry!.created_at)).toBeGreaterThan(7 * 60_000);
  });

  it.each([
    ['lost', { kind: 'drop', when: 'after' }, ['success'], 'pending success'],
    ['dropped', { kind: 'drop', when: 'before' }, [], 'nothing'],
    ['half', { kind: 'half', status: 200 }, ['success'], 'pending success'],
    ['lost-failed', { kind: 'drop', when: 'after' }, ['failed'], 'pending failed'],
    ['lost-quiet', { kind: 'drop', when: 'after' }, [], 'pending success'],
    ['error-acted', { kind: 'answer', status: 500 }, ['success'], 'pending success'],
    ['error', { kind: 'answer', status: 500 }, [], 'nothing'],
    ['gateway-acted', { kind: 'answer', status: 502 }, ['success'], 'pending success'],
    ['redirect', { kind: 'answer', status: 307 }, [], 'nothing'],
    ['redirect-308', { kind: 'answer', status: 308 }, [], 'nothing'],
    ['timeout-408', { kind: 'answer', status: 408 }, [], 'nothing'],
    ['misdirected', { kind: 'answer', status: 421 }, [], 'nothing'],
    ['refused', { kind: 'answer', status: 200 }, [], 'nothing'],
    ['refused-422', { kind: 'answer', status: 422 }, [], 'nothing'],
    ['refused-acted', { kind: 'answer', status: 200 }, ['success'], 'pending success'],
  ])('%s: the line gives %j, webhooks %j, book %s', async (name, answer, webhooks, book) => {
    const seen = await told(name);
    expect(seen.answer).toMatchObject(answer);
    expect(seen.webhooks).toEqual(webhooks);
    expect(seen.book).toBe(book);
  });

  it('a half answer promises more bytes than it sends', async () => {
    const { answer } = await told('half');
    expect(answer.kind === 'half' && Number(answer.headers['content-length']) > answer.body.length).toBe(true);
  });

  it('every row of the table can be asked for by number and by its own product code', () => {
    const digits = behaviours.flatMap((one) => one.digits ?? []);
    expect(new Set(digits).size).toBe(digits.length);
    for (const behaviour of behaviours) {
      const codes = Object.values(drillCodes(behaviour)).filter((code) => code !== null);
      expect(codes.length).toBeGreaterThan(0);
      for (const code of codes) expect(catalogue.get(code)?.behaviour).toBe(behaviour.name);
    }
  });

  it('LOST10 loses the answer for any number', async () => {
    const { order } = simulated();
    expect(await order('081234567890', 'LOST10')).toMatchObject({ kind: 'drop', when: 'after' });
  });
});
