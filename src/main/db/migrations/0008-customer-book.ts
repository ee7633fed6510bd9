/**
 * Customers who agreed to be remembered. Nothing refers to it and the log does not hold it, so an entry can go without a trace.
 */
export const customerBook = `
CREATE TABLE customers (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  -- as it is sorted and compared
  name_key TEXT NOT NULL,
  note TEXT,
  consent_at TEXT NOT NULL,
  consent_by TEXT NOT NULL,
  -- the shop's day, YYYY-MM-DD: on it the entry goes
  purge_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX customers_by_name ON customers (name_key, id);
CREATE INDEX customers_purge ON customers (purge_at);

CREATE TABLE customer_numbers (
  -- as it is dialled
  customer_key TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  customer_no TEXT NOT NULL,
  label TEXT NOT NULL,
  product_code TEXT,
  PRIMARY KEY (customer_key, customer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_numbers_of ON customer_numbers (customer_id, position);

-- The words of the names, so that any of them can be begun with.
CREATE TABLE customer_words (
  word TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  PRIMARY KEY (word, customer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_words_of ON customer_words (customer_id);
`;
