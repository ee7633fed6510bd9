import { expect, it } from 'vitest';
import { mappedColumns } from '../../../src/main/files/reconciliation-api.ts';
import { StatementColumns } from '../../../src/shared/contract/files.ts';

const named = (...columns: string[]) => ({ columns, named: true, sample: [] });

it('neither the customer’s id nor the shop’s reference is taken for the id of the transaction', () => {
  expect(mappedColumns(named('ID Pelanggan', 'Ref ID', 'Harga'), null)).toMatchObject({
    transactionId: null,
    customerNo: 'ID Pelanggan',
    amount: 'Harga',
  });
  expect(mappedColumns(named('Ref ID', 'Trx ID', 'Tujuan'), null)).toMatchObject({ transactionId: 'Trx ID' });
  expect(mappedColumns(named('Nomor Transaksi', 'No. HP', 'Saldo', 'Nominal'), null)).toMatchObject({
    transactionId: 'Nomor Transaksi',
    customerNo: 'No. HP',
    amount: 'Nominal',
  });
});

it('columns without names are known by their values, except for the id', () => {
  const sample = [
    ['81726354', '08/12/2026 10:15', '081200000001', '10.275', 'Sukses'],
    ['81726355', '08/12/2026 10:16', '081200000002', '10.275', 'Gagal'],
  ];
  expect(mappedColumns({ columns: ['A', 'B', 'C', 'D', 'E'], named: false, sample }, null)).toEqual({
    transactionId: null,
    customerNo: 'C',
    amount: 'D',
    status: 'E',
    time: 'B',
    timeOfDay: null,
  });
});

it.each([
  ['Tanggal', 'Jam', ['08/12/2026', '10:15']],
  ['Date', 'Time', ['2026-12-08', '10:15:00']],
])('a date and a time of day apart are recognised by their values: %s, %s', (date, clock, values) => {
  const id = ['81726354'];
  const look = (columns: string[], sample: string[][]) => mappedColumns({ columns, named: true, sample }, null);
  const found = { transactionId: 'ID', time: date, timeOfDay: clock };
  expect(look(['ID', date, clock], [[...id, ...values]])).toMatchObject(found);
  expect(look(['ID', clock, date], [[...id, ...values.toReversed()]])).toMatchObject(found);
  // One that says both needs no other.
  expect(look(['ID', 'Waktu', 'Jam Buka'], [[...id, '08/12/2026 10:15', '']])).toMatchObject({
    time: 'Waktu',
    timeOfDay: null,
  });
});

it('a running balance is no amount, and a mapping remembered before times could be apart still counts', () => {
  expect(mappedColumns(named('ID', 'Saldo', 'Total Saldo', 'Debet'), null)).toMatchObject({ amount: 'Debet' });
  const before = { transactionId: 'ID', customerNo: null, amount: null, status: null, time: 'Tanggal' };
  expect(StatementColumns.parse(before)).toEqual({ ...before, timeOfDay: null });
});
