/**
 * The shop's own catalogue: products that were looked up get what only the shop knows of them. Beside it what the provider
 * has said differently since, where logos lie, and the list of codes that is being asked about.
 */
export const catalogue = `
ALTER TABLE products ADD COLUMN looked_up_at TEXT;
-- since when the provider does not give it any more
ALTER TABLE products ADD COLUMN gone_at TEXT;
ALTER TABLE products ADD COLUMN cost INTEGER CHECK (cost >= 0);
-- 0: the price is what it was last sold for, and follows the next sale
ALTER TABLE products ADD COLUMN price_entered INTEGER NOT NULL DEFAULT 0 CHECK (price_entered IN (0, 1));
-- of a bill, instead of the fee for every bill
ALTER TABLE products ADD COLUMN fee INTEGER CHECK (fee >= 0);
ALTER TABLE products ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1));
ALTER TABLE products ADD COLUMN group_name TEXT;
ALTER TABLE products ADD COLUMN place INTEGER CHECK (place >= 0);
ALTER TABLE products ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));

CREATE TABLE product_changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  product_code TEXT NOT NULL,
  what TEXT NOT NULL,
  was TEXT,
  now TEXT
) STRICT;

-- Where a brand's picture lies, by the address that the provider gave.
CREATE TABLE logos (
  url TEXT NOT NULL PRIMARY KEY,
  -- SHA-256 of its bytes; null: it could not be had
  name TEXT,
  tried_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The last list of codes that was brought, line by line.
CREATE TABLE product_list (
  line INTEGER PRIMARY KEY,
  text TEXT NOT NULL,
  product_code TEXT,
  cost INTEGER,
  selling_price INTEGER,
  group_name TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'added', 'failed')),
  reason TEXT,
  message TEXT
) STRICT;
CREATE INDEX product_list_waiting ON product_list (line) WHERE state = 'waiting';
CREATE INDEX product_list_failed ON product_list (line) WHERE state = 'failed';

-- How far the asking is, so that it goes on after a restart.
CREATE TABLE catalogue_work (
  what TEXT NOT NULL PRIMARY KEY CHECK (what IN ('import', 'refresh')),
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
