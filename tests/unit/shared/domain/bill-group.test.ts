import { describe, expect, it, test } from 'vitest';
import {
  maxMembers,
  memberText,
  monthBefore,
  otherBills,
  paidLastMonth,
  readMembers,
  standingOf,
} from '../../../../src/shared/domain/bill-group.ts';
import { noBillReason } from '../../../../src/shared/domain/provider-answer.ts';
import type { Transaction } from '../../../../src/shared/domain/transaction.ts';
import { order } from '../../../support/stored-sales.ts';

const today = '2026-03-10';
const at = (day: string, time = '03:00:00') => `${day}T${time}.000Z`;
const sale = (n: number, changes: Partial<Transaction>): Transaction => {
  const day = changes.day ?? today;
  return { ...order(n, { kind: 'postpaid' }), createdAt: at(day), inquiredAt: at(day), day, sentAt: null, ...changes };
};
const standing = (
  sales: readonly Transaction[],
  refusal: { at: string; message: string | null } | null = null,
  isPayable = true,
) => standingOf({ sales, refusal }, { today, timeZone: 'Asia/Jakarta', isPayable: () => isPayable });

describe('how a member stands', () => {
  const due = sale(1, { state: 'inquired' });
  const paid = sale(2, { state: 'success', day: '2026-03-03', sentAt: at('2026-03-03') });

  it.each([
    ['nothing is known', [], 'unasked'],
    ['asked for today', [due], 'due'],
    ['asked for yesterday', [sale(1, { state: 'inquired', day: '2026-03-09' })], 'unasked'],
    ['paid this month', [paid], 'paid'],
    ['paid last month', [sale(2, { state: 'success', day: '2026-02-27' })], 'unasked'],
    ['paid this month, and out again', [paid, due], 'due'],
    ['its payment was sent, and nobody knows', [due, sale(3, { state: 'unknown', day: '2026-02-20' })], 'uncertain'],
    ['two sources disagree', [sale(3, { state: 'disputed' })], 'uncertain'],
    [
      'it waits in a batch',
      [sale(4, { state: 'inquired', flags: ['batch_line'], tendered: 152_500, total: 152_500 })],
      'queued',
    ],
    ['refused without a known reason', [sale(5, { state: 'failed', message: 'Nomor salah' })], 'failed'],
    ['refused as paid', [sale(5, { state: 'failed', message: 'Tagihan sudah lunas' })], 'already_paid'],
    ['refused as not out', [sale(5, { state: 'failed', message: 'TAGIHAN BELUM TERSEDIA' })], 'not_out'],
    ['refused as paid, and paid here', [paid, sale(5, { state: 'failed', message: 'Tagihan sudah lunas' })], 'paid'],
    ['paid here, and a later inquiry failed', [paid, sale(5, { state: 'failed', message: 'Gangguan' })], 'paid'],
    // A payment that failed is no word about the bill.
    ['its payment failed', [sale(5, { state: 'failed', message: 'Tagihan sudah lunas', sentAt: at(today) })], 'failed'],
    ['the money of its batch went back', [sale(6, { state: 'expired' })], 'expired'],
  ] as const)('%s', (_title, sales, state) => {
    expect(standing(sales).state).toBe(state);
  });

  it('is paid where it was inquired twice, and the earlier inquiry was paid after the later one', () => {
    const first = sale(7, { state: 'success', inquiredAt: at(today, '01:00:00'), sentAt: at(today, '04:00:00') });
    for (const state of ['inquired', 'expired'] as const) {
      expect(standing([sale(8, { state }), first])).toEqual({ state: 'paid', sale: first });
    }
    const later = sale(8, { state: 'inquired', inquiredAt: at(today, '05:00:00') });
    expect(standing([later, first]).state).toBe('due');
  });

  it('stays paid where a later inquiry is refused or not answered', () => {
    expect(standing([paid], { at: at(today), message: null })).toEqual({ state: 'paid', sale: paid });
  });

  it('is asked for again once the inquiry is too old', () => {
    expect(standing([due], null, false)).toEqual({ state: 'expired', sale: due });
  });

  it('follows a refusal that left no sale, until a later inquiry leaves one', () => {
    expect(standing([], { at: at(today, '04:00:00'), message: 'Tagihan belum terbit' })).toEqual({
      state: 'not_out',
      sale: null,
    });
    expect(standing([due], { at: at(today, '02:00:00'), message: 'Tagihan belum terbit' }).state).toBe('due');
    expect(standing([due], { at: at(today, '04:00:00'), message: null }).state).toBe('failed');
    expect(standing([], { at: at('2026-03-09'), message: 'Tagihan belum terbit' }).state).toBe('unasked');
  });
});

test('bills that were collected before stay beside those of a group, except its own members’ under any inquiry', () => {
  const bill = (n: number, customerNo: string, productCode = 'PLNPOST') =>
    sale(n, { state: 'inquired', customerNo, productCode });
  const [water, other] = [bill(2, '530000000001', 'PDAMJKT'), bill(3, '530000000002')];
  const members = [{ sale: bill(4, '530000000001') }, { sale: null }];
  expect(otherBills([bill(1, '5300 0000 0001', 'plnpost'), water, other], members)).toEqual([water, other]);
});

test('the month before has what was paid in it', () => {
  expect([monthBefore('2026-01-31'), monthBefore(today)]).toEqual(['2025-12', '2026-02']);
  const sales = [
    sale(1, { state: 'success', day: '2026-02-01', total: 100_000 }),
    sale(2, { state: 'success', day: '2026-02-28', total: 50_000 }),
    sale(3, { state: 'success', day: '2026-01-31', total: 7000 }),
    sale(4, { state: 'failed', day: '2026-02-02', total: 9000 }),
  ];
  expect(paidLastMonth(sales, today)).toBe(150_000);
  expect(paidLastMonth([], today)).toBeNull();
});

test.each<[string | null, ReturnType<typeof noBillReason>]>([
  ['Tagihan sudah lunas', 'paid'],
  ['TAGIHAN SUDAH DIBAYAR', 'paid'],
  ['Tagihan bulan ini sudah terbayar.', 'paid'],
  ['Bill already paid', 'paid'],
  ['Invoice has been paid', 'paid'],
  ['Tagihan lunas', 'paid'],
  ['Tagihan belum tersedia', 'not_out'],
  ['Terjadi Kesalahan: TAGIHAN BELUM TERSEDIA', 'not_out'],
  ['Tagihan bulan ini belum terbit', 'not_out'],
  ['Belum ada tagihan', 'not_out'],
  ['The bill is not yet available', 'not_out'],
  ['No bill yet', 'not_out'],
  // They name several reasons, or none of these: nothing is guessed.
  ['Tagihan tidak ditemukan atau sudah lunas', null],
  ['Tagihan belum tersedia atau sudah dibayar untuk periode ini.', null],
  ['Tagihan sudah lunas/belum tersedia', null],
  ['Tagihan tidak ditemukan, sudah lunas', null],
  ['Tagihan belum lunas', null],
  ['Tagihan dapat dibayar mulai tanggal 5', null],
  ['Tagihan harus dibayar di loket', null],
  ['Layanan belum tersedia', null],
  ['Transaksi sedang diproses', null],
  ['Nomor pelanggan salah', null],
  ['', null],
  [null, null],
])('why there is no bill: %s', (message, reason) => {
  expect(noBillReason(message)).toBe(reason);
});

describe('a typed or pasted list of members', () => {
  it('reads a line each, with semicolons or as a spreadsheet copies it, and says what is wrong with one', () => {
    const text = [
      'Bu Sri; PLNPOST; 5300 0000 0001; Pak RT',
      "Pak Budi\tPDAM\t'0012345678",
      '',
      'PLNPOST; 530000000002',
      'Bu Ani; PLN POST; 530000000003',
      'Bu Ani; PLNPOST; 5.3E+11',
      'Sri lagi; plnpost; 530000000001',
    ].join('\n');
    expect(
      readMembers(text).map(({ line, name, customerNo, payer, fault }) => [line, name, customerNo, payer, fault]),
    ).toEqual([
      [1, 'Bu Sri', '530000000001', 'Pak RT', null],
      [2, 'Pak Budi', '0012345678', '', null],
      [4, 'PLNPOST', '', '', 'number'],
      [5, 'Bu Ani', '530000000003', '', 'code'],
      [6, 'Bu Ani', '5.3E+11', '', 'number'],
      [7, 'Sri lagi', '530000000001', '', 'twice'],
    ]);
  });

  it('takes as many as a group holds', () => {
    const text = Array.from({ length: maxMembers + 1 }, (_, at) => `Nama; PLNPOST; ${530_000_000_000 + at}`).join('\n');
    expect(readMembers(text).filter(({ fault }) => fault !== null)).toMatchObject([
      { line: maxMembers + 1, fault: 'many' },
    ]);
  });

  it('is read at once where a whole spreadsheet was pasted', { timeout: 5000 }, () => {
    const text = Array.from({ length: 10_000 }, (_, at) => `Nama; PLNPOST; ${530_000_000_000 + at}`).join('\n');
    expect(readMembers(text).filter(({ fault }) => fault === 'many')).toHaveLength(10_000 - maxMembers);
  });

  it('comes back as it was written', () => {
    const member = { name: 'Bu Sri; RT 5', productCode: 'PLNPOST', customerNo: '530000000001', payer: '' };
    expect(memberText(member)).toBe('Bu Sri, RT 5; PLNPOST; 530000000001');
    expect(readMembers(memberText(member))).toMatchObject([{ ...member, name: 'Bu Sri, RT 5', fault: null }]);
  });
});
