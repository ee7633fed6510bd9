/** Where an option stands on the screen, in pixels. */
export interface Spot {
  id: string;
  left: number;
  top: number;
}

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

export const isArrow = (key: string): key is Arrow =>
  key === 'ArrowUp' || key === 'ArrowDown' || key === 'ArrowLeft' || key === 'ArrowRight';

/**
 * The option that an arrow leads to from the present one; the first one from none. Null: nothing lies that way; upwards from
 * the first row that means out of the list.
 * @param spots in reading order
 */
export function nextOption(spots: readonly Spot[], from: string | null, arrow: Arrow): string | null {
  const at = spots.findIndex(({ id }) => id === from);
  const here = spots[at];
  if (!here) return arrow === 'ArrowDown' || arrow === 'ArrowRight' ? (spots[0]?.id ?? null) : null;
  if (arrow === 'ArrowRight') return spots[at + 1]?.id ?? here.id;
  if (arrow === 'ArrowLeft') return spots[at - 1]?.id ?? here.id;
  const down = arrow === 'ArrowDown';
  const rows = spots.filter(({ top }) => (down ? top > here.top : top < here.top));
  if (rows.length === 0) return down ? here.id : null;
  const tops = rows.map(({ top }) => top);
  const row = down ? Math.min(...tops) : Math.max(...tops);
  const nearest = rows
    .filter(({ top }) => top === row)
    .toSorted((one, other) => Math.abs(one.left - here.left) - Math.abs(other.left - here.left));
  return nearest[0]?.id ?? null;
}
