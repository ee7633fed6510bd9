import { writeFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { compared, ofText } from '../support/compared-statement.ts';

const statuses = 'ID;Tujuan;Harga;Status;Tanggal';
const ledger = 'Tanggal;ID Trx;Kode Produk;Tujuan;Debet;Kredit;Saldo;Keterangan';
const row = (n: number, debit: string, credit: string, text = 'S10') =>
  `03/11/2026 10:1${n};T${n};S10;08120000000${n};${debit};${credit};100.000;${text}`;
const charged = [row(1, '10.275', '0'), row(2, '10.275', '0')];

describe('a status with a doubt', () => {
  it.each([
    ['Tidak selesai'],
    ['Blm sukses'],
    ['Gak sukses'],
    ['No success'],
    ['Tidak lunas'],
    ['Sukses (dispute)'],
    ['Sukses?'],
    ['Sukses sebagian'],
  ])('%s is no success, also where the columns have no names', async (status) => {
    const lines = [1, 2].map((n) => `T${n};08120000000${n};10.275;${n === 2 ? status : 'Sukses'};03/11/2026 10:1${n}`);
    for (const rows of [[statuses, ...lines], lines]) {
      const { summary } = await ofText(rows);
      expect(summary).toMatchObject({ same: { count: 1 } });
      expect(summary.attention).toBeGreaterThan(0);
    }
  });
});

describe('a refund that may not have been given', () => {
  it.each(['Refund pending', 'Refund gagal', 'Gagal'])('%s of a refund is looked at', async (status) => {
    const { summary } = await ofText([
      'ID;Tujuan;Jumlah;Status;Tanggal',
      ...[1, 2, 3].map((n) => `T${n};08120000000${n};-10.275;Sukses;03/11/2026 10:1${n}`),
      `T3;081200000003;+10.275;${status};03/11/2026 10:15`,
    ]);
    expect(summary.attention).toBeGreaterThan(0);
  });
});

describe('a line of two amounts', () => {
  it.each([
    ['Debet and Kredit', 'Tanggal;ID;Tujuan;Debet;Kredit'],
    ['Keluar and Masuk', 'Tanggal;ID;Tujuan;Keluar;Masuk'],
    ['Harga and Refund', 'Tanggal;ID;Tujuan;Harga;Refund'],
    ['Harga and Kredit', 'Tanggal;ID;Tujuan;Harga;Kredit'],
    ['Harga and Pengembalian', 'Tanggal;ID;Tujuan;Harga;Pengembalian Dana'],
  ])('%s is looked at', async (_name, names) => {
    const { summary, rows } = await ofText([
      names,
      '03/11/2026 10:11;T1;081200000001;10.275;10.275',
      '03/11/2026 10:12;T2;081200000002;10.275;-',
    ]);
    expect(rows).toMatchObject([{ kind: 'unchecked', there: { transactionId: 'T1' } }]);
    expect(summary).toMatchObject({ same: { count: 1 }, attention: 1 });
  });

  it('is looked at where the refund cannot be read', async () => {
    const { rows } = await ofText([ledger, row(1, '10.275', '10275 x 1'), row(2, '10.275', '0')]);
    expect(rows).toMatchObject([{ kind: 'unchecked', there: { transactionId: 'T1' } }]);
  });
});

describe('a refund that is not what was charged', () => {
  it.each([
    ['larger', '20.550', { kind: 'different', amountDiffers: true }],
    ['smaller', '275', { kind: 'different', amountDiffers: true }],
  ])('is looked at where it is %s', async (_how, amount, expected) => {
    const { rows } = await ofText([ledger, ...charged, row(3, '10.275', '0'), row(3, '0', amount, 'REFUND')]);
    expect(rows).toMatchObject([{ ...expected, there: { transactionId: 'T3' } }]);
  });

  it('is looked at where its amount, or that of its charge, cannot be read', async () => {
    const marked = (n: number, amount: string, mark: string) => `T${n};08120000000${n};${mark};${amount};03/11/2026`;
    const names = 'ID;Tujuan;D/K;Mutasi;Tanggal';
    const two = [marked(1, '10.275', 'D'), marked(2, '10.275', 'D')];
    const refund = await ofText([names, ...two, marked(2, '10.275 + 0', 'K')]);
    expect(refund.summary.attention).toBeGreaterThan(0);
    const charge = await ofText([names, ...two, marked(3, '10.275 + 0', 'D'), marked(3, '10.275', 'K')]);
    expect(charge.summary.attention).toBeGreaterThan(0);
  });
});

describe('a credit without an id and a number', () => {
  it.each(['REFUND T2', 'Pengembalian', 'Reversal', 'Koreksi', 'Kembali-T2', 'Kr. (T2)', 'trx gagal'])(
    'is no deposit where its remark says %s',
    async (remark) => {
      const { summary, rows } = await ofText([ledger, ...charged, `03/11/2026 10:14;;;;0;10.275;1;${remark}`]);
      expect(rows).toMatchObject([{ kind: 'only_there', there: { direction: 'refund', amount: 10_275 } }]);
      expect(summary).toMatchObject({ deposits: { count: 0 }, attention: 1 });
    },
  );

  it('is a deposit where it says so', async () => {
    const { summary } = await ofText([ledger, ...charged, '03/11/2026 10:14;;;;0;100.000;1;Deposit BCA 2026']);
    expect(summary).toMatchObject({ deposits: { count: 1, amount: 100_000 }, attention: 0 });
  });
});

describe('money that moved on a day is no balance', () => {
  it.each([
    [';;;;99.000;0;1;Mutasi debit manual', 99_000],
    [';;;;25.000;0;1;Total biaya admin', 25_000],
    [';;;;50.000;0;1;Saldo awal koreksi', 50_000],
    [';;Saldo;;5.000;0;1;', 5000],
  ])('%s', async (rest, amount) => {
    for (const day of ['03/11/2026 10:15', '2026-11-03']) {
      const { summary, rows } = await ofText([ledger, ...charged, day + rest]);
      expect(rows).toMatchObject([{ kind: 'only_there', there: { amount } }]);
      expect(summary).toMatchObject({ balances: 0, attention: 1 });
    }
  });

  it('and a balance of a day is one', async () => {
    const balances = [
      '03/11/2026;;;;0;0;100.000;Saldo Awal',
      '03/11/2026;;;;;;100.000;Saldo Akhir',
      'Total;;;;20.550;0',
    ];
    const { summary } = await ofText([ledger, ...charged, ...balances]);
    expect(summary).toMatchObject({ balances: 3, attention: 0 });
  });
});

describe('a workbook of many sheets', () => {
  const names = statuses.split(';');
  const line = (n: number) => [`T${n}`, `08120000000${n}`, 10_275, 'Sukses', `03/11/2026 10:1${n}`];
  const sheets = (tables: readonly number[]) =>
    Array.from({ length: 25 }, (_, at) => ({
      name: `S${at + 1}`,
      rows: tables.includes(at + 1) ? [names, line(1), line(2)] : [['catatan']],
    }));
  const read = async (tables: readonly number[]) =>
    compared(
      async (path) => writeFileSync(path, await writeXlsx({ sheets: sheets(tables) })),
      (mapping) => mapping,
    );

  it('is read to its last sheet', async () => {
    const only = await read([22]);
    expect(only.summary).toMatchObject({ same: { count: 2 }, attention: 0 });
    const more = await read([1, 21, 25]);
    expect(more.summary).toMatchObject({ otherSheets: ['S21', 'S25'], attention: 2 });
  });
});

describe('which way money went', () => {
  const signed = 'ID;Tujuan;Jumlah;Tanggal';
  const of = (n: number, amount: string) => `T${n};08120000000${n};${amount};03/11/2026 10:1${n}`;

  it('an amount below zero behind hundreds of others is asked about, and looked at', async () => {
    const many = Array.from({ length: 320 }, (_, n) => `X${n};0857${100_000_000 + n};5.000;03/11/2026 10:11`);
    const { proposal, summary } = await ofText([signed, of(1, '10.275'), ...many, of(2, '-10.275')]);
    expect(proposal).toMatchObject({ hasNegative: true, mapping: { negative: 'refund' } });
    expect(summary).toMatchObject({ same: { count: 1 }, refunds: { count: 1 }, different: { count: 1 } });
  });

  it.each(['Pengembalian', 'Pengembalian Dana', 'Refund TRX'])('%s is a refund', async (word) => {
    const { summary } = await ofText([
      'ID;Tujuan;Jenis;Jumlah;Tanggal',
      ...[1, 2, 3].map((n) => `T${n};08120000000${n};Pembelian;10.275;03/11/2026 10:1${n}`),
      `T3;081200000003;${word};10.275;03/11/2026 10:15`,
    ]);
    expect(summary).toMatchObject({ same: { count: 3 }, refunds: { count: 1 }, attention: 0 });
  });

  it.each(['Koreksi', 'Batal Refund', 'Lain'])('%s is looked at', async (word) => {
    const { summary } = await ofText([
      'ID;Tujuan;Jenis;Jumlah;Tanggal',
      `T1;081200000001;Pembelian;10.275;03/11/2026 10:11`,
      `T2;081200000002;${word};10.275;03/11/2026 10:12`,
    ]);
    expect(summary).toMatchObject({ same: { count: 1 }, unchecked: { count: 1 } });
  });

  it('a debit below zero beside a column of credits is the money back', async () => {
    const { summary, rows } = await ofText([ledger, ...charged, row(3, '10.275', '0'), row(3, '-10.275', '0', 'x')]);
    expect(summary).toMatchObject({ refunds: { count: 1 }, same: { count: 3 } });
    expect(rows).toEqual([]);
    const lone = await ofText([ledger, row(1, '10.275', '0'), row(2, '-10.275', '0')]);
    expect(lone.summary.attention).toBeGreaterThan(0);
  });

  it.each([
    ['+100.000', 'T7;;'],
    ['100.000', ';;'],
    ['100.000', 'T7;;'],
  ])('deposits of %s do not make refunds of charges', async (amount, ids) => {
    const deposits = [1, 2, 3].map((n) => `${ids.replace('7', `${n + 6}`)}${amount};03/11/2026 09:0${n}`);
    const { proposal } = await ofText([signed, ...deposits, of(1, '-10.275'), of(2, '-10.275')]);
    expect(proposal.mapping.negative).toBe('charge');
  });

  it('of decimals beside what may be thousands are no thousands', async () => {
    const { proposal, summary } = await ofText([signed, of(1, '10275.125'), of(2, '525.375')]);
    expect(proposal.mapping.decimal).toBe('point');
    expect(summary).toMatchObject({ same: { count: 1 }, unchecked: { count: 1 }, there: { amount: 10_275 } });
  });

  it('is asked where as many are below zero as above', async () => {
    const { proposal, summary } = await ofText([signed, of(1, '10.275'), of(2, '-10.275')]);
    expect(proposal).toMatchObject({ hasNegative: true, mapping: { negative: null } });
    expect(summary.attention).toBeGreaterThan(0);
  });
});
