import { describe, expect, it } from 'vitest';
import { behaviours } from '../../../../../src/simulator/core/behaviours/table.ts';
import { catalogue, drillCodes } from '../../../../../src/simulator/core/catalogue.ts';
import { signatureOf } from '../../../../../src/simulator/core/scheduler.ts';
import { answered, simulated } from '../../../../support/simulated.ts';

describe('orders', () => {
  const hour = 3_600_000;

  /** Orders with that row of the table and lets an hour pass: answer, webhooks as "status" or "status!" when badly signed, book. */
  async function outcomeOf(name: string) {
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
      const seen = await outcomeOf(name);
      expect(answered(seen.answer).json.data.status).toBe(status);
      expect(seen.webhooks).toEqual(webhooks);
      expect(seen.book).toBe(book);
      expect(seen.entry?.acted).toBe(1);
    });

    it('late-sn brings the serial number with the second webhook, no-sn never', async () => {
      expect((await outcomeOf('late-sn')).sns).toEqual([false, true]);
      expect((await outcomeOf('no-sn')).sns).toEqual([false]);
    });

    it('early arrives before its answer, late ten minutes after', async () => {
      const early = await outcomeOf('early');
      expect(early.answer.afterMs).toBeGreaterThan(early.sent[0]!.at - Date.parse(early.entry!.created_at));
      const late = await outcomeOf('late');
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
      const seen = await outcomeOf(name);
      expect(seen.answer).toMatchObject(answer);
      expect(seen.webhooks).toEqual(webhooks);
      expect(seen.book).toBe(book);
    });

    it('a half answer promises more bytes than it sends', async () => {
      const { answer } = await outcomeOf('half');
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
});

describe('bills', () => {
  describe('a bill', () => {
    it('may not be found, and cannot be paid then', async () => {
      const { inquiry, pay } = simulated();
      const { data } = answered(await inquiry('99000000501')).json;
      expect(data).toMatchObject({ status: 'failed', description: { bill_sheet: 0, details: [] } });
      expect(answered(await pay(data.transaction_id, '99000000501')).status).toBe(400);
    });

    it('may be expired when it is paid', async () => {
      const { inquiry, pay, simulator } = simulated();
      const { transaction_id } = answered(await inquiry('99000000502')).json.data;
      expect(answered(await pay(transaction_id, '99000000502')).json.status).toBe('error');
      expect(simulator.ledger()).toMatchObject([{ acted: 0, status: 'inquiry' }]);
    });

    it('may have 36 periods, up to last month', async () => {
      const { inquiry } = simulated();
      const { description } = answered(await inquiry('99000000503')).json.data;
      expect(description.bill_sheet).toBe(36);
      expect([description.details[0].period, description.details[35].period]).toEqual(['Mar 2023', 'Feb 2026']);
    });

    it('may cost more at the second inquiry', async () => {
      const { inquiry } = simulated();
      const first = answered(await inquiry('99000000504')).json.data;
      const second = answered(await inquiry('99000000504')).json.data;
      expect(second.price - first.price).toBe(1500);
      expect(second.transaction_id).not.toBe(first.transaction_id);
    });

    it.each([
      ['505', 2500],
      ['506', -2500],
    ])('%s costs another price at pay than at inquiry', async (digits, difference) => {
      const { inquiry, pay } = simulated();
      const number = `99000000${digits}`;
      const bill = answered(await inquiry(number)).json.data;
      const paid = answered(await pay(bill.transaction_id, number)).json.data.data;
      expect(paid.price - bill.price).toBe(difference);
    });

    it('may be refused with Gagal and no serial number', async () => {
      const { inquiry, pay, simulator } = simulated();
      const { transaction_id } = answered(await inquiry('99000000107')).json.data;
      expect(answered(await pay(transaction_id, '99000000107')).json.data.data).toMatchObject({
        status: 'Gagal',
        sn: '',
      });
      expect(simulator.ledger()).toMatchObject([{ status: 'failed' }]);
    });

    it.each([
      ['201', { kind: 'drop', when: 'after' }, 1],
      ['202', { kind: 'drop', when: 'before' }, 0],
      ['203', { kind: 'half' }, 1],
      ['211', { kind: 'answer', status: 500 }, 1],
      ['212', { kind: 'answer', status: 500 }, 0],
      ['221', { kind: 'answer', status: 307 }, 0],
      ['232', { kind: 'answer', status: 400 }, 0],
    ])('%s: paying gives %j and is carried out %i times', async (digits, expected, acted) => {
      const { inquiry, pay, simulator } = simulated();
      const number = `99000000${digits}`;
      const { transaction_id } = answered(await inquiry(number)).json.data;
      expect(await pay(transaction_id, number)).toMatchObject(expected);
      expect(simulator.ledger()).toMatchObject([{ acted, status: acted === 1 ? 'success' : 'inquiry' }]);
    });

    it('that is paid twice is carried out twice, and the ledger shows it', async () => {
      const { inquiry, pay, simulator } = simulated();
      const { transaction_id } = answered(await inquiry('530000000001')).json.data;
      const first = answered(await pay(transaction_id, '530000000001')).json.data.data;
      const second = answered(await pay(transaction_id, '530000000001')).json.data.data;
      expect(second.sn).not.toBe(first.sn);
      expect(simulator.ledger()).toMatchObject([{ acted: 2 }]);
    });

    it('may be gone once it was paid, though the answer was lost', async () => {
      const { inquiry, pay } = simulated();
      const { transaction_id } = answered(await inquiry('99000000513')).json.data;
      expect((await pay(transaction_id, '99000000513')).kind).toBe('drop');
      expect(answered(await inquiry('99000000513')).json.data.status).toBe('failed');
    });

    it.each([
      ['508', { kind: 'drop' }],
      ['509', { kind: 'answer', status: 500 }],
      ['510', { kind: 'answer', status: 400 }],
      ['517', { kind: 'answer', status: 307, headers: { location: '/v1/billing/inquiry' } }],
    ])('%s: the inquiry gives %j', async (digits, expected) => {
      const { inquiry } = simulated();
      expect(await inquiry(`99000000${digits}`)).toMatchObject(expected);
    });
  });
});
