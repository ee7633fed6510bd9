import { classes } from '../../../ui/classes.ts';

/** A row of the list: a sale, or what was paid together as one row above its unfolded lines. */
export type ListRow =
  | { is: 'sale'; id: string; isLine: boolean }
  | { is: 'batch'; id: string; lines: readonly string[]; isUnfolded: boolean };

/** What decides about the rows of a page. */
interface FoldablePage {
  ids: readonly string[] | null;
  count: number;
  /** of the sales that were paid together: by batch, the ids of its lines in the order of sending */
  batches: Readonly<Record<string, readonly string[]>>;
  /** rows that the page takes in the list; as they were where its sales were dropped */
  length: number;
  rows: readonly ListRow[] | null;
  /** batches whose row is on this page; as they were where its sales were dropped */
  heads: readonly string[];
}

/**
 * The rows of each page. A batch is one row, at its newest line, whichever pages its others are on; unfolded, all its lines follow that row.
 */
export function foldBatches<Page extends FoldablePage>(
  pages: readonly Page[],
  unfolded: ReadonlySet<string>,
): readonly Page[] {
  const placed = new Set<string>();
  return pages.map((page) => {
    if (page.ids === null) {
      for (const batch of page.heads) placed.add(batch);
      return page;
    }
    const heads: string[] = [];
    const rows: ListRow[] = [];
    const batchOf = new Map(
      Object.entries(page.batches).flatMap(([batch, lines]) => lines.map((line) => [line, batch] as const)),
    );
    for (const id of page.ids) {
      const batch = batchOf.get(id);
      const lines = batch === undefined ? [] : (page.batches[batch] ?? []);
      if (batch === undefined || lines.length < 2) rows.push({ is: 'sale', id, isLine: false });
      if (batch === undefined || lines.length < 2 || placed.has(batch)) continue;
      placed.add(batch);
      heads.push(batch);
      rows.push(...rowsOfBatch(batch, lines, unfolded.has(batch)));
    }
    return { ...page, rows, heads, length: rows.length + Math.max(0, page.count - page.ids.length) };
  });
}

function rowsOfBatch(id: string, lines: readonly string[], isUnfolded: boolean): ListRow[] {
  const unfolded = lines.map((line): ListRow => ({ is: 'sale', id: line, isLine: true }));
  return [{ is: 'batch', id, lines, isUnfolded }, ...(isUnfolded ? unfolded : [])];
}

/** The sale that a row opens. */
export const saleOf = (row: ListRow): string | null => (row.is === 'sale' ? row.id : (row.lines[0] ?? null));

/** Whether the row stands for an open sale: of a batch, while its lines have no rows of their own. */
export const standsFor = (row: ListRow, sale: string): boolean =>
  row.is === 'sale' ? row.id === sale : !row.isUnfolded && row.lines.includes(sale);

/** The box of a row; a day's heading in it takes the room above the row's lines. */
export const rowLook = (open: boolean): string =>
  classes(
    'relative flex h-full cursor-pointer flex-col justify-center border-b border-line px-4 has-data-day:pt-3.5',
    open ? 'bg-accent-soft shadow-[inset_4px_0_0_var(--accent)]' : 'hover:bg-sunken',
  );
