import { expect, it } from 'vitest';
import { mappedColumns } from '../../../src/main/files/reconciliation-api.ts';

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
  });
});
