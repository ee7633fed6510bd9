import { expect, it } from 'vitest';
import { hasUnreadPeriod, periodIn } from '../../../../src/main/files/reconciliation/statement-period.ts';

const rowsOf = (text: string): string[][] => text.split('\n').map((row) => row.split(';'));
const november = { from: '2026-11-01', to: '2026-11-30' };

it.each([
  ['in one cell', 'Periode : 01/11/2026 - 30/11/2026'],
  ['in two cells', 'Periode;01/11/2026;30/11/2026'],
  ['in two rows', 'Periode;01/11/2026\ns/d;30/11/2026\nDicetak;05/12/2026'],
  ['in two rows, the second without a word', 'Periode:;01-11-2026\n;30-11-2026'],
  ['in two rows of one cell', 'Dari tanggal: 1 November 2026\nSampai tanggal: 30 November 2026'],
  ['in two rows, in English', 'Start Date;2026-11-01\nEnd Date;2026-11-30'],
  ['below two headings', 'Tanggal Awal;Tanggal Akhir\n01/11/2026;30/11/2026'],
  ['with times', 'Periode: 01/11/2026 00:00:00 s/d 30/11/2026 23:59:59'],
  ['beside the day of printing', 'Dicetak: 05/12/2026;Periode;01/11/2026 - 30/11/2026'],
  ['before the day of printing', 'Periode;01/11/2026 - 30/11/2026;Dicetak: 05/12/2026'],
  ['below the day of printing', 'Dicetak 05/12/2026 - 06/12/2026\nPeriode 01/11/2026 - 30/11/2026'],
  ['as days of a named month', '1 s/d 30 November 2026'],
  ['as days of a short month', 'Periode : 01 - 30 Nov 2026'],
  ['as days of two months', 'Periode 1 Nov s.d. 30 Nov 2026'],
  ['as days without a year', 'Periode 01/11 - 30/11/2026'],
  ['with years of two digits', 'Periode: 01/11/26 - 30/11/26'],
  ['with dashes around the month', 'Periode: 01-Nov-2026 to 30-Nov-2026'],
  ['without signs', 'Periode 20261101 - 20261130'],
  ['in American words', 'Statement period: November 1 - November 30, 2026'],
  ['in short American words', 'Statement period: Nov 1 - 30, 2026'],
  ['as a month', 'Periode November 2026'],
  ['as a month behind a colon', 'Bulan: November 2026'],
  ['as a month of its own cell', 'Bulan;Nopember 2026'],
  ['as a short month alone', 'Nov 2026'],
  ['as a month in capitals', 'LAPORAN TRANSAKSI BULAN NOVEMBER 2026'],
  ['as a month with a short year', 'Periode: Nov-26'],
  ['as the number of a month', 'Periode: 11/2026'],
  ['as the number of a month behind its year', 'Periode;2026-11'],
  ['as digits', 'Periode: 202611'],
  ['as a month and a year of their own', 'Bulan;November\nTahun;2026'],
])('a period is read %s', (_how, text) => {
  const rows = rowsOf(text);
  expect(periodIn(rows)).toEqual(november);
  expect(hasUnreadPeriod(rows)).toBe(false);
});

it.each([
  ['days of two months', 'Periode 28 Oktober s/d 5 November 2026', '2026-10-28', '2026-11-05'],
  ['days over New Year', 'Periode 20 Desember - 10 Januari 2027', '2026-12-20', '2027-01-10'],
  ['two months', 'Periode Oktober - November 2026', '2026-10-01', '2026-11-30'],
  ['two months of two years', 'Des 2026 s/d Jan 2027', '2026-12-01', '2027-01-31'],
  ['a leap year’s month', 'Bulan Pebruari 2028', '2028-02-01', '2028-02-29'],
  ['August, in its other letters', 'Periode: Agt 2026', '2026-08-01', '2026-08-31'],
  ['a day', 'Periode: 03/11/2026', '2026-11-03', '2026-11-03'],
])('a period of %s is read', (_what, text, from, to) => {
  expect(periodIn([[text]])).toEqual({ from, to });
});

it.each([
  'Dicetak 05/12/2026',
  'Tanggal cetak: 1 Desember 2026',
  'Jakarta, 1 Desember 2026',
  'Diunduh pada Desember 2026',
  'Jl. November 2026 No. 3',
  'Saldo Awal 01/11/2026',
  'Telepon 021-2026',
])('%s is no period', (text) => {
  expect(periodIn([[text]])).toBeNull();
  expect(hasUnreadPeriod([[text]])).toBe(false);
});

it.each([
  'Periode: Minggu ke-2',
  'Periode;November',
  'Periode: 31/11/2026 - 30/11/2026',
  'Dari tanggal;01/11/2026\nDicetak;05/12/2026',
  'Bulan : Q4',
])('a period that is named and cannot be read is known: %j', (text) => {
  const rows = rowsOf(text);
  expect(periodIn(rows)).toBeNull();
  expect(hasUnreadPeriod(rows)).toBe(true);
});

it('the order of its dates is that of the statement, unless they show it', () => {
  const december = { from: '2026-12-01', to: '2026-12-31' };
  expect(periodIn([['Period 12/01/2026 - 12/31/2026']])).toEqual(december);
  expect(periodIn([['Period 12/01/2026 - 12/03/2026']], 'month_first')).toEqual({ ...december, to: '2026-12-03' });
});

it('a period of everything is none', () => {
  for (const text of ['Periode: Semua', 'Period: All', 'Periode :', 'Periode -', 'Bulan'])
    expect(hasUnreadPeriod([[text]]), text).toBe(false);
});
