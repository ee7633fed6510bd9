import type { NamedLine } from '../../src/shared/contract/books.ts';
import { fail, ok } from '../../src/shared/contract/errors.ts';
import type { Handlers } from '../../src/shared/contract/registry.ts';
import { emptyOpenTotals, emptyTotals, type ReportRow, toReportRow } from '../../src/shared/domain/sales-report.ts';
import type { CashMove, Shift, ShiftReport } from '../../src/shared/domain/shift.ts';

/** A line of so many successes at 12.000, a third of them with the provider's price. */
export function fakeLine(success: number, blind = false): ReportRow {
  const prices = Math.floor(success / 3);
  const sums = {
    ...emptyTotals(),
    success,
    failed: Math.floor(success / 10),
    turnover: success * 12_000,
    totals: success,
    price: prices * 10_500,
    prices,
    margin: prices * 1500,
    margins: prices,
    taken: success * 12_000,
  };
  return toReportRow(sums, { ...emptyOpenTotals(), pending: 1, amount: 12_000, held: 12_000 }, { blind });
}

const named = (key: string, success: number, blind: boolean, name: string | null = null): NamedLine => ({
  key,
  name,
  line: fakeLine(success, blind),
});

type Served = Extract<keyof Handlers, `books.${string}` | `shifts.${string}`>;

/** Canned books, and shifts that open, move and close in memory. */
export function fakeBooks(): Pick<Handlers, Served> {
  const shifts: Shift[] = [];
  const moves: CashMove[] = [];
  const current = (): Shift | null => shifts.find(({ closed }) => closed === null) ?? null;
  const isBlind = (pin?: string): boolean => current() !== null && pin === undefined;
  const noneOpen = () => fail('not_allowed', 'No shift is open.', { reason: 'no_shift_open' });
  const report = (shift: Shift, withCash: boolean): ShiftReport => {
    const paidIn = moves.filter(({ direction }) => direction === 'in').reduce((sum, { amount }) => sum + amount, 0);
    const paidOut = moves.filter(({ direction }) => direction === 'out').reduce((sum, { amount }) => sum + amount, 0);
    const taken = 120_000;
    return {
      kind: shift.closed ? 'z' : 'x',
      shift,
      line: fakeLine(10, !withCash),
      cash: withCash
        ? {
            opening: shift.opening,
            taken,
            returned: 0,
            paidIn,
            paidOut,
            expected: shift.opening + taken + paidIn - paidOut,
          }
        : null,
      moves,
      clock: null,
      handedOver: [{ id: '0195f0aa-0000-7000-8000-000000999999', state: 'pending', amount: 12_000, cash: 12_000 }],
      heldApart: 12_000,
      head: { terminal: 'A1', seq: 12, hash: 'f'.repeat(64), at: shift.closed?.at ?? shift.openedAt },
    };
  };
  const move = (direction: 'in' | 'out', { amount, reason }: { amount: number; reason: string }) => {
    if (!current()) return noneOpen();
    const moved: CashMove = {
      seq: moves.length + 1,
      at: new Date().toISOString(),
      by: 'cashier',
      direction,
      amount,
      reason,
    };
    moves.push(moved);
    return ok(moved);
  };
  return {
    'books.day': async (ask) => {
      const blind = isBlind(ask?.pin);
      const hours = ['08', '09', '10', '11', '13', '16', '19'].map((hour, n) => named(hour, 12 + n * 5, blind));
      return ok({
        day: ask?.day ?? new Date().toISOString().slice(0, 10),
        total: fakeLine(189, blind),
        hours,
        cashiers: [named('cashier', 189, blind)],
        shifts: [named('1', 120, blind), named('2', 69, blind)],
        filling: null,
      });
    },
    'books.range': async ({ by, pin }) => {
      const blind = isBlind(pin);
      const keys = {
        day: ['2026-03-01', '2026-03-02', '2026-03-03'],
        hour: ['08', '09', '10'],
        product: ['TSEL10', 'PLN50', 'PLNPOST'],
        brand: ['TELKOMSEL', 'PLN', ''],
        cashier: ['cashier'],
        shift: ['1', '2'],
      }[by];
      const lines = keys.map((key, n) => named(key, 90 - n * 20, blind, by === 'product' ? `Produk ${key}` : null));
      return ok({ lines, next: null, total: fakeLine(210, blind), filling: null });
    },
    'books.rebuild': async () => ok({}),
    'shifts.current': async () => ok({ shift: current(), required: false }),
    'shifts.open': async ({ counted }) => {
      if (current()) return fail('not_allowed', 'A shift is open already.', { reason: 'shift_open' });
      const at = new Date().toISOString();
      const number = shifts.length + 1;
      const shift = {
        number,
        day: at.slice(0, 10),
        openedAt: at,
        openedBy: 'cashier',
        opening: counted,
        closed: null,
      };
      shifts.unshift(shift);
      return ok(shift);
    },
    'shifts.payIn': async (ask) => move('in', ask),
    'shifts.payOut': async (ask) => move('out', ask),
    'shifts.report': async (ask) => {
      const shift = ask?.number === undefined ? current() : shifts.find(({ number }) => number === ask.number);
      if (!shift) return noneOpen();
      return ok(report(shift, shift.closed !== null || ask?.withCash === true));
    },
    'shifts.close': async ({ counted }) => {
      const shift = current();
      if (!shift) return noneOpen();
      const expected = report(shift, true).cash?.expected ?? 0;
      const at = new Date().toISOString();
      shift.closed = { at, by: 'cashier', counted, expected, difference: counted - expected };
      return ok(report(shift, true));
    },
    'shifts.list': async () => ok({ shifts }),
    'shifts.print': async () => ok({ via: 'system', url: null, text: 'LAPORAN X' }),
  };
}
