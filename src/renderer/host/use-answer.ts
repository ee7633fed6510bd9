import { useEffect, useState } from 'react';
import type { Result } from '../../shared/contract/errors.ts';

interface Told<T> {
  of: string;
  version: unknown;
  answer: Result<T>;
}

/**
 * What main answers about one thing, asked again whenever its version changes. The last answer about the same thing stays
 * until the next is here; null before the first. `ask` is a function that stays the same.
 */
export function useAnswer<T>(ask: (of: string) => Promise<Result<T>>, of: string, version: unknown): Told<T> | null {
  const [told, setTold] = useState<Told<T> | null>(null);
  useEffect(() => {
    let wanted = true;
    const run = async (): Promise<void> => {
      const answer = await ask(of);
      if (wanted) setTold({ of, version, answer });
    };
    void run();
    return () => {
      wanted = false;
    };
  }, [ask, of, version]);
  return told?.of === of ? told : null;
}
