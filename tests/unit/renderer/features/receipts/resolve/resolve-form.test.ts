import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  faultyFields,
  type ResolveValues,
  resolveForm,
  resolveInput,
} from '../../../../../../src/renderer/features/receipts/resolve/resolve-form.ts';
import { registry } from '../../../../../../src/shared/contract/registry.ts';

const needs = { pin: true, secondPin: false, onlySn: false };
const success: ResolveValues = {
  outcome: 'success',
  sn: ' 0312 ',
  source: 'dashboard',
  reason: 'tertulis sukses 14.05',
  pin: '1234',
  secondPin: '',
  number: '',
  amount: null,
};
const failed: ResolveValues = { ...success, outcome: 'failed', sn: '', number: '081234567890', amount: 12_000 };
const takes = (form: z.input<ReturnType<typeof resolveForm>>, more: Partial<typeof needs> = {}): boolean =>
  resolveForm({ ...needs, ...more }).safeParse(form).success;

describe('recording an outcome by hand', () => {
  it('takes a success with a source, a reason and the PIN, with or without an sn', () => {
    expect(takes(success)).toBe(true);
    expect(takes({ ...success, sn: '' })).toBe(true);
    expect(takes({ ...success, reason: ' a ' })).toBe(false);
    expect(takes({ ...success, pin: '' })).toBe(false);
    expect(takes({ ...success, pin: '' }, { pin: false })).toBe(true);
  });

  it('takes no outcome and no source that nobody chose', () => {
    expect(takes({ ...success, outcome: null })).toBe(false);
    expect(takes({ ...success, source: null })).toBe(false);
  });

  it('needs the sn where the sn is all that is missing', () => {
    expect(takes({ ...success, sn: '' }, { onlySn: true })).toBe(false);
    expect(takes(success, { onlySn: true })).toBe(true);
  });

  it('takes a failure only with the number and the amount read back', () => {
    expect(takes(failed)).toBe(true);
    expect(takes({ ...failed, number: '' })).toBe(false);
    expect(takes({ ...failed, amount: null })).toBe(false);
    expect(takes({ ...failed, amount: 0 })).toBe(true);
  });

  it('asks the second person of a failure only', () => {
    expect(takes(failed, { secondPin: true })).toBe(false);
    expect(takes({ ...failed, secondPin: '4321' }, { secondPin: true })).toBe(true);
    expect(takes(success, { secondPin: true })).toBe(true);
  });

  it('hands main what was read back, the second PIN and the source, and nothing of it for a success', () => {
    const sale = { id: '0195f0aa-0000-7000-8000-000000000001' };
    expect(resolveInput(sale, { ...failed, secondPin: '4321', number: '0812 3456 7890' }, 'Dasbor')).toEqual({
      id: sale.id,
      outcome: 'failed',
      note: 'Dasbor: tertulis sukses 14.05',
      pin: '1234',
      secondPin: '4321',
      readBack: { customerNo: '081234567890', amount: 12_000 },
    });
    const input = resolveInput(sale, { ...success, secondPin: '4321', number: '0812', amount: 1 }, 'Dasbor');
    expect(input).not.toHaveProperty('readBack');
    expect(input).not.toHaveProperty('secondPin');
    expect(registry['transactions.resolve'].input.safeParse(input).success).toBe(true);
  });

  it.each([
    ['read_back_differs', ['number', 'amount']],
    ['wrong_pin', ['pin']],
    ['locked', ['pin']],
    ['second_wrong_pin', ['secondPin']],
    ['second_locked', ['secondPin']],
    ['sn_needed', ['sn']],
    ['settled', []],
  ])('marks the fields that %s is about', (reason, fields) => {
    expect(faultyFields({ code: 'not_allowed', message: '', reason })).toEqual(fields);
  });
});
