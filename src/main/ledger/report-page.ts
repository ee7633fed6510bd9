import type { NamedLine } from '../../shared/contract/books.ts';

/** A page of lines that are all at hand: the place is the number of lines before it. Null: no such place. */
export function pageOf(
  lines: readonly NamedLine[],
  cursor: string | undefined,
  limit: number,
): { lines: NamedLine[]; next: string | null } | null {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return null;
  const from = Number(cursor ?? 0);
  if (from > lines.length) return null;
  const to = from + limit;
  return { lines: lines.slice(from, to), next: to < lines.length ? String(to) : null };
}
