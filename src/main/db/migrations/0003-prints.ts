/**
 * Print jobs, and the proofs that are to be printed by themselves. Not part of the chain: that somebody asked for a print is
 * an event of the sale; these say what became of it.
 */
export const prints = `
CREATE TABLE print_jobs (
  -- the order of printing
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'head', 'test', 'ruler')),
  sale_id TEXT REFERENCES transactions (id),
  printer TEXT NOT NULL,
  copy INTEGER CHECK (copy >= 1),
  -- whether that copy may exist on paper
  counted INTEGER NOT NULL CHECK (counted IN (0, 1) AND (counted = 0 OR copy IS NOT NULL)),
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'checking', 'sending', 'sent', 'confirmed', 'blocked', 'unknown', 'failed')),
  reason TEXT,
  asked_by TEXT NOT NULL CHECK (asked_by IN ('cashier', 'supervisor', 'system')),
  -- one job is repeated by one other at most
  again TEXT UNIQUE REFERENCES print_jobs (id),
  decided TEXT CHECK (decided IN ('again', 'given_up', 'printed')),
  format TEXT NOT NULL CHECK (format IN ('escpos', 'starprnt', 'page')),
  -- null once it left or was given up: it holds a customer's data
  payload BLOB,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX print_jobs_copies ON print_jobs (sale_id, copy) WHERE counted = 1;
CREATE INDEX print_jobs_of_sale ON print_jobs (sale_id, seq) WHERE sale_id IS NOT NULL;
CREATE INDEX print_jobs_waiting ON print_jobs (printer, seq) WHERE state IN ('queued', 'checking', 'blocked');
CREATE INDEX print_jobs_open ON print_jobs (seq)
  WHERE state IN ('queued', 'checking', 'blocked', 'sending') OR (state = 'unknown' AND decided IS NULL);

CREATE TABLE print_wishes (
  sale_id TEXT NOT NULL PRIMARY KEY REFERENCES transactions (id),
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
