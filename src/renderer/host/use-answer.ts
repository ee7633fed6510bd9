import { useEffect, useState } from 'react';
import { type KonterError, ok, type Result } from '../../shared/contract/errors.ts';

interface Answered<T> {
  query: string;
  version: unknown;
  answer: Result<T>;
}

/**
 * Main's answer to a query, read again whenever `version` changes. The last answer to the same query stays until the next one
 * is here; null before the first.
 * @param ask the same function each time
 */
export function useAnswer<T>(
  ask: (query: string) => Promise<Result<T>>,
  query: string,
  version: unknown,
): Answered<T> | null {
  const [answered, setAnswered] = useState<Answered<T> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const run = async (): Promise<void> => {
      const answer = await ask(query);
      if (isCurrent) setAnswered({ query, version, answer });
    };
    void run();
    return () => {
      isCurrent = false;
    };
  }, [ask, query, version]);
  return answered?.query === query ? answered : null;
}

interface Page<Row, Cursor> {
  rows: readonly Row[];
  /** where the next page starts; null on the last */
  next: Cursor | null;
}

/**
 * Pages of a list, one after the other; null before the first. An answer to an earlier `ask` is dropped. `more` reads the next page and
 * resolves to why that failed.
 * @param ask a function that changes only with the listed data
 */
export function usePages<Row, Cursor, P extends Page<Row, Cursor>>(
  ask: (from: Cursor | null) => Promise<Result<P & Page<Row, Cursor>>>,
) {
  const [answer, setAnswer] = useState<Result<P & Page<Row, Cursor>> | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const first = async (): Promise<void> => {
      const page = await ask(null);
      if (isCurrent) setAnswer(page);
    };
    void first();
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads once more
  }, [ask, tries]);
  const next = answer?.ok ? answer.value.next : null;
  const more = async (): Promise<KonterError | null> => {
    const page = await ask(next);
    if (!page.ok) return page.error;
    setAnswer((now) =>
      now !== answer || !now?.ok ? now : ok({ ...page.value, rows: [...now.value.rows, ...page.value.rows] }),
    );
    return null;
  };
  return { answer, more: next === null ? null : more, again: () => setTries((n) => n + 1) };
}
