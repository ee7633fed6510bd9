/** Cash services: a row for each event that records one or takes one back. The log is the truth; rows are what is summed and searched. */
export const cashServicesSchema = {
  5: `
CREATE TABLE cash_services (
  id TEXT NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE REFERENCES events (seq),
  at TEXT NOT NULL,
  day TEXT NOT NULL,
  -- 0: none was open
  shift INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- below zero in a row that takes another back
  amount INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  -- by how much the drawer and the purse changed
  cash INTEGER NOT NULL,
  purse INTEGER NOT NULL,
  note TEXT,
  -- a record is taken back once
  reverses TEXT UNIQUE REFERENCES cash_services (id)
) STRICT;
CREATE INDEX cash_services_day ON cash_services (day);
CREATE INDEX cash_services_newest ON cash_services (at, id);
`,
} as const;
