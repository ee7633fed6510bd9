/**
 * A value given to a statement, as SQLite's planner does not see it. Where it sees one beside ORDER BY or a join, SQLite
 * compiles the whole statement again each time another value is given, which takes up to ten times as long as running it.
 * Indexes are found all the same.
 * @param parameter as it stands in the statement: `?` or a name
 */
export const opaqueParam = (parameter = '?'): string => `(SELECT ${parameter})`;
