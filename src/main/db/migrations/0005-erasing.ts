/**
 * What is still to be erased of customers' data. It names sales and never a number, so that a program killed in the middle
 * goes on with it, and the list itself says nothing about anybody.
 */
export const erasing = `
CREATE TABLE erase_queue (
  sale_id TEXT NOT NULL PRIMARY KEY REFERENCES transactions (id),
  -- "asked": the customer or the shop asked for it; "age": older than the shop keeps customers' data
  why TEXT NOT NULL CHECK (why IN ('asked', 'age'))
) STRICT, WITHOUT ROWID;

CREATE TABLE erasing (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  -- of the sales in the order of the list, the last that its age was looked at
  aged_at TEXT NOT NULL,
  aged_id TEXT NOT NULL,
  -- the last event that was looked at for late webhooks of erased customers
  heard_to INTEGER NOT NULL,
  -- parts of the file that are no longer used may still hold what was erased
  leftovers INTEGER NOT NULL CHECK (leftovers IN (0, 1))
) STRICT;
INSERT INTO erasing (only, aged_at, aged_id, heard_to, leftovers) VALUES (1, '', '', 0, 0);

CREATE INDEX events_customer_erased ON events (type) WHERE type = 'customer.erased';
`;
