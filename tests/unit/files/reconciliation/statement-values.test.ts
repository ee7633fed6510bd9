import { expect, it } from 'vitest';
import { isRounded, isSameNumber, numberIn } from '../../../../src/main/files/reconciliation/statement-numbers.ts';
import {
  lacksYear,
  needsOrder,
  orderOf,
  readTime,
} from '../../../../src/main/files/reconciliation/statement-values.ts';

const zone = 'Asia/Jakarta';

it('times are read as shops and providers write them', () => {
  expect(readTime('3/25/2026 1:05:00 PM', zone)?.at).toBe(Date.parse('2026-03-25T06:05:00Z'));
  for (const text of ['25 Mar 2026 13:05', '25-Maret-26 13.05']) {
    expect(readTime(text, zone)?.at).toBe(Date.parse('2026-03-25T06:05:00Z'));
  }
  expect(readTime('25 Foo 2026', zone)).toBeNull();
  expect(readTime('3/25/2026 12:05 AM', zone)?.at).toBe(Date.parse('2026-03-24T17:05:00Z'));
  expect(readTime('02/03/2026 08:01', zone)).toEqual({ at: Date.parse('2026-03-02T01:01:00Z'), wholeDay: false });
  expect(readTime('2026-03-02T01:01:00Z', zone)?.at).toBe(Date.parse('2026-03-02T01:01:00Z'));
  expect(readTime('03/25/2026', zone)).toEqual({ at: Date.parse('2026-03-25T05:00:00Z'), wholeDay: true });
  expect(readTime('99/99/2026', zone)).toBeNull();
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

it('months have the short names that programs in Indonesia write', () => {
  const read = (text: string) => new Date(readTime(text, zone)?.at ?? Number.NaN).toISOString().slice(5, 10);
  expect(
    ['5 Peb 2026', '5 Agus 2026', '05-AGST-26', '5 Ags 2026', '5-Nop-2026 09:10', 'Nop 5, 2026'].map(read),
  ).toEqual(['02-05', '08-05', '08-05', '08-05', '11-05', '11-05']);
});

it('a time that names its zone is of that zone, in whichever the counter is', () => {
  const at = Date.parse('2026-11-05T06:30:00Z');
  for (const text of [
    '05/11/2026 13:30:00 WIB',
    '05/11/2026 14:30 WITA',
    '5 Nov 2026 15.30 wit',
    '2026-11-05 2:30 PM (WITA)',
    '2026-11-05 14:30:00 GMT+8',
    '2026-11-05T06:30:00 UTC',
    'Thu, 05 Nov 2026 06:30:00 GMT',
    'Thu Nov 05 2026 13:30:00 GMT+0700 (Western Indonesia Time)',
  ]) {
    for (const here of ['Asia/Jakarta', 'Asia/Makassar']) {
      expect(readTime(text, here), `${text} in ${here}`).toEqual({ at, wholeDay: false });
    }
  }
  expect(readTime('05/11/2026 WITA', zone)?.wholeDay).toBe(true);
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
  expect(['8.12E+11', '+62 812-3456-7890', '-'].map(numberIn)).toEqual([null, '081234567890', null]);
});

it('a number is found within a remark, where it is the only one', () => {
  expect(
    ['S10.081200000001', 'KR 6281200000001 SUKSES', 'PLN20.53000000001.hp', '081200000001 ke 081200000002'].map(
      (text) => numberIn(text),
    ),
  ).toEqual(['081200000001', '081200000001', '53000000001', null]);
  expect(['Auto Deposit BCA', 'Saldo Awal', '500,925.00 DB'].map(numberIn)).toEqual([null, null, null]);
});

it('dates are read with a weekday, the month first, without signs, and without a year in their period', () => {
  const at = Date.parse('2026-11-03T02:12:00Z');
  for (const text of [
    'Selasa, 03 November 2026 09:12',
    'Selasa,03/11/2026 09:12',
    'Tue, 3 Nov 2026 09:12',
    '03NOV26 09:12',
    '03/11/2026-09:12',
    'Nov 3, 2026 9:12 AM',
    '20261103091200',
  ]) {
    expect(readTime(text, zone)?.at, text).toBe(at);
  }
  for (const sunday of ['Minggu, 8 November 2026', 'Ahad, 08/11/2026']) {
    expect(readTime(sunday, zone), sunday).toEqual({ at: Date.parse('2026-11-08T05:00:00Z'), wholeDay: true });
  }
  expect(readTime('Jum`at, 6 Nov 2026', zone)?.wholeDay).toBe(true);
  expect(readTime('20261103', zone)?.wholeDay).toBe(true);
  const period = { from: '2026-12-20', to: '2027-01-10' };
  const noon = (day: string) => Date.parse(`${day}T05:00:00Z`);
  expect(['31/12', '02/01', '15/11'].map((day) => readTime(day, zone, 'day_first', period)?.at ?? null)).toEqual([
    noon('2026-12-31'),
    noon('2027-01-02'),
    null,
  ]);
  expect(readTime('31/12', zone)).toBeNull();
});

it('a weekday hides neither the order of a date nor that it is open', () => {
  expect(['Fri 11/13/2026', 'Jumat, 13/11/2026', 'Tue 11/03/2026'].map(orderOf)).toEqual([
    'month_first',
    'day_first',
    null,
  ]);
  expect(['Tue 11/03/2026', 'Jumat, 13/11/2026'].map(needsOrder)).toEqual([true, false]);
});

it('the hour behind a date without a year is not its year', () => {
  const period = { from: '2026-11-01', to: '2026-11-30' };
  const at = (wall: string) => ({ at: Date.parse(`2026-11-03T${wall}:00+07:00`), wholeDay: false });
  for (const text of [
    '3 Nov 21:11',
    '03-Nov-21:11',
    'Nov 3 21:11',
    '3 November, 21.11',
    '03/11 21:11',
    '03/11-21.11',
  ]) {
    expect(readTime(text, zone)).toBeNull();
    expect(lacksYear(text)).toBe(true);
    expect(readTime(text, zone, 'day_first', period)).toEqual(at('21:11'));
  }
  for (const text of ['3 Nov 26 21:11', '3-Nov-2026 21:11', '03/11/26 21:11', '03.11.26 21.11'])
    expect(readTime(text, zone)).toEqual(at('21:11'));
  expect(lacksYear('3 Nop 2026')).toBe(false);
});

it('a masked number is compared by the digits that it shows at its ends', () => {
  const same = (written: string) => isSameNumber(written, numberIn(written), '081200000001');
  for (const written of ['0812****0001', '0812xxxx0001', '62812•••0001', '0812-****-0001', '****0001', '0812....0001'])
    expect(same(written), written).toBe(true);
  for (const written of ['0899xxxx9999', '********9999', '0812****0002', '0813*******', '08120000****00000001'])
    expect(same(written), written).toBe(false);
  for (const written of ['0812********', '************', '**01', 'ABC99', 'S10.0812****0001'])
    expect(same(written), written).toBeNull();
});
