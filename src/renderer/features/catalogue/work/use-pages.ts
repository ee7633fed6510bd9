import { useEffect, useState } from 'react';

interface Page<T> {
  rows: readonly T[];
  /** from where the next page is asked for; null on the last */
  next: number | null;
}

/**
 * Pages of a list, one behind the other; null before the first.
 * @param ask a function that stays the same; null when main did not answer
 */
export function usePages<T>(ask: (from: number | null) => Promise<Page<T> | null>) {
  const [told, setTold] = useState<Page<T> | null>(null);
  useEffect(() => {
    let wanted = true;
    const first = async (): Promise<void> => {
      const page = await ask(null);
      if (wanted && page) setTold(page);
    };
    void first();
    return () => {
      wanted = false;
    };
  }, [ask]);
  const more = async (): Promise<void> => {
    const page = told && (await ask(told.next));
    if (page) setTold({ rows: [...told.rows, ...page.rows], next: page.next });
  };
  return { rows: told?.rows ?? null, more: (told?.next ?? null) === null ? null : () => void more() };
}
