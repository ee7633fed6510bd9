import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { useRouter } from '../../state/router.ts';
import { idAt, rowOf } from './list-pages.ts';
import { useReceiptList } from './receipts-store.ts';
import { rowHeight } from './use-stretch.ts';

/** Arrows, pages, Home and End open the next sale that way, also where its part of the list is still to be read. */
export function useRowKeys(count: number, scroller: HTMLElement | null, scrollTo: (row: number) => void) {
  const { pages, starts } = useReceiptList();
  /** the row that a key went to and whose sale is not here yet */
  const pending = useRef<number | null>(null);
  /** where the open sale stood: its part of the list may be let go of */
  const stood = useRef(-1);

  const open = useCallback((openSale: string): void => {
    stood.current = pending.current ?? stood.current;
    pending.current = null;
    useRouter.setState({ openSale });
  }, []);

  useEffect(() => {
    const id = pending.current === null ? null : idAt(pages ?? [], starts, pending.current);
    if (id !== null) open(id);
  }, [pages, starts, open]);

  return (event: KeyboardEvent): void => {
    const seen = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight()) - 1);
    const step = stepOf(event.key, seen);
    if (step === null || count === 0) return;
    event.preventDefault();
    const { openSale } = useRouter.getState();
    const here = openSale === null ? -1 : (rowOf(pages ?? [], starts, openSale) ?? stood.current);
    const row = Math.min(count - 1, Math.max(0, (pending.current ?? here) + step));
    pending.current = row;
    scrollTo(row);
    const id = idAt(pages ?? [], starts, row);
    if (id !== null) open(id);
  };
}

/** How many rows a key goes down; null for one that moves nothing. @param seen rows on the screen, but for one */
function stepOf(key: string, seen: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: seen,
    PageUp: -seen,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key] ?? null;
}
