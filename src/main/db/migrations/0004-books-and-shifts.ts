import type { LedgerColumn } from '../../../shared/domain/sales-report.ts';

/** What a row of the books sums up, in the order in which it is written. All are whole numbers; amounts are whole rupiah. */
export const bookColumns = [
  'success',
  'bills',
  'failed',
  'unsent',
  'turnover',
  'totals',
  'price',
  'prices',
  'fee',
  'admin',
  'admins',
  'commission',
  'commissions',
  'margin',
  'margins',
  'taken',
  'owed',
  'returned',
] as const satisfies readonly LedgerColumn[];

const sums = bookColumns.map((column) => `${column} INTEGER NOT NULL`).join(', ');

/**
 * The books: sums over the sales that are settled, kept in the commit that settles them, and made again from the sales at
 * any time. And the shifts, whose events stand in the log; a row says only where.
 */
export const booksAndShifts = `
CREATE TABLE book_hours (
  day TEXT NOT NULL,
  -- the quarter of an hour in which it was sent, counted from 1970 UTC: the shop's hour in whatever zone
  slot INTEGER NOT NULL,
  -- 0: none was open
  shift INTEGER NOT NULL,
  -- the actor of the log; empty where nobody here sent it
  cashier TEXT NOT NULL,
  ${sums},
  PRIMARY KEY (day, slot, shift, cashier)
) STRICT, WITHOUT ROWID;

CREATE TABLE book_products (
  day TEXT NOT NULL,
  product_code TEXT NOT NULL,
  -- empty where the provider named none
  brand TEXT NOT NULL,
  shift INTEGER NOT NULL,
  cashier TEXT NOT NULL,
  ${sums},
  PRIMARY KEY (day, product_code, brand, shift, cashier)
) STRICT, WITHOUT ROWID;

-- There while the books are being made from the sales: those up to this id are in them.
CREATE TABLE book_fill (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  up_to TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL
) STRICT;
INSERT INTO book_fill (only, up_to, done, total)
  SELECT 1, '', 0, (SELECT count(*) FROM transactions) WHERE EXISTS (SELECT 1 FROM transactions);

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

-- Slips of shifts are printed too, and can be printed again: a check cannot be changed in place.
CREATE TABLE print_jobs_with_shifts (
  -- the order of printing
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'head', 'test', 'ruler', 'shift')),
  sale_id TEXT REFERENCES transactions (id),
  printer TEXT NOT NULL,
  copy INTEGER CHECK (copy >= 1),
  counted INTEGER NOT NULL CHECK (counted IN (0, 1) AND (counted = 0 OR copy IS NOT NULL)),
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'checking', 'sending', 'sent', 'confirmed', 'blocked', 'unknown', 'failed')),
  reason TEXT,
  asked_by TEXT NOT NULL CHECK (asked_by IN ('cashier', 'supervisor', 'system')),
  again TEXT UNIQUE REFERENCES print_jobs_with_shifts (id),
  decided TEXT CHECK (decided IN ('again', 'given_up', 'printed')),
  format TEXT NOT NULL CHECK (format IN ('escpos', 'starprnt', 'page')),
  payload BLOB,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- of a shift's slip
  shift INTEGER REFERENCES shifts (number) CHECK ((shift IS NULL) = (kind <> 'shift'))
) STRICT;
INSERT INTO print_jobs_with_shifts SELECT *, NULL FROM print_jobs ORDER BY seq;
DROP TABLE print_jobs;
ALTER TABLE print_jobs_with_shifts RENAME TO print_jobs;
CREATE UNIQUE INDEX print_jobs_copies ON print_jobs (sale_id, copy) WHERE counted = 1;
CREATE INDEX print_jobs_of_sale ON print_jobs (sale_id, seq) WHERE sale_id IS NOT NULL;
CREATE INDEX print_jobs_waiting ON print_jobs (printer, seq) WHERE state IN ('queued', 'checking', 'blocked');
CREATE INDEX print_jobs_open ON print_jobs (seq)
  WHERE state IN ('queued', 'checking', 'blocked', 'sending') OR (state = 'unknown' AND decided IS NULL);
`;
