import { type KeyboardEvent, useLayoutEffect, useState } from 'react';

/** A browser draws nothing beyond some thirty million pixels: a longer list is scrolled through in windows of this many rows. */
export const longest = 100_000;

/** the stretch moves on when so few rows of it are left */
const margin = 2000;

/** Two lines of text and their air, in the page's own measure. */
export const rowHeight = (): number => 4.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Rows drawn beyond each edge. */
const beyond = 8;

/**
 * The rows of a list of any length that are in sight, and a way to any of them. All rows are of one height, so that is reckoned
 * here: the stretch and how far it is scrolled must change in one step, which no library for lists lets them.
 */
export function useVirtualRange(count: number, scroller: HTMLElement | null) {
  // `set`: the place was chosen by the program, so the scroller has to follow.
  const [place, setPlace] = useState<Place & { set: boolean }>({ base: 0, top: 0, set: false });
  const [view, setView] = useState(0);
  const height = rowHeight();
  const measures = { count, height, view };

  useLayoutEffect(() => {
    if (!scroller) return;
    const watch = new ResizeObserver(() => setView(scroller.clientHeight));
    watch.observe(scroller);
    return () => watch.disconnect();
  }, [scroller]);
  useLayoutEffect(() => {
    if (place.set) scroller?.scrollTo({ top: place.top });
  }, [place, scroller]);

  const onScroll = (): void => {
    const top = scroller?.scrollTop ?? 0;
    setPlace((before) => {
      const now = { base: before.base, top };
      const after = centred(now, measures);
      return { ...after, set: after !== now };
    });
  };

  const seen = visibleRange(place, measures);
  const from = Math.max(place.base, seen.first - beyond);
  const to = Math.min(count, place.base + longest, seen.last + 1 + beyond);
  return {
    ...seen,
    onScroll,
    /** the range's height in pixels */
    height: Math.min(longest, count - place.base) * height,
    rows: Array.from({ length: Math.max(0, to - from) }, (_, at) => ({
      row: from + at,
      top: (from + at - place.base) * height,
      height,
    })),
    scrollTo: (row: number, align: 'near' | 'top' = 'near'): void =>
      setPlace((before) => ({ ...centred(showing(before, row, align, measures), measures), set: true })),
  };
}

/** The place in a list by arrows, pages, Home and End. In a field beside the list the last two move the caret. */
export function useListBox(count: number, current: number, onMove: (at: number) => void) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const range = useVirtualRange(count, scroller);
  /** Goes to another row. @returns whether the key means that */
  const move = ({ key, currentTarget }: KeyboardEvent): boolean => {
    const page = Math.max(1, range.last - range.first - 1);
    const ends = currentTarget === scroller ? { Home: -count, End: count } : {};
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      ...ends,
    };
    const step = steps[key];
    if (step === undefined || count === 0) return false;
    const at = Math.min(count - 1, Math.max(0, current + step));
    onMove(at);
    range.scrollTo(at);
    return true;
  };
  return { scroller, setScroller, range, current, move };
}

export interface Place {
  /** the list's row at which the stretch begins */
  base: number;
  /** how far the stretch is scrolled, in pixels */
  top: number;
}

interface Measures {
  /** rows of the list */
  count: number;
  /** pixels of a row */
  height: number;
  /** pixels that are in sight */
  view: number;
}

const lastBase = (count: number): number => Math.max(0, count - longest);

const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** The rows that are in sight, at least in part. */
export function visibleRange({ base, top }: Place, { count, height, view }: Measures): { first: number; last: number } {
  const most = Math.max(0, count - 1);
  return {
    first: within(base + Math.floor(top / height), 0, most),
    last: within(base + Math.floor((top + view) / height), 0, most),
  };
}

/** The same visible rows in a range that extends both ways; the same object where it does already. */
export function centred(place: Place, measures: Measures): Place {
  const { count, height } = measures;
  const { first, last } = visibleRange(place, measures);
  const above = first - place.base < margin && place.base > 0;
  const below = place.base + longest - last < margin && place.base < lastBase(count);
  const base = above || below ? within(first - longest / 2, 0, lastBase(count)) : Math.min(place.base, lastBase(count));
  return base === place.base ? place : { base, top: Math.max(0, place.top + (place.base - base) * height) };
}

/** Where a row is in sight: at the edge it came from, or at the top. */
export function showing(place: Place, row: number, align: 'near' | 'top', measures: Measures): Place {
  const { height, view, count } = measures;
  const far = row < place.base || row >= place.base + longest;
  const base = far ? within(row - longest / 2, 0, lastBase(count)) : place.base;
  const start = (row - base) * height;
  const top = place.top + (place.base - base) * height;
  if (align === 'top' || start < top) return { base, top: start };
  return start + height > top + view ? { base, top: start + height - view } : { base, top };
}
