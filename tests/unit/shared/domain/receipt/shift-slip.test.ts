import { describe, expect, test } from 'vitest';
import { slipHtml } from '../../../../../src/main/printing/render/slip-html.ts';
import { accountMethods, byMethod } from '../../../../../src/shared/domain/payment.ts';
import { slipText } from '../../../../../src/shared/domain/receipt/layout.ts';
import { buildShiftSlip } from '../../../../../src/shared/domain/receipt/shift-slip.ts';
import { emptyOpenTotals, emptyTotals, toReportRow } from '../../../../../src/shared/domain/sales-report.ts';
import type { ShiftReport } from '../../../../../src/shared/domain/shift.ts';
import { htmlText } from '../../../../support/slips.ts';

describe('the slip of a shift', () => {
  const shop = { name: 'Konter Contoh', address: '', phone: '', footer: '' };
  const settings = { language: 'en' as const, timeZone: 'Asia/Jakarta', shop, training: false };

  const sums = { ...emptyTotals(), success: 40, failed: 2, turnover: 480_000, totals: 40, price: 110_000, prices: 10 };
  const open = { ...emptyOpenTotals(), unknown: 1, amount: 12_000, held: 12_000 };

  const report: ShiftReport = {
    kind: 'z',
    shift: {
      number: 12,
      day: '2026-03-02',
      openedAt: '2026-03-02T01:00:00.000Z',
      openedBy: 'cashier',
      opening: 100_000,
      openingCount: null,
      carried: null,
      closed: {
        at: '2026-03-02T10:00:00.000Z',
        by: 'cashier',
        counted: 590_000,
        count: null,
        expected: 592_000,
        difference: -2000,
      },
    },
    line: toReportRow(sums, open),
    cash: {
      opening: 100_000,
      taken: 492_000,
      returned: 0,
      paidIn: 0,
      paidOut: 0,
      servicesIn: 0,
      servicesOut: 0,
      expected: 592_000,
    },
    methods: {
      ...byMethod(accountMethods, () => ({ taken: 0, returned: 0 })),
      tab: { added: 0, paid: 0, paidInCash: 0, lapsed: 0 },
    },
    services: [],
    purse: null,
    moves: [],
    notes: [],
    clock: null,
    handedOver: [{ id: '0195f0aa-0000-7000-8000-0000abcd1234', state: 'unknown', amount: 12_000, cash: 12_000 }],
    heldApart: 12_000,
    toReturn: { cash: 0, other: 0, change: 0 },
    head: { terminal: 'AB7K', seq: 1234, hash: '0f3a'.repeat(16), at: '2026-03-02T10:00:00.000Z' },
  };

  const textOf = (
    fields: Partial<ShiftReport> = {},
    more: Partial<Parameters<typeof buildShiftSlip>[1]> = {},
  ): string => slipText(buildShiftSlip({ ...report, ...fields }, { ...settings, ...more }));

  test('a Z says the times of the shop, the cash, the difference, what is handed over, and the code of the log', () => {
    const text = textOf();
    for (const line of [
      'Shift:           12 (02/03/2026)',
      'Opened:         02/03/2026 08:00',
      'Closed:         02/03/2026 17:00',
      'EXPECTED               Rp592.000',
      'Of that on hold         Rp12.000',
      'COUNTED                Rp590.000',
      'DIFFERENCE              -Rp2.000',
      'ABCD1234 unconfirmed    Rp12.000',
      'Event no.:                  1234',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text.match(/0f3a/g)).toHaveLength(16);
  });

  test('each method by which anything moved has its lines, and a shop of cash alone has none of them', () => {
    expect(textOf()).not.toContain('Not cash');
    const methods = {
      ...report.methods,
      qris: { taken: 42_000, returned: 7000 },
      tab: { added: 12_000, paid: 5000, paidInCash: 5000, lapsed: 0 },
    };
    const lines = textOf({ methods }).split('\n');
    for (const line of [
      'QRIS                    Rp42.000',
      'QRIS: Refunded          -Rp7.000',
      'New tabs                Rp12.000',
      'Tabs paid               -Rp5.000',
      'Of that in cash          Rp5.000',
    ]) {
      expect(lines).toContain(line);
    }
    expect(lines.join('\n')).not.toContain('Transfer');
  });

  test('the purse stands apart from the cash services that moved it, as every other part does', () => {
    const sums = { count: 1, amount: 500_000, fee: 5000, cashIn: 0, cashOut: 495_000, purseIn: 500_000, purseOut: 0 };
    const purse = { name: 'BRILink', openingBalance: 0, in: 500_000, out: 0, expected: 500_000, counted: 500_000 };
    const lines = textOf({
      services: [{ kind: 'withdrawal', ...sums }],
      purse: { ...purse, difference: 0 },
    }).split('\n');
    const heading = lines.findIndex((line) => line.trim() === 'BRILink');
    expect(lines.slice(heading - 2, heading)).toEqual([expect.stringContaining('Fees'), '']);
  });

  test('what is to be handed back is one sum, with the change that the count of the drawer has not below it', () => {
    expect(textOf()).not.toContain('REFUND DUE');
    const due = textOf({ toReturn: { cash: 12_000, other: 0, change: 0 } }).split('\n');
    expect(due).toContain('REFUND DUE              Rp12.000');
    expect(due.join('\n')).not.toContain('Failed sales');
    const all = textOf({ toReturn: { cash: 12_000, other: 7000, change: 8000 } }).split('\n');
    for (const line of [
      'REFUND DUE              Rp27.000',
      'Failed sales            Rp19.000',
      'Of that not in cash      Rp7.000',
      'Change, not in the count Rp8.000',
    ]) {
      expect(all).toContain(line);
    }
  });

  test('what only some sales have says how many it is missing, and what none has is not on the slip', () => {
    const text = textOf();
    expect(text).toContain('Unknown for 30 sales');
    expect(text).not.toContain('Commission');
    expect(text).not.toContain('Gross profit');
  });

  test('one that nobody counted says so, and claims no difference', () => {
    const closed = {
      at: report.head.at,
      by: 'system',
      counted: null,
      count: null,
      expected: 592_000,
      difference: null,
    };
    const text = textOf({ shift: { ...report.shift, closed } });
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Not counted: the ledger was restored from a backup.');
    expect(text).not.toContain('DIFFERENCE');
  });

  test('names cash that vanished before the opening; before the count it does not say what was there', () => {
    const shift = { ...report.shift, carried: { expected: 140_000, difference: -40_000 } };
    const words = textOf({ shift }).replaceAll(/\s+/g, ' ');
    expect(words).toContain('From the last count Rp140.000 OPENING DIFFERENCE -Rp40.000 Opening cash Rp100.000');
    const blind = textOf({ shift: { ...shift, closed: null }, cash: null }).replaceAll(/\s+/g, ' ');
    expect(blind).toContain('OPENING DIFFERENCE -Rp40.000');
    expect(blind).not.toContain('140.000');
    const same = { ...shift, carried: { expected: 100_000, difference: 0 } };
    expect(textOf({ shift: same })).not.toContain('OPENING DIFFERENCE');
  });

  test.each(['id', 'en'] as const)(
    'every line fits the narrowest paper, and the page has the same words: %s',
    (language) => {
      const doc = buildShiftSlip(report, { ...settings, language });
      const text = slipText(doc, 32);
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(32);
      const words = htmlText(slipHtml(doc, '58')).replaceAll(':', '').split(/\s+/);
      for (const word of text.replaceAll('*', '').split(/\s+/)) expect(words).toContain(word.replaceAll(':', ''));
    },
  );
});
