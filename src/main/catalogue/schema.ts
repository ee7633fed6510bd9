/** What a person did to the list of products, and the jobs that go on after a restart. */
export const catalogueSchema = {
  1: `
CREATE TABLE product_changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  product_code TEXT NOT NULL,
  field TEXT NOT NULL,
  old_value TEXT,
  new_value TEXT
) STRICT;

-- the file of a brand's logo, by the address that the provider gave
CREATE TABLE logos (
  url TEXT NOT NULL PRIMARY KEY,
  -- SHA-256 of its bytes; null: it could not be had
  name TEXT,
  tried_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- the last list of codes that was imported, line by line
CREATE TABLE import_lines (
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
CREATE INDEX import_lines_waiting ON import_lines (line) WHERE state = 'waiting';
CREATE INDEX import_lines_failed ON import_lines (line) WHERE state = 'failed';

-- progress of the catalogue's jobs, so that they go on after a restart
CREATE TABLE catalogue_jobs (
  what TEXT NOT NULL PRIMARY KEY CHECK (what IN ('import', 'refresh')),
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
} as const;
