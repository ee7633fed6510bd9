/**
 * The log, the sales and their receipts, the places in mailboxes, and the products. `transactions` is what the counter reads and may be rebuilt from the
 * snapshots; `events` is the truth and only grows. Times are ISO 8601 UTC with milliseconds, so that they sort as text; amounts are whole rupiah.
 */
export const databaseSchema = {
  1: `
CREATE TABLE metadata (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  terminal TEXT NOT NULL,
  genesis BLOB NOT NULL CHECK (length(genesis) = 32),
  head_seq INTEGER NOT NULL,
  head_hash BLOB NOT NULL CHECK (length(head_hash) = 32),
  -- null until the database is first opened for one of them
  kind TEXT CHECK (kind IN ('live', 'training')),
  -- JSON, see Restored in metadata.ts; null for a database that only ever grew
  restored TEXT
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
  -- JSON lists, as shared/domain/payment.ts has them
  payments TEXT NOT NULL,
  tab_payments TEXT NOT NULL,
  returns TEXT NOT NULL,
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
  revision INTEGER NOT NULL CHECK (revision >= 1),
  -- computed when the row is written, by shared/domain/cash.ts: queries hold no rule of their own
  money_to_return INTEGER NOT NULL CHECK (money_to_return >= 0),
  money_to_collect INTEGER NOT NULL CHECK (money_to_collect >= 0),
  -- of those the part in cash
  cash_to_return INTEGER NOT NULL CHECK (cash_to_return >= 0),
  cash_to_collect INTEGER NOT NULL CHECK (cash_to_collect >= 0),
  -- what is left on the tab, and the saved customer whose tab it is
  tab_owed INTEGER NOT NULL CHECK (tab_owed >= 0),
  tab_customer TEXT,
  -- when something was last paid of it; null: nothing was
  tab_paid_at TEXT
) STRICT;
-- newest first
CREATE INDEX transactions_newest ON transactions (created_at, id);
-- the same product, however its code is spelled, for the same customer, in order of time; the day is compared on the few rows found
CREATE INDEX transactions_same ON transactions (product_code COLLATE NOCASE, customer_key, created_at);
-- not unique: two sales under one id of the provider is a dispute, not an error
CREATE INDEX transactions_provider_id ON transactions (transaction_id) WHERE transaction_id IS NOT NULL;
-- nearly every sale ends in success: leaving those out keeps this as small as what is open
CREATE INDEX transactions_not_success ON transactions (state, created_at, id) WHERE state <> 'success';
-- each order asks for the unresolved sales of its number, of any product
CREATE INDEX transactions_unresolved_of ON transactions (customer_key)
  WHERE state IN ('sending', 'pending', 'unknown', 'disputed');
CREATE INDEX transactions_money_to_return ON transactions (id) WHERE money_to_return > 0;
CREATE INDEX transactions_money_to_collect ON transactions (id) WHERE money_to_collect > 0;
-- bills paid long after their inquiry: the only sales whose day is not near the time at which they began
CREATE INDEX transactions_late ON transactions (day, created_at)
  WHERE kind = 'postpaid' AND day > date(created_at, '+2 days');

CREATE TABLE events (
  seq INTEGER PRIMARY KEY CHECK (seq >= 1),
  sale_id TEXT REFERENCES transactions (id),
  type TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  data TEXT NOT NULL,
  -- [[role, hex of SHA-256(salt, bytes)], ...] in the order of the payloads
  digests TEXT NOT NULL,
  -- which encoding was hashed (eventHash)
  encoding INTEGER NOT NULL CHECK (encoding = 1),
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX events_of_sale ON events (sale_id) WHERE sale_id IS NOT NULL;
-- few among many sales: no sale writes to these indexes
CREATE INDEX events_quarantined ON events (type) WHERE type = 'webhook.quarantined';
CREATE INDEX events_unverified ON events (type) WHERE type = 'webhook.unverified';
CREATE INDEX events_audit_log ON events (seq) WHERE type IN ('catalogue.price_changed', 'settings.changed');
-- by the quarantined webhook that they handled
CREATE INDEX events_handling ON events (data ->> '$.quarantined') WHERE data ->> '$.quarantined' IS NOT NULL;
-- other spellings of a product's name, from webhooks that an answer's id bound to their orders
CREATE INDEX events_spelling ON events (data ->> '$.spelling')
  WHERE type = 'webhook.applied' AND data ->> '$.spelling' IS NOT NULL;

CREATE TABLE event_payloads (
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

-- INSERT OR REPLACE deletes without asking the triggers of DELETE: an inserted row must be new, and next.
CREATE TRIGGER events_only_grow BEFORE INSERT ON events
  WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM events)
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_payloads_only_grow BEFORE INSERT ON event_payloads
  WHEN EXISTS (SELECT 1 FROM event_payloads WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'a payload is erased or stays'); END;
CREATE TRIGGER receipts_have_no_gap BEFORE INSERT ON receipts
  WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM receipts WHERE series = NEW.series)
    OR EXISTS (SELECT 1 FROM receipts WHERE sale_id = NEW.sale_id)
  BEGIN SELECT RAISE(ABORT, 'a receipt number is given once'); END;
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_payloads_are_only_erased BEFORE UPDATE ON event_payloads
  WHEN NEW.salt IS NOT NULL OR NEW.bytes IS NOT NULL OR NEW.id <> OLD.id OR NEW.seq <> OLD.seq OR NEW.role <> OLD.role
  BEGIN SELECT RAISE(ABORT, 'a payload is erased or stays'); END;
CREATE TRIGGER event_payloads_never_go BEFORE DELETE ON event_payloads
  BEGIN SELECT RAISE(ABORT, 'a payload is erased or stays'); END;
CREATE TRIGGER receipts_never_change BEFORE UPDATE ON receipts
  BEGIN SELECT RAISE(ABORT, 'a receipt number is given once'); END;
CREATE TRIGGER receipts_never_go BEFORE DELETE ON receipts
  BEGIN SELECT RAISE(ABORT, 'a receipt number is given once'); END;

CREATE TABLE relay_cursors (mailbox TEXT NOT NULL PRIMARY KEY, cursor TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- how far the relay had acknowledged a mailbox when this database last began to read it from its oldest
CREATE TABLE relay_acks (mailbox TEXT NOT NULL PRIMARY KEY, acked TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE products (
  product_code TEXT NOT NULL PRIMARY KEY,
  product TEXT NOT NULL,
  selling_price INTEGER CHECK (selling_price >= 0),
  used_at TEXT NOT NULL,
  looked_up_at TEXT,
  -- since when the provider does not give it any more
  discontinued_at TEXT,
  cost INTEGER CHECK (cost >= 0),
  -- what the provider last took for it, as a webhook said, since its cost was last entered
  provider_price INTEGER,
  -- 0: the price is what it was last sold for, and follows the next sale
  price_entered INTEGER NOT NULL DEFAULT 0 CHECK (price_entered IN (0, 1)),
  -- of a bill, instead of the fee for every bill
  fee INTEGER CHECK (fee >= 0),
  favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1)),
  group_name TEXT,
  sort_order INTEGER CHECK (sort_order >= 0),
  hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1))
) STRICT;
`,
} as const;
