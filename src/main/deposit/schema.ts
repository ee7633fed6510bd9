/** What is left at the provider, estimated. */
export const depositSchema = {
  1: `
CREATE INDEX events_deposit ON events (seq) WHERE type = 'deposit.recorded';

-- no row until a person records something
CREATE TABLE deposit (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  balance INTEGER NOT NULL,
  -- when a person last read the balance at the provider
  corrected_at TEXT
) STRICT;
`,
} as const;
