/** Several sales that are paid together. What became of each, and its money, stands in the sale. */
export const batchesSchema = {
  1: `
CREATE TABLE batches (
  -- the order of creation
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  -- cash handed over for all lines; null: none of it is paid in cash
  tendered INTEGER CHECK (tendered >= 0),
  stopped_at TEXT
) STRICT;

CREATE TABLE batch_lines (
  batch INTEGER NOT NULL REFERENCES batches (seq),
  -- the order of sending
  position INTEGER NOT NULL CHECK (position >= 1),
  sale_id TEXT NOT NULL REFERENCES transactions (id),
  -- a person decided that it is not sent
  left_out INTEGER NOT NULL DEFAULT 0 CHECK (left_out IN (0, 1)),
  PRIMARY KEY (batch, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX batch_lines_of_sale ON batch_lines (sale_id);
`,
} as const;
