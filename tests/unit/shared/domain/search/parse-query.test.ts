import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../../../src/shared/domain/search/parse-query.ts';
import { leavesOf } from '../../../../../src/shared/domain/search/query-terms.ts';
import { vector } from '../../../../support/contract-samples.ts';

const friday = '2026-11-20';
const termsOf = (text: string, today: string | null = friday) =>
  parseQuery(text, today).terms.map(({ words: _words, ...rest }) => rest);
const days = (from: string, to = from) => ({ as: 'days', from, to });
const amount = (amount: number) => ({ as: 'amount', amount });
const states = (...states: string[]) => ({ as: 'states', states });

describe('what the search box understands', () => {
  it.each([
    ['hari ini', days('2026-11-20')],
    ['today', days('2026-11-20')],
    ['Kemarin', days('2026-11-19')],
    ['yesterday', days('2026-11-19')],
    ['kemarin lusa', days('2026-11-18')],
    ['2 hari lalu', days('2026-11-18')],
    ['3 hari yang lalu', days('2026-11-17')],
    ['2 days ago', days('2026-11-18')],
    ['selasa', days('2026-11-17')],
    ['selasa lalu', days('2026-11-17')],
    ['last tuesday', days('2026-11-17')],
    ['jumat', days('2026-11-20')],
    ["jum'at lalu", days('2026-11-13')],
    ['last friday', days('2026-11-13')],
    ['minggu lalu', days('2026-11-09', '2026-11-15')],
    ['this week', days('2026-11-16', '2026-11-22')],
    ['minggu', days('2026-11-15')],
    ['bulan lalu', days('2026-10-01', '2026-10-31')],
    ['5/3', days('2026-03-05')],
    ['25/12', days('2025-12-25')],
    ['5-3-2025', days('2025-03-05')],
    ['5/3/25', days('2025-03-05')],
    ['2026-03-05', days('2026-03-05')],
    ['5 maret', days('2026-03-05')],
    ['march 5', days('2026-03-05')],
    ['5 mar 2025', days('2025-03-05')],
    ['maret', days('2026-03-01', '2026-03-31')],
    ['desember', days('2025-12-01', '2025-12-31')],
    ['feb 2024', days('2024-02-01', '2024-02-29')],
    ['hari Selasa', days('2026-11-17')],
    ['hari minggu kemarin', days('2026-11-15')],
    ['selasa yang lalu', days('2026-11-17')],
    ['dua hari yang lalu', days('2026-11-18')],
    ['tadi pagi', days('2026-11-20')],
    ['kemarin sore', days('2026-11-19')],
    ['selasa malam', days('2026-11-17')],
    ['tadi malam', days('2026-11-19', '2026-11-20')],
    ['tgl 5 maret', days('2026-03-05')],
    ['tanggal 25', days('2026-10-25')],
    ['bulan maret', days('2026-03-01', '2026-03-31')],
  ])('%s is a day or days', (text, expected) => {
    expect(termsOf(text)).toEqual([expected]);
  });

  it('knows no day that the calendar does not have', () => {
    for (const text of ['31/2', '30-2-2026', '0/5', '5/13', 'tgl 32', 'hari susanto', 'bulan 5', '32 maret 2026']) {
      expect([text, termsOf(text).filter(({ as }) => as === 'days')]).toEqual([
        text,
        text.endsWith('maret 2026') ? [days('2026-03-01', '2026-03-31')] : [],
      ]);
    }
  });

  it('goes back over the turn of a year', () => {
    expect(termsOf('kemarin', '2026-01-01')).toEqual([days('2025-12-31')]);
    expect(termsOf('bulan lalu', '2026-01-15')).toEqual([days('2025-12-01', '2025-12-31')]);
    expect(termsOf('last week', '2026-01-01')).toEqual([days('2025-12-22', '2025-12-28')]);
  });

  it.each([
    ['20rb', 20_000],
    ['20 ribu', 20_000],
    ['20k', 20_000],
    ['20.000', 20_000],
    ['20,000', 20_000],
    ['Rp20.000', 20_000],
    ['Rp 20.000', 20_000],
    ['rp.20000,-', 20_000],
    ['20.000,=', 20_000],
    ['1,5jt', 1_500_000],
    ['1.5 juta', 1_500_000],
    ['12500', 12_500],
    ['Rp12345', 12_345],
    ['Rp20.000,00', 20_000],
  ])('%s is an amount', (text, expected) => {
    expect(termsOf(text)).toEqual([amount(expected)]);
  });

  it('takes no part of a number for an amount', () => {
    for (const text of ['0812', '12345', '081234567890', '1234-5678', '20', '012.000', '1,2,3']) {
      expect([text, termsOf(text).filter(({ as }) => as === 'amount')]).toEqual([text, []]);
    }
  });

  it.each([
    ['gagal', states('failed', 'unsent')],
    ['FAILED', states('failed', 'unsent')],
    ['sukses', states('success')],
    ['pending', states('pending', 'sending')],
    ['belum pasti', states('unknown')],
    ['not certain', states('unknown')],
    ['tidak terkirim', states('unsent')],
    ['belum selesai', states('sending', 'pending', 'unknown', 'disputed')],
    ['tagihan', { as: 'kind', kind: 'postpaid' }],
    ['prepaid', { as: 'kind', kind: 'prepaid' }],
    ['kasir sari', { as: 'cashier', name: 'sari' }],
    ['cashier pak dedi', { as: 'cashier', name: 'pak dedi' }],
    ['air', { as: 'product', names: ['pdam'] }],
  ])('%s is a state or a kind', (text, expected) => {
    expect(termsOf(text)).toEqual([expected]);
  });

  it('reads several together, in any order, and keeps the words', () => {
    expect(parseQuery('0812 Gagal  kemarin', friday).terms).toEqual([
      { as: 'states', words: 'Gagal', states: ['failed', 'unsent'] },
      { as: 'days', words: 'kemarin', from: '2026-11-19', to: '2026-11-19' },
    ]);
    expect(termsOf('20rb pln')).toEqual([amount(20_000), { as: 'product', names: ['pln', 'listrik'] }]);
    expect(termsOf('selasa lalu token 50 rb')).toMatchObject([days('2026-11-17'), { as: 'product' }, amount(50_000)]);
    expect(termsOf('081234567890 20 rb')).toEqual([amount(20_000)]);
  });

  it('joins a number that is typed in groups, and dials it as the country does', () => {
    for (const text of ['0812 3456 7890', '+62 812-3456-7890', '+62812 34567890']) {
      expect(termsOf(text)).toEqual([{ as: 'number', number: '081234567890' }]);
    }
    const texts = leavesOf(parseQuery('6281 2345', friday).condition);
    expect(texts).toContainEqual({ is: 'text', text: '0812345' });
  });

  it('looks for what it understood as text too', () => {
    for (const text of ['gagal', 'kemarin', '20rb', 'pln', 'maret']) {
      expect(leavesOf(parseQuery(text, friday).condition)).toContainEqual({ is: 'text', text });
    }
  });

  it('understands no days where nobody says which day it is', () => {
    expect(termsOf('kemarin', null)).toEqual([]);
  });

  it('reads the receipt out of a scanned proof', () => {
    const { receiptNo, terms } = parseQuery(`https://x.invalid/#${vector('proof')}`, friday);
    expect(receiptNo).toMatch(/^[0-9A-Z]+-\d{6,}$/);
    expect(terms).toMatchObject([{ as: 'proof', receiptNo }]);
  });

  it('is not led astray by names of its own insides', () => {
    for (const text of ['constructor', '__proto__', 'toString', 'last constructor', '3 __proto__']) {
      expect(termsOf(text)).toEqual([]);
    }
  });
});
