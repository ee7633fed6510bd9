import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A browser draws nothing beyond some thirty million pixels: of a longer list so many rows at a time can be scrolled through. */
const longest = 100_000;
const shift = longest / 2;
/** the stretch moves on when so few rows of it are left */
const margin = 2000;

/** Two lines of text and their air, in the page's own measure. */
export const rowHeight = (): number => 4.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The rows of a list of any length that are in sight, and a way to any of them. */
export function useStretch(count: number, scroller: RefObject<HTMLDivElement | null>) {
  const [wanted, setBase] = useState(0);
  const base = Math.min(wanted, Math.max(0, count - longest));
  const length = Math.min(longest, count - base);
  const rows = useVirtualizer({
    count: length,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    overscan: 8,
  });
  const items = rows.getVirtualItems();
  const first = base + (rows.range?.startIndex ?? 0);
  const last = base + (items.at(-1)?.index ?? 0);

  // The rows in sight stay where they are while the stretch moves under them.
  const before = useRef(base);
  useLayoutEffect(() => {
    const moved = before.current - base;
    before.current = base;
    if (moved !== 0 && scroller.current) scroller.current.scrollTop += moved * rowHeight();
  }, [base, scroller]);
  useEffect(() => {
    if (last - base > length - margin && base + length < count) setBase(Math.min(count - longest, base + shift));
    else if (first - base < margin && base > 0) setBase(Math.max(0, base - shift));
  }, [first, last, base, length, count]);

  const goal = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (goal.current === null) return;
    rows.scrollToIndex(goal.current - base, { align: 'auto' });
    goal.current = null;
  });

  return {
    items,
    base,
    first,
    last,
    height: rows.getTotalSize(),
    scrollTo(row: number, align: 'auto' | 'start' = 'auto'): void {
      if (row >= base && row < base + length) rows.scrollToIndex(row - base, { align });
      else {
        goal.current = row;
        setBase(Math.max(0, Math.min(count - longest, row - shift)));
      }
    },
  };
}
