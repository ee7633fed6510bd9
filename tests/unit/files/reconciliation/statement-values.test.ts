import { expect, it } from 'vitest';
import {
  isRounded,
  needsOrder,
  orderOf,
  readAmount,
  readNumber,
  readStatus,
  readTime,
} from '../../../../src/main/files/reconciliation/statement-values.ts';

const zone = 'Asia/Jakarta';

it('amounts, times and statuses are read as shops and providers write them', () => {
  expect(['Rp 10.275', '10,275.00', '-10275', '10.275,5', '12', '', 'x'].map(readAmount)).toEqual([
    10_275,
    10_275,
    10_275,
    10_275,
    12,
    null,
    null,
  ]);
  expect(['10275.0000', '10275.000', '1.027.500', 'Rp. 50', '1E+05'].map(readAmount)).toEqual([
    10_275,
    10_275,
    1_027_500,
    50,
    null,
  ]);
  expect(['10.275,000', '10,275.000', '1.027.500,000', '275.000'].map(readAmount)).toEqual([
    10_275, 10_275, 1_027_500, 275_000,
  ]);
  expect(readTime('3/25/2026 1:05:00 PM', zone)?.at).toBe(Date.parse('2026-03-25T06:05:00Z'));
  for (const said of ['25 Mar 2026 13:05', '25-Maret-26 13.05']) {
    expect(readTime(said, zone)?.at).toBe(Date.parse('2026-03-25T06:05:00Z'));
  }
  expect(readTime('25 Foo 2026', zone)).toBeNull();
  expect(readTime('3/25/2026 12:05 AM', zone)?.at).toBe(Date.parse('2026-03-24T17:05:00Z'));
  expect(readTime('02/03/2026 08:01', zone)).toEqual({ at: Date.parse('2026-03-02T01:01:00Z'), wholeDay: false });
  expect(readTime('2026-03-02T01:01:00Z', zone)?.at).toBe(Date.parse('2026-03-02T01:01:00Z'));
  expect(readTime('03/25/2026', zone)).toEqual({ at: Date.parse('2026-03-25T05:00:00Z'), wholeDay: true });
  expect(readTime('99/99/2026', zone)).toBeNull();
  expect(['Unsuccessful', 'Tidak Berhasil', 'Belum Lunas', 'UNPAID'].map(readStatus)).toEqual([
    'failed',
    'failed',
    'open',
    'open',
  ]);
  expect(['SUKSES', 'Gagal', 'Refunded', 'On process', '00', 'Biaya'].map(readStatus)).toEqual([
    'success',
    'failed',
    'failed',
    'open',
    'success',
    null,
  ]);
});

it('a year of two digits and a spreadsheet’s serial number are times', () => {
  const at = Date.parse('2026-12-08T03:15:00Z');
  expect(readTime('08/12/26 10:15', zone)).toEqual({ at, wholeDay: false });
  expect(readTime('12/08/26 10:15', zone, 'month_first')).toEqual({ at, wholeDay: false });
  expect(readTime('26-12-08 10:15', zone, 'year_first')).toEqual({ at, wholeDay: false });
  expect(readTime('46364.4270833333', zone)).toEqual({ at, wholeDay: false });
  expect(readTime('46364,4270833333', zone)).toEqual({ at, wholeDay: false });
  expect(readTime('46364', zone)).toEqual({ at: Date.parse('2026-12-08T05:00:00Z'), wholeDay: true });
  expect(readTime('08/12/2026 10:15 +0800', zone)).toEqual({ at: at - 3_600_000, wholeDay: false });
  expect(['10275', '99999', '081234567890'].map((text) => readTime(text, zone))).toEqual([null, null, null]);
});

it('the order of a date shows where no other is one', () => {
  expect(['15/12/26', '12/25/26', '26/12/08', '08/12/26', '2026-12-08', '8 Des 26'].map(orderOf)).toEqual([
    'day_first',
    'month_first',
    'year_first',
    null,
    null,
    null,
  ]);
  expect(['08/12/2026', '08/08/2026', '2026-12-08'].map(needsOrder)).toEqual([true, false, false]);
});

it('a number that a spreadsheet rounded is none', () => {
  expect(['8.12E+11', '8,12E+11', '1.2e17'].map(isRounded)).toEqual([true, true, true]);
  expect(['8.12E+11', '+62 812-3456-7890', '-'].map(readNumber)).toEqual([null, '081234567890', null]);
});
