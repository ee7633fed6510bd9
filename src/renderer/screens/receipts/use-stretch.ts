import { useLayoutEffect, useState } from 'react';
import { centred, inSight, longest, type Place, showing } from './stretch.ts';

/** Two lines of text and their air, in the page's own measure. */
export const rowHeight = (): number => 4.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Rows drawn beyond each edge. */
const beyond = 8;

/**
 * The rows of a list of any length that are in sight, and a way to any of them. All rows are of one height, so that is reckoned
 * here: the stretch and how far it is scrolled must change in one step, which no library for lists lets them.
 */
export function useStretch(count: number, scroller: HTMLElement | null) {
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

  const seen = inSight(place, measures);
  const from = Math.max(place.base, seen.first - beyond);
  const to = Math.min(count, place.base + longest, seen.last + 1 + beyond);
  return {
    ...seen,
    onScroll,
    /** of the stretch, in pixels */
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
