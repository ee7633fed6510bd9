import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { proposeStatement } from '../../../../src/main/files/reconciliation/statement-mapping.ts';
import { temporaryFolder } from '../../../support/database-files.ts';

async function proposed(...rows: string[]) {
  const path = join(temporaryFolder(), 'statement.csv');
  writeFileSync(path, `${rows.join('\n')}\n`);
  return proposeStatement(path, null, [], 'Asia/Jakarta');
}
const columnsOf = async (...rows: string[]) => (await proposed(...rows)).mapping.columns;

it('neither the customer’s id nor the shop’s reference is taken for the id of the transaction', async () => {
  expect(await columnsOf('ID Pelanggan;Ref ID;Harga', '081200000001;R1;10.275')).toMatchObject({
    transactionId: null,
    customerNo: 'ID Pelanggan',
    amount: 'Harga',
  });
  expect(await columnsOf('Ref ID;Trx ID;Tujuan', 'R1;T1;081200000001')).toMatchObject({ transactionId: 'Trx ID' });
  expect(await columnsOf('ref_id;customer_id;price;tr_id', 'R1;081200000001;10275;99')).toMatchObject({
    transactionId: 'tr_id',
    customerNo: 'customer_id',
  });
});

it('the best heading wins, not the first', async () => {
  const line = ';081200000001;10.000;10.275;100.000;Sukses;03/11/2026 10:15';
  expect(await columnsOf('ID;Tujuan;Nominal;Harga;Saldo;Status;Tanggal', `T1${line}`)).toMatchObject({
    amount: 'Harga',
  });
  expect(
    await columnsOf(
      'Settlement Date;Transaction Date;Transaction Time;Settlement Status;Transaction Status;TXN ID;Total Frequency;Total Amount',
      '05/11/2026;03/11/2026;10:15:00;Paid;Success;T1;1;10.275',
    ),
  ).toMatchObject({
    time: 'Transaction Date',
    timeOfDay: 'Transaction Time',
    status: 'Transaction Status',
    transactionId: 'TXN ID',
    amount: 'Total Amount',
  });
});

it('a column of row numbers is no id, and credit before debit no amount', async () => {
  expect(
    await columnsOf(
      'ID;PostDate;Remarks;Credit Amount;Debit Amount;Close Balance',
      '1;03/11/2026;X;0.00;500,925.00;1.00',
      '2;03/11/2026;Y;0.00;10,275.00;1.00',
    ),
  ).toMatchObject({ transactionId: null, amount: 'Debit Amount', refund: 'Credit Amount' });
  expect(
    await columnsOf(
      'No;Tanggal;Keterangan;Dana Masuk (IDR);Dana Keluar (IDR);Saldo (IDR)',
      '1;03 Nov 2026;S10.081200000001;0,00;10.275,00;5.000,00',
    ),
  ).toMatchObject({
    amount: 'Dana Keluar (IDR)',
    refund: 'Dana Masuk (IDR)',
    customerNo: 'Keterangan',
  });
  expect(
    await columnsOf(
      'TrxId, Tanggal, Trx Time, D/K, Mutasi, Saldo, Keterangan',
      'T1,03/11/2026,10:15:00,D,10.275,5.000,S10.081200000001',
    ),
  ).toMatchObject({
    transactionId: 'TrxId',
    direction: 'D/K',
    amount: 'Mutasi',
    time: 'Tanggal',
    timeOfDay: 'Trx Time',
  });
});

it('columns without names are known by their values, except for the id', async () => {
  const { mapping } = await proposed(
    '81726354;08/12/2026 10:15;081200000001;10.275;Sukses',
    '81726355;08/12/2026 10:16;081200000002;10.275;Gagal',
  );
  expect(mapping).toMatchObject({
    headingRow: null,
    columns: { transactionId: null, customerNo: 'C', amount: 'D', status: 'E', time: 'B', timeOfDay: null },
  });
});

it.each([
  ['Tanggal;Jam', '08/12/2026;10:15'],
  ['Date;Time', '2026-12-08;10:15:00'],
])('a date and a time of day apart are recognised by their values: %s', async (names, values) => {
  const [date = '', clock = ''] = names.split(';');
  const [day = '', hour = ''] = values.split(';');
  const columns = { transactionId: 'ID', time: date, timeOfDay: clock };
  expect(await columnsOf(`ID;${date};${clock}`, `81726354;${day};${hour}`)).toMatchObject(columns);
  expect(await columnsOf(`ID;${clock};${date}`, `81726354;${hour};${day}`)).toMatchObject(columns);
});

it('what a file does not say is asked: the year, unknown statuses, and amounts below zero', async () => {
  const proposal = await proposed(
    'Trx ID;Tujuan;Harga;Status;Tanggal',
    'T1;081200000001;-10.275;0;03/11',
    'T2;081200000002;10.275;1;04/11',
  );
  expect(proposal).toMatchObject({ unknownStatuses: ['0', '1'], hasNegative: true, needsPeriod: true });
  expect(proposal.lines[0]).toMatchObject({ status: null, time: null, written: { status: '0', time: '03/11' } });
});

it('headings that come again on each page ask nothing', async () => {
  const names = 'Trx ID;Tujuan;Harga;Status;Tanggal';
  const line = 'T1;081200000001;10.275;Sukses;03/11/2026';
  expect(await proposed(names, line, names, line)).toMatchObject({ unknownStatuses: [] });
});

it('the number of a customer at a bill’s provider is one', async () => {
  expect(await columnsOf('Tanggal;No Resi;IDPEL;Total', '03/11/2026;R1;530000000001;10.275')).toMatchObject({
    customerNo: 'IDPEL',
  });
});

it('what first comes behind hundreds of lines is asked all the same', async () => {
  const plain = Array.from({ length: 400 }, (_, n) => `T${n};081200000001;10.275;Sukses;03/11/2026`);
  const late = ['T401;081200000002;-10.275;Sukses;04/11', 'T402;081200000003;10.275;Aneh;05/11/2026'];
  expect(await proposed('Trx ID;Tujuan;Harga;Status;Tanggal', ...plain, ...late)).toMatchObject({
    unknownStatuses: ['Aneh'],
    hasNegative: true,
    needsPeriod: true,
    mapping: { negative: 'refund' },
  });
  const mostly = Array.from({ length: 500 }, (_, n) => `T${n};081200000001;-10.275;Sukses;03/11/2026`);
  const { mapping } = await proposed('Trx ID;Tujuan;Harga;Status;Tanggal', ...plain, ...mostly);
  expect(mapping.negative).toBe('charge');
});

it('another separator is taken where the former headings’ row is a title', async () => {
  const path = join(temporaryFolder(), 'statement.csv');
  writeFileSync(path, 'CONTOH\nSandi|Kepada|Sejumlah\nT1|081200000001|10,275\nT2|081200000002|10,275\n');
  const first = await proposeStatement(path, null, [], 'Asia/Jakarta');
  const mapping = { ...first.mapping, separator: '|' as const, headingRow: 1 };
  expect(await proposeStatement(path, mapping, [], 'Asia/Jakarta')).toMatchObject({
    columns: ['Sandi', 'Kepada', 'Sejumlah'],
    mapping: { separator: '|', headingRow: 2 },
  });
});

it('a mapping is remembered by the headings, wherever they stand in the next file', async () => {
  const first = await proposed('Kolom X;Kolom Y;Kolom Z', 'T1;081200000001;10.275');
  const columns = { ...first.mapping.columns, transactionId: 'Kolom X', amount: 'Kolom Z' };
  const remembered = [{ columns: first.columns, mapping: { ...first.mapping, columns } }];
  const path = join(temporaryFolder(), 'next.csv');
  writeFileSync(path, 'PT CONTOH\nKolom X|Kolom Y|Kolom Z\nT9|081200000009|11.275\n');
  expect(await proposeStatement(path, null, remembered, 'Asia/Jakarta')).toMatchObject({
    from: 'remembered',
    mapping: { separator: '|', headingRow: 2, columns },
    lines: [{ transactionId: 'T9', amount: 11_275 }],
  });
});

it('decimals that a file shows count more than those of an earlier one', async () => {
  const first = await proposed('Trx ID;Tujuan;Harga', 'T1;081200000001;10.275');
  const remembered = [{ columns: first.columns, mapping: first.mapping }];
  const path = join(temporaryFolder(), 'next.csv');
  writeFileSync(path, 'Trx ID;Tujuan;Harga\nT2;081200000002;525.375\nT3;081200000003;10275.125\n');
  expect(await proposeStatement(path, null, remembered, 'Asia/Jakarta')).toMatchObject({
    from: 'remembered',
    mapping: { decimal: 'point' },
    lines: [{ amount: null }, { amount: 10_275 }],
  });
});
