import { writeFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { asProposed, bookOf, compared, ofText, threeSales } from '../support/compared-statement.ts';

const names = 'ID;Tujuan;Harga;Status;Tanggal';
const line = (n: number, given: { status?: string; number?: string; time?: string } = {}): string =>
  [
    `T${n}`,
    given.number ?? `08120000000${n}`,
    '10.275',
    given.status ?? 'Sukses',
    given.time ?? `03/11/2026 10:1${n}`,
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
    // The sale of 10:00 is a success here and was given back; that of 10:25 failed here and was charged.
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
});
