import { describe, expect, it } from 'vitest';
import { curriculum } from '../../../../../src/renderer/features/drills/curriculum.ts';
import {
  begin,
  isFinished,
  look,
  type Run,
  type Scenario,
  type Snapshot,
} from '../../../../../src/renderer/features/drills/drill.ts';
import { freshPart } from '../../../../../src/renderer/features/drills/drill-runner.ts';
import idDrills from '../../../../../src/renderer/i18n/id/drills.json';
import { type DrillName, drillNames } from '../../../../../src/shared/contract/drills.ts';
import type { PrintJob } from '../../../../../src/shared/domain/print-job.ts';
import type { Transaction } from '../../../../../src/shared/domain/transaction.ts';
import { fakeSale } from '../../../../support/fake-sales.ts';

const nothing: Snapshot = { sales: [], prints: [], answers: [], open: null };
const next = { productCode: 'TSEL5', customerNo: '081234567890' };

const castOf = (name: DrillName): Scenario => {
  const { customerNo, codes } = curriculum[name].subject;
  return { subject: { customerNo, productCode: codes[0] ?? '' }, next };
};

/** A sale of the subject's, or of somebody else's made after it. */
const sold = (of: DrillName | 'another', change: Partial<Transaction> = {}): Transaction =>
  fakeSale({
    id: of,
    customerNo: of === 'another' ? '081200001111' : curriculum[of].subject.customerNo,
    createdAt: of === 'another' ? '2026-03-02T03:05:00.000Z' : '2026-03-02T03:04:00.000Z',
    sentAt: '2026-03-02T03:04:01.000Z',
    flags: [],
    cashReturnedAt: null,
    ...change,
  });

const slip = (change: Partial<PrintJob>): PrintJob => ({
  id: 'one',
  kind: 'receipt',
  saleId: 'paperOut',
  receiptNo: null,
  printer: 'practice-printer',
  copy: 1,
  state: 'unknown',
  reason: 'paper_out',
  askedBy: 'cashier',
  again: null,
  decided: null,
  createdAt: '2026-03-02T03:05:00.000Z',
  updatedAt: '2026-03-02T03:05:00.000Z',
  ...change,
});

/** What became of a run after each of these looks. */
function after(name: DrillName, ...sights: Partial<Snapshot>[]): Run {
  const started = begin(curriculum[name], castOf(name));
  return sights.reduce((run, snapshot) => look(run, curriculum[name], { ...nothing, ...snapshot }), started);
}

describe('a drill', () => {
  it('passes no step by itself: where nothing is seen, the same run stays', () => {
    for (const name of drillNames) {
      const run = begin(curriculum[name], castOf(name));
      expect(look(run, curriculum[name], nothing)).toBe(run);
    }
  });

  it('of the lost answer goes through where the next customer is served and the sale is found', () => {
    const unknown = sold('lostOrder', { state: 'unknown' });
    const success = sold('lostOrder', { state: 'success' });
    const another = sold('another');
    const run = after(
      'lostOrder',
      { sales: [unknown] },
      { sales: [unknown, another] },
      { sales: [success, another] },
      { sales: [success, another], open: 'lostOrder' },
    );
    expect(isFinished(run, curriculum.lostOrder)).toBe(true);
    expect(run.wrong).toEqual([]);
  });

  it('of the lost answer waits at each step for the very thing: another sale open is not the sale found', () => {
    const unknown = sold('lostOrder', { state: 'unknown' });
    expect(after('lostOrder', { sales: [unknown] }).at).toBe(1);
    expect(after('lostOrder', { sales: [unknown], open: 'lostOrder' }).at).toBe(1);
    const success = sold('lostOrder', { state: 'success' });
    const served = after('lostOrder', { sales: [unknown, sold('another')] }, { sales: [success, sold('another')] });
    expect(served.at).toBe(3);
    expect(look(served, curriculum.lostOrder, { ...nothing, sales: [success], open: 'another' }).at).toBe(3);
  });

  it('notices pressing again, handing back and writing down while a sale is unknown, each once', () => {
    const sales = [sold('lostOrder', { state: 'unknown' })];
    const answers: Snapshot['answers'] = [
      { name: 'order', code: 'in_flight' },
      { name: 'order', code: 'in_flight' },
      { name: 'transactions.cashReturned', code: 'not_allowed' },
    ];
    const run = after('lostOrder', { sales }, { sales, answers }, { sales, answers });
    expect(run.wrong).toEqual(['pressedAgain', 'cashGivenBack']);
    expect(run.feedback).toEqual({ wrong: 'cashGivenBack' });
    const guessed = [sold('lostOrder', { state: 'failed', flags: ['resolved_by_hand'] })];
    expect(look(run, curriculum.lostOrder, { ...nothing, sales: guessed }).wrong).toContain('recordedBlind');
  });

  it('of the failed sale ends with the cash written down, and notices who was served before', () => {
    const failed = sold('failedSale', { state: 'failed' });
    const returned = { ...failed, cashReturnedAt: '2026-03-02T03:06:00.000Z' };
    expect(isFinished(after('failedSale', { sales: [failed] }, { sales: [returned] }), curriculum.failedSale)).toBe(
      true,
    );
    expect(after('failedSale', { sales: [failed, sold('another')] }).wrong).toEqual(['servedBeforeReturning']);
  });

  it('of being asked twice ends with the first sale shown; the repeat would have cost', () => {
    const first = sold('askedTwice', { state: 'success' });
    const answers: Snapshot['answers'] = [{ name: 'order', code: 'duplicate' }];
    const run = after('askedTwice', { sales: [first], answers }, { sales: [first], open: 'askedTwice' });
    expect([isFinished(run, curriculum.askedTwice), run.wrong]).toEqual([true, []]);
    const repeat = { ...first, id: 'repeat' };
    expect(after('askedTwice', { sales: [first, repeat], answers }).wrong).toEqual(['allowedRepeat']);
  });

  it('of the lost bill wants evidence before the record, and notices one without', () => {
    const unknown = sold('lostBill', { state: 'unknown', kind: 'postpaid' });
    const recorded: Transaction = { ...unknown, state: 'success', flags: ['resolved_by_hand'] };
    const answers: Snapshot['answers'] = [{ name: 'transactions.evidence', code: null }];
    const careful = after(
      'lostBill',
      { sales: [unknown] },
      { sales: [unknown], answers },
      { sales: [recorded], answers },
    );
    expect([isFinished(careful, curriculum.lostBill), careful.wrong]).toEqual([true, []]);
    const failed: Transaction = { ...recorded, state: 'failed' };
    const blind = after('lostBill', { sales: [unknown] }, { sales: [failed] });
    expect([isFinished(blind, curriculum.lostBill), blind.wrong]).toEqual([true, ['noEvidence', 'recordedFailed']]);
  });

  it('of the paper ends when the copy is printed whole; half a slip taken for whole is noticed', () => {
    const sales = [sold('paperOut', { state: 'success' })];
    const copy = slip({ id: 'two', copy: 2, again: 'one', state: 'blocked' });
    const waiting = after('paperOut', { sales }, { sales, prints: [slip({})] }, { sales, prints: [slip({}), copy] });
    expect(waiting.at).toBe(3);
    const whole = { ...nothing, sales, prints: [slip({}), { ...copy, state: 'confirmed' as const }] };
    expect(isFinished(look(waiting, curriculum.paperOut, whole), curriculum.paperOut)).toBe(true);
    const taken = after('paperOut', { sales, prints: [slip({ decided: 'printed' })] });
    expect([taken.at, taken.wrong]).toEqual([2, ['saidPrinted']]);
  });

  it('takes a product that its number has not bought today, and the first where all were', () => {
    const today = [sold('lostOrder', { productCode: 'TSEL10' }), sold('another', { productCode: 'TSEL20' })];
    const { customerNo } = curriculum.lostOrder.subject;
    expect(freshPart(customerNo, ['TSEL10', 'TSEL20'], today).productCode).toBe('TSEL20');
    expect(freshPart(customerNo, ['TSEL10'], today).productCode).toBe('TSEL10');
  });
});

describe('the words of the drills', () => {
  it('speak of every step and every wrong move there is, and of no other', () => {
    const all = drillNames.map((name) => curriculum[name]);
    const steps = all.flatMap((drill) => drill.steps.map(({ name }) => name));
    const wrongs = new Set(all.flatMap((drill) => drill.wrongs.map(({ name }) => name)));
    expect(Object.keys(idDrills.drills.steps).toSorted()).toEqual(steps.toSorted());
    expect(Object.keys(idDrills.drills.wrongs).toSorted()).toEqual([...wrongs].toSorted());
  });
});
