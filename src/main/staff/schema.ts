/** What changed about people, and who signed in, stands in the log; no PIN is here, because copies of this file leave the shop. */
export const staffSchema = {
  1: `
CREATE INDEX events_people ON events (seq)
  WHERE type IN ('people.added', 'people.changed', 'people.signed_in', 'people.locked_out', 'people.reset');

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
`,
} as const;
