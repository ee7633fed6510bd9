import { describe, expect, it } from 'vitest';
import {
  allowedActions,
  amountIn,
  type Claim,
  claimsOf,
  contradictingPair,
  factsOf,
  lostHow,
  nextSteps,
  reportsReceived,
} from '../../../../../../src/renderer/features/receipts/detail/sale-facts.ts';
import { messages as id } from '../../../../../../src/renderer/i18n/id/messages.ts';
import { Translation } from '../../../../../../src/renderer/i18n/translation.ts';
import type { SaleEvent } from '../../../../../../src/shared/contract/transactions.ts';
import { SaleEventType } from '../../../../../../src/shared/domain/sale-event.ts';
import { fakeSale } from '../../../../../support/fake-sales.ts';

let seq = 0;
function event(type: SaleEvent['type'], more: Partial<SaleEvent> = {}): SaleEvent {
  seq += 1;
  return {
    seq,
    transactionId: 'x',
    type,
    at: '2026-03-02T03:04:05.000Z',
    actor: 'provider',
    data: {},
    bodies: [],
    hash: 'f'.repeat(64),
    ...more,
  };
}
const webhook = (body: object, type: SaleEvent['type'] = 'webhook.applied'): SaleEvent =>
  event(type, { bodies: [{ role: 'webhook', text: JSON.stringify(body) }] });
const answer = (body: object): SaleEvent =>
  event('sale.response_received', { bodies: [{ role: 'answer', text: JSON.stringify(body) }] });

const reported = (claim: Claim | undefined) => [claim?.from, claim?.outcome, claim?.sn];

describe('what was claimed about a sale', () => {
  it('is read out of the raw webhook, the answer to an order, and that to a payment, which wraps it twice', () => {
    const claims = claimsOf([
      answer({
        status: 'success',
        message: 'OK',
        data: { transaction_id: 'T1', status: 'pending', message: 'Proses' },
      }),
      webhook({ transaction_id: 'T1', status: 'success', sn: '0312', message: 'Sukses' }),
      answer({ status: 'success', data: { data: { transaction_id: 'T2', status: 'Sukses', sn: 'PLN1' } } }),
    ]);
    expect(claims.map(reported)).toEqual([
      ['answer', 'pending', null],
      ['webhook', 'success', '0312'],
      ['answer', 'success', 'PLN1'],
    ]);
  });

  it('stays without words where it was erased or is not readable', () => {
    const erased = event('webhook.disputed', { bodies: [{ role: 'webhook', text: null }] });
    const odd = event('webhook.applied', { bodies: [{ role: 'webhook', text: 'no json' }] });
    expect(claimsOf([erased, odd, webhook({ status: 'Proses' })]).map(({ outcome }) => outcome)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('includes refusals, what never left, and what a person recorded', () => {
    const claims = claimsOf([
      event('sale.refused', { bodies: [{ role: 'answer', text: '{"status":"error","message":"Ditolak"}' }] }),
      event('sale.not_sent'),
      event('sale.manually_resolved', { data: { to: 'failed' }, bodies: [{ role: 'note', text: 'Dasbor: gagal' }] }),
    ]);
    expect(claims.map(({ from, outcome, message }) => [from, outcome, message])).toEqual([
      ['answer', 'failed', 'Ditolak'],
      ['counter', 'unsent', null],
      ['person', 'failed', 'Dasbor: gagal'],
    ]);
  });
});

describe('what a sale cost and paid the shop', () => {
  it('is what held when it was sent last, and when its bill was looked up', () => {
    const events = [
      event('bill.inquired', { data: { commission: 1600 } }),
      event('sale.submitted', { data: { cost: 10_275 } }),
      event('sale.submitted', { data: { cost: 10_300 } }),
    ];
    expect(amountIn(events, 'cost')).toBe(10_300);
    expect(amountIn(events, 'commission')).toBe(1600);
  });

  it('is nothing where main leaves it out, or says no amount', () => {
    expect(amountIn([event('bill.inquired')], 'commission')).toBeNull();
    expect(amountIn([event('bill.inquired', { data: { commission: 'x' } })], 'commission')).toBeNull();
  });
});

describe('the two that contradict each other', () => {
  const pair = (...events: SaleEvent[]) => contradictingPair(claimsOf(events))?.map(({ outcome, sn }) => [outcome, sn]);

  it('are a success and a later failure, whatever came between', () => {
    expect(
      pair(
        webhook({ status: 'pending' }),
        webhook({ status: 'success', sn: '0312' }),
        webhook({ status: 'pending' }),
        webhook({ status: 'failed', sn: '' }, 'webhook.disputed'),
      ),
    ).toEqual([
      ['success', '0312'],
      ['failed', null],
    ]);
  });

  it('are two serial numbers, two transaction ids, or a webhook about what was refused or never left', () => {
    expect(pair(webhook({ status: 'success', sn: 'A1' }), webhook({ status: 'success', sn: 'B2' }))).toBeDefined();
    expect(
      pair(webhook({ status: 'pending', transaction_id: 'T1' }), webhook({ status: 'pending', transaction_id: 'T2' })),
    ).toBeDefined();
    expect(pair(event('sale.refused'), webhook({ status: 'pending' }))).toBeDefined();
    expect(pair(event('sale.not_sent'), webhook({ status: 'success', sn: 'A1' }))).toBeDefined();
  });

  it('are none where everything fits together', () => {
    expect(
      pair(webhook({ status: 'pending' }), webhook({ status: 'success' }), webhook({ status: 'success', sn: 'A1' })),
    ).toBeUndefined();
  });
});

describe('what is known about an unsettled sale', () => {
  const { t } = new Translation('id', id);

  it('is said in words, with how the answer got lost and why a webhook was quarantined', () => {
    const facts = factsOf(t, [
      event('sale.submitted'),
      event('sale.outcome_unknown', { data: { reason: 'HTTP 502', status: 502, faults: [] } }),
      event('webhook.quarantined', { data: { reason: 'bad_signature' } }),
      event('bill.rechecked', { data: { finding: 'bill_gone' } }),
      event('receipt.print_requested'),
    ]).map(({ text }) => text);
    expect(facts).toEqual([
      id.unresolved.fact.sent,
      'Ada balasan, tapi dengan HTTP 502',
      `Hasil provider tidak dipakai: ${id.quarantineReasons.bad_signature}`,
      id.unresolved.fact.evidence.bill_gone,
    ]);
  });

  it('leaves no hole open, whatever happened, even with facts of another version', () => {
    for (const type of SaleEventType.options) {
      for (const { text } of factsOf(t, [event(type, { data: { reason: 7, status: 'x', finding: 'y' } })])) {
        expect(text, type).not.toMatch(/\{\{|unsettled\./);
      }
    }
  });

  it('says whether an answer and a webhook came at all', () => {
    expect(reportsReceived([event('sale.submitted'), event('sale.outcome_unknown')])).toEqual({
      answer: false,
      webhook: false,
    });
    expect(reportsReceived([answer({}), webhook({})])).toEqual({ answer: true, webhook: true });
  });

  it.each([
    [{ reason: 'answer_timeout', status: null }, 'timeout'],
    [{ reason: 'ECONNRESET', status: null }, 'cut'],
    [{ reason: 'HTTP 502', status: 502 }, 'http'],
    [{ reason: 'no whole answer in time', status: null }, 'timeout'],
    [{ reason: 'the answer is not JSON', status: 200 }, 'unreadable'],
    [{ reason: 'the answer is no clear refusal', status: 200 }, 'unclear'],
    [{ reason: 'the answer is about another transaction', status: 200 }, 'other'],
    [{}, 'cut'],
  ])('names how the answer got lost: %o', (data, reason) => {
    expect(lostHow(data)).toBe(reason);
  });

  it('promises nothing by itself for a bill, and nothing to wait for in a dispute', () => {
    expect(nextSteps({ kind: 'prepaid', state: 'unknown' })[0]).toBe('doOrder');
    expect(nextSteps({ kind: 'postpaid', state: 'unknown' })).toEqual(['doBill']);
    expect(nextSteps({ kind: 'prepaid', state: 'disputed' })).toEqual(['doDisputed']);
  });
});

const sentAt = '2026-03-02T03:00:00.000Z';
const now = Date.parse(sentAt);

describe('what may be done with a sale', () => {
  it('offers to record the outcome of what nothing else can settle', () => {
    expect(allowedActions(fakeSale({ state: 'unknown' }), now, 10).resolve).toBe(true);
    expect(allowedActions(fakeSale({ state: 'disputed' }), now, 10).resolve).toBe(true);
    expect(allowedActions(fakeSale({ state: 'success', sn: null }), now, 10).resolve).toBe(true);
    expect(allowedActions(fakeSale({ state: 'success' }), now, 10).resolve).toBe(false);
    expect(allowedActions(fakeSale({ state: 'pending', sentAt }), now, 10).resolve).toBe(false);
  });

  it('neither repeats nor prints a line of a batch that waits to be sent', () => {
    const payments = [{ method: 'cash' as const, amount: 12_000, reference: null, customerId: null }];
    const line = fakeSale({ state: 'unsent', flags: ['batch_line'], payments, total: 12_000 });
    const waiting = { ...line, sentAt: null };
    expect(allowedActions(waiting, now, 10)).toMatchObject({ repeat: false, print: false, returnCash: true });
    const returned = { ...waiting, cashReturnedAt: sentAt };
    expect(allowedActions(returned, now, 10)).toMatchObject({ repeat: true, print: true });
  });

  it('leaves to the counter what an office cannot do, and prints a copy there', () => {
    for (const sale of [
      fakeSale({ state: 'unknown' }),
      fakeSale({ state: 'success' }),
      fakeSale({ state: 'failed' }),
    ]) {
      const there = { resolve: false, correct: false, returnCash: false, repeat: false };
      expect(allowedActions(sale, now, 10, false)).toMatchObject({ ...there, print: true });
    }
  });

  it('never offers to repeat what is not settled', () => {
    for (const state of ['sending', 'pending', 'unknown', 'disputed'] as const) {
      expect(allowedActions(fakeSale({ state, sentAt }), now, 10).repeat).toBe(false);
    }
  });
});
