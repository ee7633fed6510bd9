/** Erasures of a shop with several counters. Copies of this file leave the shop: they hold digests under the shop key, never a number. */
export const shopErasures = `
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
`;

/** The third step: every erasure of the shop, kept for those that learn of it late: a replica at the office, a counter after a change of the shop's key. */
export const knownErasures = `
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
`;
