import { writeFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { asProposed, compared, ofText } from '../support/compared-statement.ts';

const head = ['Trx ID', 'Tujuan', 'Harga', 'Saldo', 'Status', 'Tanggal'];
const lines = (amount: string, balance: string) => [
  ['T1', '081200000001', amount, balance, 'Sukses', '03/11/2026 10:11'],
  ['T2', '081200000002', amount, balance, 'Sukses', '03/11/2026 10:12'],
  ['T3', '081200000003', amount, balance, 'Gagal', '03/11/2026 10:13'],
];
const titles: Readonly<Record<string, readonly string[][]>> = {
  'no title': [],
  'one title': [['MUTASI SALDO']],
  'names and values above': [
    ['Nama', 'TOKO CONTOH'],
    ['Periode', '01/11/2026', '30/11/2026'],
    ['Saldo Awal', '1.000.000'],
    ['Alamat', 'Jl. Contoh'],
    ['Dicetak', '01/12/2026'],
  ],
};
const shapes = [';', '\t', '|', ','].flatMap((separator) =>
  ['10.275,00', '10,275', '10,275.00', '10.275'].flatMap((amount) =>
    Object.keys(titles).map((title) => [separator, amount, title] as const),
  ),
);

describe('a made-up statement is compared right by its proposal alone', () => {
  it.each(shapes)('separator %j, amounts like %s, %s', async (separator, amount, title) => {
    const cell = (text: string): string => (text.includes(separator) ? `"${text}"` : text);
    const rows = [...(titles[title] ?? []), head, ...lines(amount, amount.replace('10', '100'))];
    const { summary, rows: differences } = await ofText(rows.map((row) => row.map(cell).join(separator)));
    expect(differences).toEqual([]);
    expect(summary).toMatchObject({ same: { count: 3, amount: 30_825 }, attention: 0, there: { count: 3 } });
  });

  it.each(['Oktober', 'November'])('as a workbook, from the sheet %s', async (sheet) => {
    const other = [head, ['X1', '089999999999', 5000, 1, 'Sukses', '03/10/2026 10:11']];
    const sheets = [
      { name: 'Lama', rows: other, hidden: true },
      { name: 'Sampul', rows: [['PT CONTOH']] },
      { name: 'Oktober', rows: other },
      { name: 'November', rows: [['MUTASI'], head, ...lines('10.275', '1')] },
    ];
    const { summary } = await compared(
      async (path) => writeFileSync(path, await writeXlsx({ sheets })),
      (mapping) => ({ ...mapping, sheet, headingRow: sheet === 'November' ? 2 : 1 }),
    );
    const others = sheet === 'November' ? ['Oktober'] : ['November'];
    expect(summary).toMatchObject({ otherSheets: others, same: { count: sheet === 'November' ? 3 : 0 } });
    expect(summary.attention).toBeGreaterThan(0);
  });
});

describe('money that came back', () => {
  const ledger = 'Tanggal;ID Trx;Kode Produk;Tujuan;Debet;Kredit;Saldo;Keterangan';
  const row = (n: number, debit: string, credit: string, text = 'S10') =>
    `03/11/2026 10:1${n};T${n};S10;08120000000${n};${debit};${credit};100.000;${text}`;

  it('is tied to its sale by the id, and said as one', async () => {
    const { summary, rows } = await ofText([
      ledger,
      row(1, '10.275', '0'),
      row(2, '10.275', '0'),
      row(3, '10.275', '0'),
      row(3, '0', '10.275', 'REFUND'),
    ]);
    expect(summary).toMatchObject({
      attention: 0,
      same: { count: 3 },
      refunds: { count: 1, amount: 10_275 },
      there: { amount: 20_550 },
    });
    expect(rows).toEqual([]);
  });

  it('is read from the CSV of a ledger in a spreadsheet’s accounting format, where nothing is "Rp-"', async () => {
    const { summary, rows } = await ofText([
      ledger,
      row(1, ' Rp10.275 ', ' Rp-   '),
      row(2, ' Rp10.275 ', ' Rp-   '),
      row(3, ' Rp10.275 ', ' Rp-   '),
      row(3, ' Rp-   ', ' Rp10.275 ', 'REFUND'),
    ]);
    expect(summary).toMatchObject({ attention: 0, same: { count: 3 }, refunds: { count: 1, amount: 10_275 } });
    expect(rows).toEqual([]);
  });

  it.each(['null', 'NULL', 'undefined', '(null)', String.raw`\N`])(
    'is read where a program writes %s for nothing',
    async (nothing) => {
      const { summary, rows } = await ofText([
        ledger,
        row(1, '10.275', nothing),
        row(2, '10.275', nothing),
        row(3, '10.275', nothing),
        row(3, nothing, '10.275', 'REFUND'),
      ]);
      expect(summary).toMatchObject({ attention: 0, same: { count: 3 }, refunds: { count: 1, amount: 10_275 } });
      expect(rows).toEqual([]);
    },
  );

  it('of a sale that is a success here is a difference', async () => {
    const { rows } = await ofText([
      ledger,
      row(1, '10.275', '0'),
      row(1, '0', '10.275', 'REFUND'),
      row(2, '10.275', '0'),
    ]);
    expect(rows).toMatchObject([
      { kind: 'different', statusDiffers: true, refunded: 10_275, here: { transactionId: 'T1' } },
    ]);
  });

  it('is no second charge, which is only there', async () => {
    const { summary, rows } = await ofText([
      ledger,
      row(1, '10.275', '0'),
      row(1, '10.275', '0'),
      row(2, '10.275', '0'),
    ]);
    expect(rows).toMatchObject([
      { kind: 'only_there', there: { transactionId: 'T1', direction: 'charge' }, refunded: null },
    ]);
    expect(summary).toMatchObject({ refunds: { count: 0 }, onlyThere: { count: 1, amount: 10_275 } });
  });

  it.each([
    [
      'by its sign',
      'ID;Tujuan;Jumlah;Status',
      [
        'T1;081200000001;-10.275;Sukses',
        'T2;081200000002;-10.275;Sukses',
        'T3;081200000003;-10.275;Sukses',
        'T3;081200000003;+10.275;Refund',
      ],
    ],
    [
      'by a mark in the amount',
      'ID;Tujuan;Jumlah',
      [
        'T1;081200000001;10.275 DB',
        'T2;081200000002;10.275 DB',
        'T3;081200000003;10.275 DB',
        'T3;081200000003;10.275 CR',
      ],
    ],
    [
      'by a column of marks',
      'ID;Tujuan;D/K;Mutasi',
      ['T1;081200000001;D;10.275', 'T2;081200000002;D;10.275', 'T3;081200000003;D;10.275', 'T3;081200000003;K;10.275'],
    ],
    [
      'by its status alone',
      'ID;Tujuan;Harga;Status',
      [
        'T1;081200000001;10.275;Sukses',
        'T2;081200000002;10.275;Sukses',
        'T3;081200000003;10.275;Sukses',
        'T3;081200000003;10.275;Refund',
      ],
    ],
  ])('is known %s', async (_how, names, rows) => {
    const { summary } = await ofText([names, ...rows]);
    expect(summary).toMatchObject({
      same: { count: 3 },
      different: { count: 0 },
      onlyThere: { count: 0 },
      refunds: { count: 1 },
    });
  });

  it('without an id is tied by number and amount, and a deposit is no sale', async () => {
    const { summary } = await ofText([
      'Tanggal\tNama Reseller\tJumlah\tKeterangan',
      '03/11/2026 09:00\tTOKO\t500.000\tAuto Deposit BCA',
      '03/11/2026 10:11\tTOKO\t-10.275\tS10.081200000001',
      '03/11/2026 10:12\tTOKO\t-10.275\tS10.081200000002',
      '03/11/2026 10:13\tTOKO\t-10.275\tS10.081200000003',
      '03/11/2026 10:20\tTOKO\t10.275\tREFUND S10.081200000003',
    ]);
    expect(summary).toMatchObject({
      same: { count: 3 },
      attention: 0,
      refunds: { count: 1 },
      deposits: { count: 1, amount: 500_000 },
      there: { amount: 20_550 },
    });
  });
});

describe('nothing is the same that was not compared', () => {
  it('a sale that failed here and was charged without a status column is a difference', async () => {
    const rows = [1, 2, 3].map((n) => `T${n};08120000000${n};10.275;03/11/2026 10:1${n}`);
    const { rows: differences } = await ofText(['ID;Tujuan;Debet;Tanggal', ...rows]);
    expect(differences).toMatchObject([
      { kind: 'different', statusDiffers: true, here: { transactionId: 'T3', state: 'failed' } },
    ]);
  });

  it('amounts that are empty or unreadable, and statuses that are unknown, are named', async () => {
    const { summary, rows } = await ofText([
      'ID;Tujuan;Harga;Status;Tanggal',
      'T1;081200000001;;Sukses;03/11/2026 10:11',
      'T2;081200000002;80.000 - 10.275 = 69.725;Sukses;03/11/2026 10:12',
      'T3;081200000003;10.275;Stok Kosong;03/11/2026 10:13',
    ]);
    expect(rows.map(({ kind, amountUnchecked, statusUnchecked }) => [kind, amountUnchecked, statusUnchecked])).toEqual([
      ['unchecked', true, false],
      ['unchecked', true, false],
      ['unchecked', false, true],
    ]);
    expect(summary).toMatchObject({
      same: { count: 0 },
      unchecked: { count: 3 },
      withoutAmount: 2,
      uncheckedAmount: 2,
      attention: 3,
    });
  });

  it('0, 1 and 2 are what a person says they are', async () => {
    const rows = [
      'ID;Tujuan;Harga;Status;Tanggal',
      'T1;081200000001;10.275;0;03/11/2026 10:11',
      'T2;081200000002;10.275;0;03/11/2026 10:12',
      'T3;081200000003;10.275;2;03/11/2026 10:13',
    ];
    const first = await ofText(rows);
    expect(first.proposal.unknownStatuses).toEqual(['0', '2']);
    expect(first.summary).toMatchObject({ same: { count: 0 }, unchecked: { count: 3 } });
    const second = await ofText(rows, (mapping) => ({ ...mapping, statuses: { 0: 'success', 2: 'failed' } }));
    expect(second.summary).toMatchObject({ same: { count: 3 }, attention: 0 });
  });

  it('totals, balances, footers and repeated headings are no lines', async () => {
    const rows = lines('10.275', '1').map((row) => row.join(';'));
    const { summary } = await ofText([
      head.join(';'),
      ...rows,
      head.join(';'),
      'TOTAL;;30.825;;;',
      ';;Mutasi Debet;30.825;;',
      'Grand Total;;30.825',
      'Halaman 1 dari 1;;;;;',
      'Dicetak oleh admin pada 01/12/2026 08:00',
    ]);
    expect(summary).toMatchObject({
      same: { count: 3 },
      balances: 6,
      there: { count: 3, amount: 30_825 },
      attention: 0,
    });
  });

  it('a line of one cell is looked at where it may be one', async () => {
    for (const text of ['Halaman 081200000009', 'Biaya bulanan', 'T9']) {
      const { summary } = await ofText([head.join(';'), ...lines('10.275', '1').map((row) => row.join(';')), text]);
      expect(summary.attention, text).toBe(1);
    }
  });

  it('a bank’s dates without a year take it from the period above', async () => {
    const { summary } = await ofText([
      'Nama,=,TOKO CONTOH',
      'Periode : 01/11/2026 - 30/11/2026',
      'Tanggal Transaksi,Keterangan,Cabang,Jumlah,,Saldo',
      ...[1, 2, 3].map((n) => `'03/11,TRSF S10.08120000000${n},'0000,"10,275.00",DB,"99,725.00"`),
      'Saldo Akhir,=,"99,725.00"',
    ]);
    expect(summary).toMatchObject({
      withoutTime: 0,
      days: { from: '2026-11-01', to: '2026-11-30' },
      same: { count: 2 },
      balances: 1,
    });
  });
});

describe('a bank’s own shape', () => {
  const reading = async (lines: readonly string[], correct = asProposed) => (await ofText(lines, correct)).summary;

  it('of two rows a line and two of headings is read by its first rows, and the others are counted', async () => {
    const summary = await reading([
      'e-Statement;;;;Saldo Awal;1.000.000,00',
      'No;Tanggal;Keterangan;Dana Masuk (IDR);Dana Keluar (IDR);Saldo (IDR)',
      'No;Date;Remarks;Incoming Transaction (IDR);Outgoing Transaction (IDR);Balance (IDR)',
      '1;03 Nov 2026;"Trf S10\n081200000001";;10.275,00;989.725,00',
      ';10:11:44 WIB;;;;',
      '2;03 Nov 2026;Trf S10.081200000002;;10.275,00;979.450,00',
      ';10:12:44 WIB;;;;',
    ]);
    expect(summary).toMatchObject({ same: { count: 2 }, there: { amount: 20_550 }, unreadable: 3 });
    expect(summary.attention).toBeGreaterThan(0);
  });

  it('whose amounts stand beside their heading compares none, says so, and is right once a person has pointed', async () => {
    const heads = 'Post Date;;Value Date;Branch;;Journal No.;Description;Amount;;Db/Cr;Balance';
    const row = (n: number, mark: string) =>
      `03/11/26 10.1${n}.00;03/11/26;;001;J${n};;S10.08120000000${n};;10,275.00;${mark};900,000.00`;
    const lines = ['Rekening;770001', heads, row(1, 'D'), heads, row(2, 'D'), row(3, 'D'), row(3, 'K')];
    const proposed = await reading(lines);
    expect(proposed).toMatchObject({ same: { count: 0 }, withoutAmount: 4, balances: 1 });
    expect(proposed.attention).toBeGreaterThan(0);
    const mapped = await reading(lines, (mapping) => ({
      ...mapping,
      decimal: 'point',
      columns: { ...mapping.columns, amount: '9' },
    }));
    expect(mapped).toMatchObject({ same: { count: 3 }, refunds: { count: 1 }, attention: 0 });
  });

  it('with a description of its own name is compared by the number in it', async () => {
    const row = (n: number) =>
      `${n},99,2026-11-03 10:1${n}:00,2026-11-03,101${n}00,7,S10.08120000000${n},100000.00,10275.00,0.00,89725.00,D,x`;
    const summary = await reading([
      'ID,NOREK,TGL_TRAN,TGL_EFEKTIF,JAM_TRAN,SEQ,DESK_TRAN,SALDO_AWAL_MUTASI,MUTASI_DEBET,MUTASI_KREDIT,SALDO_AKHIR_MUTASI,GLSIGN,REMARK_CUSTOM',
      row(1),
      row(2),
    ]);
    expect(summary).toMatchObject({ same: { count: 2 }, there: { amount: 20_550 } });
  });
});
