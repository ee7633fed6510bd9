import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { BookBy, NamedLine } from '../../shared/contract/ledger.ts';
import type { ReportRow } from '../../shared/domain/sales-report.ts';
import type { CashMove, Shift } from '../../shared/domain/shift.ts';
import { linesOf } from './report-lines.ts';
import { prepareSlices } from './sales-report.ts';
import { prepareReadShifts, type ShiftRow, shiftOf } from './shift-reports.ts';

export interface RecapQuery {
  /** business days, YYYY-MM-DD, both included */
  from: string;
  to: string;
  timeZone: string;
  /** leaves out the cash: the drawer of an open shift is counted blind */
  blind: boolean;
  /** who works here, those who left too */
  people: ReadonlyArray<{ id: string; name: string }>;
}

const ways = ['day', 'month', 'product', 'brand', 'cashier'] as const satisfies readonly BookBy[];
export type RecapWay = (typeof ways)[number];

export interface RecapShift {
  shift: Shift;
  /** null: it is open, or nobody counted it with a report */
  closed: ShiftRow['closed'];
  moves: CashMove[];
}

/** The books of some days in several ways, and the shifts that were opened on them, oldest first. */
export interface Recap {
  total: ReportRow;
  lines: Record<RecapWay, NamedLine[]>;
  shifts: RecapShift[];
}

const Names = z.array(z.tuple([z.string(), z.string()]));

/** Reads a recap in one transaction, so that its parts agree with each other. */
export function readRecap(db: Database.Database, ask: RecapQuery): Recap {
  return db.transaction((): Recap => {
    const slices = prepareSlices(db);
    const products = db
      .prepare(
        `SELECT product_code, product ->> '$.productName' FROM products WHERE product ->> '$.productName' IS NOT NULL`,
      )
      .raw()
      .all();
    const names = {
      product: new Map(Names.parse(products)),
      cashier: new Map(ask.people.map(({ id, name }) => [id, name])),
    };
    const read = (by: RecapWay) =>
      linesOf(by, slices({ from: ask.from, to: ask.to, by: by === 'month' ? 'day' : by }), {
        ...ask,
        names: by === 'product' || by === 'cashier' ? names[by] : new Map(),
      });
    const { total, lines: day } = read('day');
    const [month, product, brand, cashier] = [read('month'), read('product'), read('brand'), read('cashier')];
    return {
      total,
      lines: { day, month: month.lines, product: product.lines, brand: brand.lines, cashier: cashier.lines },
      shifts: readShifts(db, ask),
    };
  })();
}

const pageSize = 200;

function readShifts(db: Database.Database, { from, to }: RecapQuery): RecapShift[] {
  const shifts = prepareReadShifts(db);
  const found: RecapShift[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = shifts.list({ before, limit: pageSize });
    for (const row of rows) {
      if (row.opened.day < from || row.opened.day > to) continue;
      const moves = shifts.moves(row.openedSeq, row.closedSeq ?? Number.MAX_SAFE_INTEGER);
      found.push({ shift: shiftOf(row), closed: row.closed, moves });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return found.toReversed();
    before = last.number;
  }
}
