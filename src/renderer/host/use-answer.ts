import { useEffect, useState } from 'react';
import type { Result } from '../../shared/contract/errors.ts';

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
