/**
 * Saved lists of bills that are paid together. As saved customers they are no part of the log: what is removed leaves no trace. The column
 * `customer_key` and the day `purge_at` are as those of customers.
 */
export const billGroupsSchema = {
  5: `
CREATE TABLE bill_groups (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  consent_at TEXT NOT NULL,
  consent_by TEXT NOT NULL,
  -- the shop's day, YYYY-MM-DD: on it the group goes
  purge_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE bill_group_members (
  -- names the member in the list of erasures, and nothing of them
  id TEXT NOT NULL PRIMARY KEY,
  group_id TEXT NOT NULL REFERENCES bill_groups (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- who pays for it; empty: the member
  payer TEXT NOT NULL,
  product_code TEXT NOT NULL,
  customer_no TEXT NOT NULL,
  customer_key TEXT NOT NULL,
  -- the last inquiry, where it left no sale: when, and the error as JSON
  refused_at TEXT,
  refusal TEXT CHECK ((refusal IS NULL) = (refused_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX bill_group_members_of ON bill_group_members (group_id, position);
CREATE INDEX bill_group_members_key ON bill_group_members (customer_key);
`,
} as const;
