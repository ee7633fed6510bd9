/** Customers who agreed to be remembered, and what is still to be erased. No table but their own holds a number or a name. */
export const customersSchema = {
  1: `
CREATE INDEX events_customer_erased ON events (type) WHERE type = 'customer.erased';

-- Sales whose customer's data is still to be erased. It names sales and never a number, so that it says nothing about anybody.
CREATE TABLE erasure_queue (
  sale_id TEXT NOT NULL PRIMARY KEY REFERENCES transactions (id),
  -- "asked": the customer or the shop asked for it; "age": older than the retention period
  reason TEXT NOT NULL CHECK (reason IN ('asked', 'age'))
) STRICT, WITHOUT ROWID;

-- Webhooks of erased customers that the relay still holds. It names sales and signatures and never a number, for the same reason.
CREATE TABLE relay_erasures (
  seq INTEGER PRIMARY KEY,
  -- "ref": every webhook to the callback address of that sale; "signature": the webhook with that signature
  kind TEXT NOT NULL CHECK (kind IN ('ref', 'signature')),
  name TEXT NOT NULL,
  UNIQUE (kind, name)
) STRICT;

CREATE TABLE erasure_state (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  -- of the sales in the order of the list, the last whose age was checked
  aged_up_to TEXT NOT NULL,
  aged_up_to_id TEXT NOT NULL,
  -- the last event that was scanned for late webhooks of erased customers
  scanned_to_seq INTEGER NOT NULL,
  -- free pages of the file may still hold what was erased
  vacuum_pending INTEGER NOT NULL CHECK (vacuum_pending IN (0, 1))
) STRICT;
INSERT INTO erasure_state (only, aged_up_to, aged_up_to_id, scanned_to_seq, vacuum_pending) VALUES (1, '', '', 0, 0);

-- Customers who agreed to be remembered. Nothing refers to them and the log does not hold them, so an entry is deleted without a trace.
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
`,
  2: `
-- Erasures of a shop with several counters. Copies of this file leave the shop: they hold digests under the shop key, never a number.
-- made here, for the other counters, until the relay has them
CREATE TABLE erasures_to_post (
  id TEXT NOT NULL PRIMARY KEY,
  -- names the shop key under which the digest was made
  key_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- made at another counter, until this one has followed
CREATE TABLE erasures_to_follow (
  id TEXT NOT NULL PRIMARY KEY,
  key_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
  3: `
-- Every erasure of the shop, kept for those that learn of it late: a replica at the office, a counter after a change of the shop’s key.
CREATE TABLE shop_erasures (
  id TEXT NOT NULL PRIMARY KEY,
  -- names the shop key under which the digest was made
  key_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  at TEXT NOT NULL,
  -- names the shop key under which the relay has it; null: the relay never had it
  posted_under TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO shop_erasures SELECT id, key_id, digest, at, NULL FROM erasures_to_post;
DROP TABLE erasures_to_post;
`,
} as const;
