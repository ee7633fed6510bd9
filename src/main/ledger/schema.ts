/** The sums of both tables of the ledger, as version 1 had them. */
const ledgerSums = `success INTEGER NOT NULL, bills INTEGER NOT NULL, failed INTEGER NOT NULL, unsent INTEGER NOT NULL,
  turnover INTEGER NOT NULL, totals INTEGER NOT NULL, price INTEGER NOT NULL, prices INTEGER NOT NULL,
  fee INTEGER NOT NULL, admin INTEGER NOT NULL, admins INTEGER NOT NULL, commission INTEGER NOT NULL,
  commissions INTEGER NOT NULL, margin INTEGER NOT NULL, margins INTEGER NOT NULL, taken INTEGER NOT NULL,
  owed INTEGER NOT NULL, returned INTEGER NOT NULL,
  qrisTaken INTEGER NOT NULL, qrisOwed INTEGER NOT NULL, qrisReturned INTEGER NOT NULL,
  transferTaken INTEGER NOT NULL, transferOwed INTEGER NOT NULL, transferReturned INTEGER NOT NULL,
  ewalletTaken INTEGER NOT NULL, ewalletOwed INTEGER NOT NULL, ewalletReturned INTEGER NOT NULL,
  tabTaken INTEGER NOT NULL, tabPaid INTEGER NOT NULL`;

/** What sales came to, without what came in by each method. */
const columns =
  'success, bills, failed, unsent, turnover, totals, price, prices, fee, admin, admins, commission, commissions, margin, margins, tabTaken, tabPaid'.split(
    ', ',
  );

/** Money by method in a table beside the sums: a method is a row, and a new one changes no table. */
const moneyApart = (table: string, moneyTable: string, key: readonly (readonly [string, string])[]): string => {
  const names = key.map(([name]) => name).join(', ');
  const declared = key.map(([name, type]) => `${name} ${type} NOT NULL,`).join(' ');
  const moved = ['cash', 'qris', 'transfer', 'ewallet'].map((method) => {
    const [taken, owed, returned] =
      method === 'cash' ? ['taken', 'owed', 'returned'] : [`${method}Taken`, `${method}Owed`, `${method}Returned`];
    return `INSERT INTO ${moneyTable} SELECT ${names}, '${method}', ${taken}, ${owed}, ${returned} FROM ${table}
      WHERE ${taken} <> 0 OR ${owed} <> 0 OR ${returned} <> 0;`;
  });
  return `
CREATE TABLE ${moneyTable} (
  ${declared}
  method TEXT NOT NULL,
  taken INTEGER NOT NULL,
  owed INTEGER NOT NULL,
  returned INTEGER NOT NULL,
  PRIMARY KEY (${names}, method)
) STRICT, WITHOUT ROWID;
${moved.join('\n')}
ALTER TABLE ${table} RENAME TO ${table}_before;
CREATE TABLE ${table} (
  ${declared}
  ${columns.map((column) => `${column} INTEGER NOT NULL,`).join(' ')}
  PRIMARY KEY (${names})
) STRICT, WITHOUT ROWID;
INSERT INTO ${table} SELECT ${names}, ${columns.join(', ')} FROM ${table}_before;
DROP TABLE ${table}_before;
`;
};

/** The sales ledger: sums over settled sales, kept in the commit that settles them, and made again from the sales at any time. Shifts. */
export const ledgerSchema = {
  1: `
CREATE TABLE ledger_by_hour (
  day TEXT NOT NULL,
  -- the quarter of an hour in which it was sent, counted from 1970 UTC: the shop's hour in whatever zone
  slot INTEGER NOT NULL,
  -- 0: none was open
  shift INTEGER NOT NULL,
  -- the actor of the log; empty where nobody here sent it
  cashier TEXT NOT NULL,
  ${ledgerSums},
  PRIMARY KEY (day, slot, shift, cashier)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_by_product (
  day TEXT NOT NULL,
  product_code TEXT NOT NULL,
  -- empty where the provider named none
  brand TEXT NOT NULL,
  shift INTEGER NOT NULL,
  cashier TEXT NOT NULL,
  ${ledgerSums},
  PRIMARY KEY (day, product_code, brand, shift, cashier)
) STRICT, WITHOUT ROWID;

-- there while the ledger is rebuilt: sales up to this id are in it
CREATE TABLE ledger_rebuild (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  up_to TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL
) STRICT;

-- a shift's figures stand in the log: a row says only where
CREATE TABLE shifts (
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  opened_seq INTEGER NOT NULL UNIQUE REFERENCES events (seq),
  closed_seq INTEGER UNIQUE REFERENCES events (seq) CHECK (closed_seq > opened_seq)
) STRICT;
CREATE UNIQUE INDEX shifts_one_open ON shifts ((closed_seq IS NULL)) WHERE closed_seq IS NULL;
CREATE TRIGGER shifts_follow BEFORE INSERT ON shifts
  WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM shifts) OR NEW.closed_seq IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'shifts follow one another'); END;
CREATE TRIGGER shifts_only_close BEFORE UPDATE ON shifts
  WHEN OLD.closed_seq IS NOT NULL OR NEW.closed_seq IS NULL OR NEW.number <> OLD.number OR NEW.opened_seq <> OLD.opened_seq
  BEGIN SELECT RAISE(ABORT, 'a closed shift does not change'); END;
CREATE TRIGGER shifts_never_go BEFORE DELETE ON shifts
  BEGIN SELECT RAISE(ABORT, 'a closed shift does not change'); END;
`,
  4: [
    moneyApart('ledger_by_hour', 'ledger_money_by_hour', [
      ['day', 'TEXT'],
      ['slot', 'INTEGER'],
      ['shift', 'INTEGER'],
      ['cashier', 'TEXT'],
    ]),
    moneyApart('ledger_by_product', 'ledger_money_by_product', [
      ['day', 'TEXT'],
      ['product_code', 'TEXT'],
      ['brand', 'TEXT'],
      ['shift', 'INTEGER'],
      ['cashier', 'TEXT'],
    ]),
  ].join(''),
} as const;
