/** The sums of both tables of the ledger. */
const ledgerSums = `success INTEGER NOT NULL, bills INTEGER NOT NULL, failed INTEGER NOT NULL, unsent INTEGER NOT NULL,
  turnover INTEGER NOT NULL, totals INTEGER NOT NULL, price INTEGER NOT NULL, prices INTEGER NOT NULL,
  fee INTEGER NOT NULL, admin INTEGER NOT NULL, admins INTEGER NOT NULL, commission INTEGER NOT NULL,
  commissions INTEGER NOT NULL, margin INTEGER NOT NULL, margins INTEGER NOT NULL, taken INTEGER NOT NULL,
  owed INTEGER NOT NULL, returned INTEGER NOT NULL,
  qrisTaken INTEGER NOT NULL, qrisOwed INTEGER NOT NULL, qrisReturned INTEGER NOT NULL,
  transferTaken INTEGER NOT NULL, transferOwed INTEGER NOT NULL, transferReturned INTEGER NOT NULL,
  ewalletTaken INTEGER NOT NULL, ewalletOwed INTEGER NOT NULL, ewalletReturned INTEGER NOT NULL,
  tabTaken INTEGER NOT NULL, tabPaid INTEGER NOT NULL`;

/**
 * The first schema. `transactions` is what the counter reads and may be rebuilt from the snapshots; `events` is the truth
 * and only grows. Times are ISO 8601 UTC with milliseconds, so that they sort as text; amounts are whole rupiah.
 */
export const firstSchema = `
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
CREATE INDEX transactions_tab ON transactions (tab_customer, created_at, id) WHERE tab_owed > 0;
CREATE INDEX transactions_tab_paid ON transactions (tab_customer, tab_paid_at) WHERE tab_paid_at IS NOT NULL;
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
CREATE INDEX events_customer_erased ON events (type) WHERE type = 'customer.erased';
CREATE INDEX events_people ON events (seq)
  WHERE type IN ('people.added', 'people.changed', 'people.signed_in', 'people.locked_out', 'people.reset');
CREATE INDEX events_deposit ON events (seq) WHERE type = 'deposit.recorded';
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

-- Several sales that are paid together. What became of each, and its money, stands in the sale.
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

-- The sales ledger: sums over settled sales, kept in the commit that settles them, and made again from the sales at any time.
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

-- What is left at the provider, estimated; no row until a person records something (main/deposit).
CREATE TABLE deposit (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  balance INTEGER NOT NULL,
  -- when a person last read the balance at the provider
  corrected_at TEXT
) STRICT;

-- Not part of the chain: a requested print is an event of the sale; a row says what became of it.
CREATE TABLE print_jobs (
  -- the order of printing
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'head', 'test', 'ruler', 'shift', 'settlement')),
  sale_id TEXT REFERENCES transactions (id),
  printer TEXT NOT NULL,
  copy INTEGER CHECK (copy >= 1),
  -- whether that copy may exist on paper
  counted INTEGER NOT NULL CHECK (counted IN (0, 1) AND (counted = 0 OR copy IS NOT NULL)),
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'checking', 'sending', 'sent', 'confirmed', 'blocked', 'unknown', 'failed')),
  reason TEXT,
  asked_by TEXT NOT NULL CHECK (asked_by IN ('cashier', 'supervisor', 'system')),
  -- a job is reprinted by one other at most
  reprint_of TEXT UNIQUE REFERENCES print_jobs (id),
  resolution TEXT CHECK (resolution IN ('again', 'given_up', 'printed')),
  format TEXT NOT NULL CHECK (format IN ('escpos', 'starprnt', 'page')),
  -- null once it was sent or given up: it holds a customer's data
  payload BLOB,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- of a shift's slip
  shift INTEGER REFERENCES shifts (number) CHECK ((shift IS NULL) = (kind <> 'shift')),
  -- of a settlement's slip: who paid of the tab, and when
  tab_customer TEXT CHECK ((tab_customer IS NULL) = (kind <> 'settlement')),
  tab_paid_at TEXT CHECK ((tab_paid_at IS NULL) = (kind <> 'settlement'))
) STRICT;
CREATE UNIQUE INDEX print_jobs_copies ON print_jobs (sale_id, copy) WHERE counted = 1;
CREATE INDEX print_jobs_of_sale ON print_jobs (sale_id, seq) WHERE sale_id IS NOT NULL;
CREATE INDEX print_jobs_waiting ON print_jobs (printer, seq) WHERE state IN ('queued', 'checking', 'blocked');
CREATE INDEX print_jobs_open ON print_jobs (seq)
  WHERE state IN ('queued', 'checking', 'blocked', 'sending') OR (state = 'unknown' AND resolution IS NULL);

-- receipts to print without a request: added in the commit that issues the number, removed in the one that creates the job
CREATE TABLE auto_print_outbox (
  sale_id TEXT NOT NULL PRIMARY KEY REFERENCES transactions (id),
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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

-- What changed about people, and who signed in, stands in the log; no PIN is here, because copies of this file leave the shop.
CREATE TABLE people (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  role TEXT NOT NULL CHECK (role IN ('cashier', 'supervisor', 'owner')),
  active INTEGER NOT NULL CHECK (active IN (0, 1)),
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER people_never_go BEFORE DELETE ON people
  BEGIN SELECT RAISE(ABORT, 'a person stays, so that what they did keeps a name'); END;
CREATE TRIGGER people_one_owner BEFORE UPDATE ON people
  WHEN OLD.role = 'owner' AND OLD.active = 1 AND (NEW.role <> 'owner' OR NEW.active = 0)
    AND (SELECT count(*) FROM people WHERE role = 'owner' AND active = 1) = 1
  BEGIN SELECT RAISE(ABORT, 'the last owner stays'); END;

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
`;
