import { writeFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { asProposed, bookOf, compared, ofText, threeSales } from '../support/compared-statement.ts';

const names = 'ID;Tujuan;Harga;Status;Tanggal';
const line = (n: number, fields: { status?: string; number?: string; time?: string } = {}): string =>
  [
    `T${n}`,
    fields.number ?? `08120000000${n}`,
    '10.275',
    fields.status ?? 'Sukses',
    fields.time ?? `03/11/2026 10:1${n}`,
  ].join(';');
const three = [line(1), line(2), line(3, { status: 'Gagal' })];
const missing = { customerNo: '081200000009', at: '2026-11-03T10:14:00', state: 'success', id: 'T9' } as const;

describe('a sale that the statement lacks is found', () => {
  it.each([
    ['named month, no year', '3 Nov 10:1?'],
    ['named month, no year, in the evening', '03 Nov 21:1?'],
    ['no year and a dash before the time', '03/11-21.1?'],
  ])('where dates are a %s', async (_how, time) => {
    const at = (n: number) => ({ time: time.replace('?', `${n}`) });
    const { summary } = await ofText(
      [
        'Periode : 01/11/2026 - 30/11/2026',
        names,
        line(1, at(1)),
        line(2, at(2)),
        line(3, { status: 'Gagal', ...at(3) }),
      ],
      asProposed,
      bookOf([...threeSales, missing]),
    );
    expect(summary.attention).toBeGreaterThan(0);
  });

  it('where the days of the lines are not those of the sales that they match', async () => {
    const rows = three.map((row) => row.replace('2026', '2025'));
    const { summary } = await ofText([names, ...rows], asProposed, bookOf([...threeSales, missing]));
    expect(summary.days).not.toEqual({ from: '2025-11-03', to: '2025-11-03' });
    expect(summary.attention).toBeGreaterThan(0);
  });

  it('where dates are in another order than last month’s', async () => {
    const rows = [1, 2].map((n) => `T${n};08120000000${n};10.275;Sukses;11/03/2026 10:1${n}`);
    const { summary } = await ofText(
      [names, ...rows],
      (mapping) => ({ ...mapping, dateOrder: 'day_first' }),
      bookOf([...threeSales, missing]),
    );
    expect(summary.attention).toBeGreaterThan(0);
  });

  it.each([
    ['Settlement Date', '04/11/2026'],
    ['Update Time', '05/11/2026 09:00'],
    ['Tanggal Cetak', '01/12/2026'],
  ])('where the only date is the %s', async (heading, date) => {
    const rows = [1, 2, 3].map((n) => `T${n};08120000000${n};10.275;${n === 3 ? 'Gagal' : 'Sukses'};${date}`);
    const { summary } = await ofText(
      [`ID;Tujuan;Harga;Status;${heading}`, ...rows],
      asProposed,
      bookOf([...threeSales, missing]),
    );
    expect(summary.attention).toBeGreaterThan(0);
  });

  it('on a day of the period that the file names, before its first line and behind its last', async () => {
    for (const day of ['2026-11-02', '2026-11-04']) {
      const { summary } = await ofText(
        ['Periode : 02/11/2026 - 04/11/2026', names, ...three],
        asProposed,
        bookOf([...threeSales, { ...missing, at: `${day}T10:14:00` }]),
      );
      expect(summary.onlyHere.count).toBe(1);
    }
  });

  it.each([
    ['in two rows', ['Periode;01/11/2026', 's/d;30/11/2026']],
    ['in two cells', ['Dari;01/11/2026;Sampai;30/11/2026']],
    ['as a month', ['Bulan: November 2026']],
    ['as days of a month', ['1 s/d 30 November 2026']],
  ])('on a day of a period that stands %s', async (_how, period) => {
    const { summary } = await ofText(
      [...period, names, ...three],
      asProposed,
      bookOf([...threeSales, { ...missing, at: '2026-11-25T10:14:00' }]),
    );
    expect(summary).toMatchObject({ days: { from: '2026-11-01', to: '2026-11-30' }, onlyHere: { count: 1 } });
  });

  it('or the period that the file names is asked for, where it cannot be read', async () => {
    const rows = ['Periode: Minggu ke-2', names, ...three];
    const first = await ofText(rows);
    expect(first.proposal).toMatchObject({ hasUnreadPeriod: true, needsPeriod: false });
    expect(first.summary).toMatchObject({ unreadPeriod: true, attention: 1 });
    const period = { from: '2026-11-01', to: '2026-11-07' };
    const second = await ofText(rows, (mapping) => ({ ...mapping, period }));
    expect(second.summary).toMatchObject({ unreadPeriod: false, days: period, attention: 0 });
  });

  it('on a day whose lines have times that cannot be read', async () => {
    const { summary } = await ofText(
      [names, ...three, line(4, { time: '4 Nop 26 pagi' })],
      asProposed,
      bookOf([
        ...threeSales,
        { customerNo: '081200000004', at: '2026-11-04T10:11:00', state: 'success', id: 'T4' },
        { ...missing, at: '2026-11-04T10:19:00' },
      ]),
    );
    expect(summary.attention).toBeGreaterThan(0);
  });

  it('lines of a workbook whose cells of a day are merged are looked at', async () => {
    const row = (n: number, day: string | null) => [
      `T${n}`,
      `08120000000${n}`,
      10_275,
      n === 3 ? 'Gagal' : 'Sukses',
      day,
    ];
    const { summary } = await compared(
      async (path) =>
        writeFileSync(
          path,
          await writeXlsx({
            sheets: [
              {
                name: 'A',
                rows: [names.split(';'), row(1, '03/11/2026'), row(2, null), row(3, null)],
                merges: [{ startRow: 1, endRow: 3, startCol: 4, endCol: 4 }],
              },
            ],
          }),
        ),
      asProposed,
    );
    expect(summary.attention).toBeGreaterThan(0);
  });
});

describe('what a workbook hides', () => {
  const row = (n: number, status: string) => [`T${n}`, `08120000000${n}`, 10_275, status, `03/11/2026 10:1${n}`];
  const ofSheet = (sheet: Omit<Parameters<typeof writeXlsx>[0]['sheets'][number], 'name'>) =>
    compared(async (path) => writeFileSync(path, await writeXlsx({ sheets: [{ name: 'A', ...sheet }] })), asProposed);

  it('in rows, as a filter does, is compared, and how many there are is said before and after', async () => {
    const rows = [names.split(';'), row(1, 'Sukses'), row(2, 'Sukses'), row(3, 'Gagal'), [null]];
    const rowDefs = new Map([3, 4].map((at) => [at, { hidden: true }] as const));
    const { proposal, summary } = await ofSheet({ rows, rowDefs });
    expect(proposal.hidden).toEqual({ columns: [], rows: 1 });
    expect(summary).toMatchObject({ hiddenRows: 1, same: { count: 3 }, attention: 0 });
  });

  it('in a column is named, and read where no other one is meant', async () => {
    const rows = [
      ['ID', 'Tujuan', 'Harga', 'Jumlah', 'Status', 'Tanggal'],
      ...[1, 2, 3].map((n) => [`T${n}`, `08120000000${n}`, 1, 10_275, 'Gagal', `03/11/2026 10:1${n}`]),
    ];
    const columns = [{}, {}, { hidden: true }, {}, { hidden: true }, {}];
    const { proposal, summary } = await ofSheet({ rows, columns });
    expect(proposal).toMatchObject({
      hidden: { columns: ['Harga', 'Status'], rows: 0 },
      mapping: { columns: { amount: 'Jumlah', status: 'Status' } },
    });
    expect(summary).toMatchObject({ same: { count: 1 }, different: { count: 2 } });
  });
});

describe('money that came back', () => {
  it('is tied to a charge before it, never to a later one', async () => {
    const { summary } = await ofText(
      [
        'Tanggal\tNama Reseller\tJumlah\tKeterangan',
        '03/11/2026 09:00\tTOKO\t500.000\tAuto Deposit BCA',
        '03/11/2026 10:00\tTOKO\t-10.275\tS10.081200000001',
        '03/11/2026 10:20\tTOKO\t10.275\tREFUND S10.081200000001',
        '03/11/2026 10:25\tTOKO\t-10.275\tS10.081200000001',
      ],
      asProposed,
      bookOf([
        { customerNo: '081200000001', at: '2026-11-03T10:00:00', state: 'success' },
        { customerNo: '081200000001', at: '2026-11-03T10:25:00', state: 'failed' },
      ]),
    );
    // The sale of 10:00 is a success here and was returned; that of 10:25 failed here and was charged.
    expect(summary.different.count).toBe(2);
  });

  it('is that of the sale that failed, where its retry succeeded before the money came back', async () => {
    const { rows } = await ofText(
      [
        'Tanggal\tNama Reseller\tJumlah\tKeterangan',
        '03/11/2026 09:00\tTOKO\t500.000\tAuto Deposit BCA',
        '03/11/2026 10:00\tTOKO\t-10.275\tS10.081200000001',
        '03/11/2026 10:10\tTOKO\t-10.275\tS10.081200000001',
        '03/11/2026 10:12\tTOKO\t10.275\tREFUND S10.081200000001',
      ],
      asProposed,
      bookOf([
        { customerNo: '081200000001', at: '2026-11-03T10:00:00', state: 'failed' },
        { customerNo: '081200000001', at: '2026-11-03T10:10:00', state: 'success' },
      ]),
    );
    expect(rows).toEqual([]);
  });

  it('is tied to none where more than one charge may be meant, and to each where each came back', async () => {
    const charge = (n: number) => `03/11/2026 10:0${n}\tTOKO\t-10.275\tS10.081200000001`;
    const refund = (n: number) => `03/11/2026 10:2${n}\tTOKO\t+10.275\tREFUND S10.081200000001`;
    const top = ['Tanggal\tNama Reseller\tJumlah\tKeterangan', '03/11/2026 09:00\tTOKO\t500.000\tAuto Deposit BCA'];
    const sales = (state: 'success' | 'failed') =>
      bookOf([1, 2].map((n) => ({ customerNo: '081200000001', at: `2026-11-03T10:0${n}:00`, state })));
    const one = await ofText([...top, charge(1), charge(2), refund(1)], asProposed, sales('success'));
    expect(one.summary).toMatchObject({ ambiguous: 1, refunds: { count: 0 }, attention: 1 });
    const failed = await ofText([...top, charge(1), charge(2), refund(1)], asProposed, sales('failed'));
    expect(failed.summary).toMatchObject({ ambiguous: 1, different: { count: 2 }, attention: 3 });
    const both = await ofText([...top, charge(1), charge(2), refund(1), refund(2)], asProposed, sales('failed'));
    expect(both.summary).toMatchObject({ ambiguous: 0, refunds: { count: 2 }, attention: 0 });
  });

  it.each(['S10.081200000001 saldo', 'Saldo dr tolakan 081200000001', 'Komplain 081200000001'])(
    'is no deposit where its remark names the number of a sale: %s',
    async (remark) => {
      const { summary } = await ofText([
        'Tanggal;ID Trx;Tujuan;Debet;Kredit;Keterangan',
        '03/11/2026 10:11;T1;081200000001;10.275;0;S10',
        '03/11/2026 10:12;T2;081200000002;10.275;0;S10',
        `03/11/2026 10:14;;;0;10.275;${remark}`,
      ]);
      expect(summary.attention).toBeGreaterThan(0);
    },
  );

  it.each([
    ['is a deposit of its own id', 'DEP1', 'Deposit BCA', 1],
    ['is none where the id is that of a sale', 'T2', 'Deposit BCA', 0],
    ['is none where its remark names a sale', 'DEP1', 'Deposit T2', 0],
    ['is none where it speaks of a refund', 'DEP1', 'Refund ke deposit', 0],
    ['is none where it does not say so', 'DEP1', 'Saldo', 0],
  ])('%s', async (_how, id, remark, deposits) => {
    const { summary } = await ofText([
      'Tanggal;ID Trx;Tujuan;Debet;Kredit;Keterangan',
      `03/11/2026 09:00;${id};;0;500.000;${remark}`,
      '03/11/2026 10:11;T1;081200000001;10.275;0;S10',
      '03/11/2026 10:12;T2;081200000002;10.275;0;S10',
    ]);
    expect(summary).toMatchObject({ deposits: { count: deposits }, attention: 1 - deposits });
  });

  it.each(['Topup', 'Top Up'])('is not said by the kind %s, which is what is sold', async (kind) => {
    const { summary } = await ofText([
      'ID;Tujuan;Jenis;Jumlah;Status;Tanggal',
      ...[1, 2].map((n) => `T${n};08120000000${n};${kind};10.275;Sukses;03/11/2026 10:1${n}`),
    ]);
    expect(summary).toMatchObject({ same: { count: 2 }, refunds: { count: 0 } });
  });

  it('and a success there of a sale that failed here is no "same" through the kind Topup', async () => {
    const { rows } = await ofText([
      'ID;Tujuan;Jenis;Jumlah;Status;Tanggal',
      'T3;081200000003;Topup;10.275;Sukses;03/11/2026 10:13',
    ]);
    expect(rows.filter(({ here }) => here?.transactionId === 'T3')).toHaveLength(1);
  });
});

it('a kind Topup beside refunds is a sale where it has a number, and a deposit where it has none', async () => {
  const { summary } = await ofText([
    'ID;Tujuan;Jenis;Jumlah;Tanggal',
    'T1;081200000001;Topup;10.275;03/11/2026 10:11',
    'T2;081200000002;Topup;10.275;03/11/2026 10:12',
    'T3;081200000003;Topup;10.275;03/11/2026 10:13',
    'T3;081200000003;Refund;10.275;03/11/2026 10:14',
    ';;Top Up;500.000;03/11/2026 10:15',
  ]);
  expect(summary).toMatchObject({ same: { count: 3 }, refunds: { count: 1 }, deposits: { count: 1 }, attention: 0 });
});

describe('a status that is not final', () => {
  it.each(['Failed - will retry', 'Gagal, sedang dicoba lagi', 'Gagal; menunggu konfirmasi'])(
    '%s is no plain failure',
    async (status) => {
      const { summary } = await ofText([names, line(1), line(2), line(3, { status })]);
      expect(summary.attention).toBeGreaterThan(0);
    },
  );

  it.each(['Processed', 'Sudah diproses'])('%s is not the same as pending', async (status) => {
    const pending = { customerNo: '081200000002', at: '2026-11-03T10:12:00', state: 'pending', id: 'T2' } as const;
    const sales = threeSales.with(1, pending);
    const { summary } = await ofText(
      [names, line(1), line(2, { status }), line(3, { status: 'Gagal' })],
      asProposed,
      bookOf(sales),
    );
    expect(summary.attention).toBeGreaterThan(0);
  });
});

describe('a line is compared, listed or counted', () => {
  it('where two blocks stand side by side', async () => {
    const right = [
      'X7;089900000007;50.000;Sukses;03/11/2026 10:14',
      'X8;089900000008;50.000;Sukses;03/11/2026 10:15',
      ';;;;',
    ];
    const { summary } = await ofText([`${names};;${names}`, ...three.map((row, at) => `${row};;${right[at]}`)]);
    expect(summary).toMatchObject({ same: { count: 3 }, onlyThere: { count: 2 }, balances: 0, attention: 2 });
  });

  it('where a table of fewer columns stands above', async () => {
    const { summary } = await ofText([
      'PRABAYAR',
      'ID;Tujuan;Harga;Status',
      'X7;089900000007;50.000;Sukses',
      'X8;089900000008;50.000;Sukses',
      'PASCABAYAR',
      names,
      ...three,
    ]);
    expect(summary).toMatchObject({ same: { count: 3 }, leftOut: 2, attention: 2 });
  });

  it('where the block on the right lacks a column', async () => {
    const right = ['X7;089900000007;50.000', 'X8;089900000008;50.000', ';;'];
    const { summary } = await ofText([`${names};;ID;Tujuan;Harga`, ...three.map((row, at) => `${row};;${right[at]}`)]);
    expect(summary).toMatchObject({ same: { count: 3 }, leftOut: 2, attention: 2 });
  });

  const other = ['X7;089900000007;50.000;Sukses;03/11/2026 10:14', 'X8;089900000008;50.000;Sukses;03/11/2026 10:15'];
  const beside = (gap: string) => three.map((row, at) => `${row};${gap}${other[at] ?? ';;;;'}`);

  it.each([
    ['with a column between', ';'],
    ['without one', ''],
  ])('where a block of other headings stands beside it, %s', async (_how, gap) => {
    const { proposal, summary } = await ofText([`${names};${gap}No Trx;MSISDN;Nominal;Hasil;Waktu`, ...beside(gap)]);
    expect(proposal.mapping.columns).toMatchObject({ transactionId: 'ID', customerNo: 'Tujuan' });
    expect(summary).toMatchObject({ same: { count: 3 }, leftOut: 2, attention: 2 });
  });

  it.each([
    ['with a column between', ';'],
    ['without one', ''],
  ])('where two blocks without headings stand side by side, %s', async (_how, gap) => {
    const { summary } = await ofText(beside(gap));
    expect(summary).toMatchObject({ same: { count: 3 }, onlyThere: { count: 2 }, leftOut: 0, attention: 2 });
  });

  it('where the block on the right has no headings and fewer columns', async () => {
    const { summary } = await ofText(beside(';').map((row) => row.replace(/;(?:Sukses)?;([^;]*)$/, ';$1')));
    expect(summary).toMatchObject({ same: { count: 3 }, leftOut: 2, attention: 2 });
  });

  it('and a second number and a balance beside it are no block', async () => {
    const more = [1, 2, 3].map((n) => `085711111111;${n}00.000`);
    const { summary } = await ofText(three.map((row, at) => `${row};${more[at]}`));
    expect(summary).toMatchObject({ same: { count: 3 }, leftOut: 0, attention: 0 });
  });

  it('where a dated row that calls itself a total has an amount that cannot be read', async () => {
    const { summary } = await ofText([
      'Tanggal;ID Trx;Tujuan;Debet;Kredit;Keterangan',
      '03/11/2026 10:11;T1;081200000001;10.275;0;S10',
      '03/11/2026 10:12;T2;081200000002;10.275;0;S10',
      '03/11/2026 10:15;;;25.000 + 500;0;Total biaya admin',
    ]);
    expect(summary.attention).toBeGreaterThan(0);
  });
});

describe('the number of a line that has its sale’s id', () => {
  it.each([
    '081299999999/081377777777',
    'BUDI 081299999999 - ANI 081277777777',
    '0899xxxx9999',
    '********9999',
    'ABC99',
  ])('%s is looked at, for the sale went to 081200000001', async (number) => {
    const { summary } = await ofText([names, line(1, { number }), ...three.slice(1)]);
    expect(summary.attention).toBeGreaterThan(0);
  });

  it('masked by stars is the same where what it shows is the same', async () => {
    const masked = (n: number, status = 'Sukses') => line(n, { number: `0812****000${n}`, status });
    const { rows } = await ofText([names, masked(1), masked(2), masked(3, 'Gagal')]);
    expect(rows).toEqual([]);
  });
});
