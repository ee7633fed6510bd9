/**
 * The first schema. `transactions` is what the counter reads and may be rebuilt from the snapshots; `events` is the truth
 * and only grows. Times are ISO 8601 UTC with milliseconds, so that they sort as text; amounts are whole rupiah.
 */
export const salesAndLog = `
CREATE TABLE meta (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  terminal TEXT NOT NULL,
  genesis BLOB NOT NULL CHECK (length(genesis) = 32),
  head_seq INTEGER NOT NULL,
  head_hash BLOB NOT NULL CHECK (length(head_hash) = 32)
) STRICT;

CREATE TABLE transactions (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('prepaid', 'postpaid')),
  state TEXT NOT NULL CHECK (state IN
    ('inquired', 'sending', 'pending', 'success', 'failed', 'unsent', 'unknown', 'disputed', 'expired')),
  product_code TEXT NOT NULL,
  product_name TEXT,
  brand TEXT,
  category TEXT,
  customer_no TEXT NOT NULL,
  -- the number as it is compared: normalised, in capitals
  customer_key TEXT NOT NULL,
  customer_name TEXT,
  transaction_id TEXT,
  transaction_id_from TEXT CHECK (transaction_id_from IN ('answer', 'webhook')),
  sn TEXT,
  message TEXT,
  price INTEGER CHECK (price >= 0),
  fee INTEGER CHECK (fee >= 0),
  total INTEGER CHECK (total >= 0),
  tendered INTEGER CHECK (tendered >= 0),
  change INTEGER CHECK (change >= 0),
  bill TEXT,
  receipt_no TEXT,
  refused INTEGER NOT NULL CHECK (refused IN (0, 1)),
  flags TEXT NOT NULL,
  prints INTEGER NOT NULL CHECK (prints >= 0),
  day TEXT NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  updated_at TEXT NOT NULL,
  inquired_at TEXT,
  sent_at TEXT CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  settled_at TEXT,
  cash_returned_at TEXT,
  revision INTEGER NOT NULL CHECK (revision >= 1)
) STRICT;
-- newest first
CREATE INDEX transactions_newest ON transactions (created_at, id);
-- the same product for the same customer, in order of time; the day is compared on the few rows found
CREATE INDEX transactions_same ON transactions (product_code, customer_key, created_at);
-- not unique: two sales under one id of the provider is a dispute, not an error
CREATE INDEX transactions_provider_id ON transactions (transaction_id) WHERE transaction_id IS NOT NULL;
-- nearly every sale ends in success: leaving those out keeps this as small as what is open
CREATE INDEX transactions_not_success ON transactions (state, created_at, id) WHERE state <> 'success';
CREATE INDEX transactions_cash_owed ON transactions (id)
  WHERE state IN ('failed', 'unsent') AND tendered IS NOT NULL AND cash_returned_at IS NULL;

CREATE TABLE events (
  seq INTEGER PRIMARY KEY CHECK (seq >= 1),
  sale_id TEXT REFERENCES transactions (id),
  type TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  data TEXT NOT NULL,
  -- [[role, hex of SHA-256(salt, bytes)], ...] in the order of the bodies
  digests TEXT NOT NULL,
  -- which encoding was hashed (log/chain.ts)
  encoding INTEGER NOT NULL CHECK (encoding = 1),
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX events_of_sale ON events (sale_id) WHERE sale_id IS NOT NULL;
CREATE INDEX events_set_aside ON events (type) WHERE type = 'webhook.set_aside';

CREATE TABLE bodies (
  -- seq * 100 + position: found by range, without an index of its own
  id INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL REFERENCES events (seq) CHECK (seq = id / 100),
  role TEXT NOT NULL CHECK (role IN ('request', 'answer', 'webhook', 'note', 'snapshot')),
  -- both null once erased: a salt left behind would let a number be guessed from its digest
  salt BLOB,
  bytes BLOB,
  CHECK ((salt IS NULL) = (bytes IS NULL))
) STRICT;

CREATE TABLE receipts (
  series TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 1),
  sale_id TEXT NOT NULL UNIQUE REFERENCES transactions (id),
  PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE relay_cursors (mailbox TEXT NOT NULL PRIMARY KEY, cursor TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE products (
  product_code TEXT NOT NULL PRIMARY KEY,
  product TEXT NOT NULL,
  selling_price INTEGER CHECK (selling_price >= 0),
  used_at TEXT NOT NULL
) STRICT;

-- INSERT OR REPLACE deletes without asking the triggers of DELETE: what is put in must be new, and next.
CREATE TRIGGER events_only_grow BEFORE INSERT ON events
  WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM events)
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER bodies_only_grow BEFORE INSERT ON bodies
  WHEN EXISTS (SELECT 1 FROM bodies WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'a body is erased or stays'); END;
CREATE TRIGGER receipts_have_no_gap BEFORE INSERT ON receipts
  WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM receipts WHERE series = NEW.series)
    OR EXISTS (SELECT 1 FROM receipts WHERE sale_id = NEW.sale_id)
  BEGIN SELECT RAISE(ABORT, 'a receipt number is given once'); END;
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER bodies_are_only_erased BEFORE UPDATE ON bodies
  WHEN NEW.salt IS NOT NULL OR NEW.bytes IS NOT NULL OR NEW.id <> OLD.id OR NEW.seq <> OLD.seq OR NEW.role <> OLD.role
  BEGIN SELECT RAISE(ABORT, 'a body is erased or stays'); END;
CREATE TRIGGER bodies_never_go BEFORE DELETE ON bodies
  BEGIN SELECT RAISE(ABORT, 'a body is erased or stays'); END;
CREATE TRIGGER receipts_never_change BEFORE UPDATE ON receipts
  BEGIN SELECT RAISE(ABORT, 'a receipt number is given once'); END;
CREATE TRIGGER receipts_never_go BEFORE DELETE ON receipts
  BEGIN SELECT RAISE(ABORT, 'a receipt number is given once'); END;
`;
