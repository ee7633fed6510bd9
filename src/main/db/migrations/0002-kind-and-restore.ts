/**
 * What a copy of the database must be known by before it is put in another's place: whose world it is of, and whether it was
 * put back already.
 */
export const kindAndRestore = `
ALTER TABLE meta ADD COLUMN kind TEXT CHECK (kind IN ('live', 'training'));
-- JSON, see restore/restored.ts; null for a database that only ever grew
ALTER TABLE meta ADD COLUMN restored TEXT;
`;
