import { DatabaseError } from './sales-store.ts';

/**
 * Names the values of a row that was read with `.raw()`, in the order of its columns. For rows with names SQLite's driver
 * compiles a function for every statement, which takes longer than most statements do. Throws DatabaseError ("corrupt") where there is no such row.
 */
export function positionalRow(names: readonly string[]): (row: unknown) => Record<string, unknown> {
  return (row) => {
    if (!Array.isArray(row) || row.length !== names.length)
      throw new DatabaseError('corrupt', 'a row has not the columns asked for');
    const values: readonly unknown[] = row;
    const named: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) named[names[at] ?? ''] = values[at];
    return named;
  };
}
