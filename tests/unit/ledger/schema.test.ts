import Database from 'better-sqlite3';
import { describe, expect, it, test } from 'vitest';
import { prepareAppend } from '../../../src/main/db/event-log.ts';
import { createMeta } from '../../../src/main/db/metadata.ts';
import { migrate, schemaVersion } from '../../../src/main/db/migrate.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { prepareSlices } from '../../../src/main/ledger/sales-report.ts';
import { migrations } from '../../../src/main/schema/index.ts';
import { moneyMethods } from '../../../src/shared/domain/payment.ts';
import { emptyOpenTotals, emptyTotals, LedgerTotals } from '../../../src/shared/domain/sales-report.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';

/** A database of version 3, which had a column for each sum of each method. */
function before(): Database.Database {
  const db = new Database(':memory:');
  migrate(db, () => undefined, migrations.slice(0, 3));
  return db;
}

const names = LedgerTotals.keyof().options;
/** A different amount in each column. */
const sums = LedgerTotals.parse(Object.fromEntries(names.map((name, at) => [name, at + 1])));

describe('the ledger of a database with a column for each method', () => {
  it('keeps every sum of every row when methods become rows', () => {
    const db = before();
    const values = names.map((name) => sums[name]).join(', ');
    db.exec(`INSERT INTO ledger_by_hour (day, slot, shift, cashier, ${names.join(', ')})
        VALUES ('2026-03-02', 7, 1, 'cashier', ${values}), ('2026-03-03', 8, 2, 'cashier', ${values});
      INSERT INTO ledger_by_product (day, product_code, brand, shift, cashier, ${names.join(', ')})
        VALUES ('2026-03-02', 'pulsa10', 'TELKOMSEL', 1, 'cashier', ${values});`);
    migrate(db, () => undefined);
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    const slices = prepareSlices(db);
    const range = { from: '2026-03-01', to: '2026-03-31' };
    expect(slices({ ...range, by: 'day' }).map(({ key, sums: read }) => [key, read])).toEqual([
      ['2026-03-02', sums],
      ['2026-03-03', sums],
    ]);
    expect(slices({ ...range, by: 'product' }).map(({ key, sums: read }) => [key, read])).toEqual([['pulsa10', sums]]);
    expect(slices({ ...range, by: 'shift', shift: 2 }).map(({ key }) => key)).toEqual(['2']);
  });

  it('has no row for a method that brought nothing', () => {
    const db = before();
    const only = { ...emptyTotals(), success: 1, turnover: 12_000, taken: 12_000 };
    db.exec(`INSERT INTO ledger_by_hour (day, slot, shift, cashier, ${names.join(', ')})
      VALUES ('2026-03-02', 7, 1, 'cashier', ${names.map((name) => only[name]).join(', ')});`);
    migrate(db, () => undefined);
    expect(moneyMethods).toHaveLength(4);
    expect(db.prepare('SELECT method, taken, owed, returned FROM ledger_money_by_hour').all()).toEqual([
      { method: 'cash', taken: 12_000, owed: 0, returned: 0 },
    ]);
  });
});

/** A database of version 4 with a shift that was closed by it: no counts by notes, no cash services, no purse, no carried cash. */
function olderDatabase(path: string): void {
  const db = connect(path, false);
  migrate(db, () => createMeta(db, realRandom), migrations.slice(0, 4));
  const append = prepareAppend(db, realRandom);
  const act = { actor: 'cashier', at: '2026-03-02T01:00:00.000Z', bodies: [] };
  const note = { role: 'note' as const, bytes: new TextEncoder().encode('uang kecil') };
  const opened = append(
    { ...act, type: 'shift.opened', data: { shift: 1, day: '2026-03-02', counted: 100_000, takenOver: [] } },
    null,
  );
  append({ ...act, type: 'cash.paid_out', data: { shift: 1, amount: 7000 }, bodies: [note] }, null);
  const flow = { taken: 0, returned: 0 };
  const closing = {
    shift: 1,
    terminal: 'K1',
    counted: 92_000,
    difference: -1000,
    drawer: { opening: 100_000, ...flow, paidIn: 0, paidOut: 7000, expected: 93_000 },
    methods: { qris: flow, transfer: flow, ewallet: flow, tab: { added: 0, paid: 0, paidInCash: 0, lapsed: 0 } },
    sums: { ...emptyTotals() },
    open: { ...emptyOpenTotals() },
    handedOver: [],
  };
  db.prepare('INSERT INTO shifts (number, opened_seq) VALUES (1, ?)').run(opened);
  const closed = append({ ...act, at: '2026-03-02T10:00:00.000Z', type: 'shift.closed', data: closing }, null);
  db.prepare('UPDATE shifts SET closed_seq = ? WHERE number = 1').run(closed);
  db.close();
}

test('a shift that an older version closed is read as it was, is verified, and is what the next count is compared with', async () => {
  const path = journalPath();
  olderDatabase(path);
  const db = await aJournal(path);
  const act = { actor: 'cashier', at: '2026-03-03T01:00:00.000Z', day: '2026-03-03' };
  expect(await db.shifts.report(1, act.at)).toMatchObject({
    kind: 'z',
    cash: { paidOut: 7000, servicesIn: 0, servicesOut: 0, expected: 93_000 },
    services: [],
    purse: null,
    moves: [{ amount: 7000, category: null, reason: 'uang kecil' }],
    shift: { carried: null, openingCount: null, closed: { counted: 92_000, count: null, difference: -1000 } },
  });
  const terms = { kind: 'withdrawal', amount: 50_000, fee: 3000, feeSide: 'cash' } as const;
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  await db.cashServices.record({ ...act, id, terms, note: 'R1', allowSameReference: false, needsShift: false });
  expect(await db.shifts.carried(40_000)).toEqual({ expected: 45_000, difference: -5000 });
  const second = await db.shifts.open({ ...act, counted: 40_000, difference: -5000, reason: 'kurang hitung' });
  expect(second).toMatchObject({ number: 2, carried: { expected: 45_000, difference: -5000 } });
  const purse = { name: 'BRILink', counted: 500_000 };
  expect(await db.shifts.close({ actor: 'cashier', at: act.at, counted: 40_000, purse })).toMatchObject({
    purse: { openingBalance: null, counted: 500_000, difference: null },
    shift: { closed: { difference: 0 } },
  });
  await db.close();
  expect(verifyJournal(path).flaw).toBeNull();
});
