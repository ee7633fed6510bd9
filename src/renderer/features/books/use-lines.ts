import { useEffect, useMemo, useState } from 'react';
import type { BookBy, NamedLine } from '../../../shared/contract/books.ts';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import type { Output } from '../../../shared/contract/registry.ts';
import { call } from '../../host/call.ts';
import { useStatus } from '../../state/status.ts';
import type { Days } from './period.ts';

export type Lines = Omit<Output<'books.range'>, 'next'>;

const atOnce = 500;
/** More different products no shop sells in a stretch of days that anybody looks at. */
const mostPages = 20;

/** All lines of some days by one thing, page after page. */
export async function readLines(days: Days, by: BookBy): Promise<Result<Lines>> {
  const lines: NamedLine[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const answer = await call('books.range', {
      ...days,
      by,
      limit: atOnce,
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (!answer.ok) return answer;
    lines.push(...answer.value.lines);
    const { next, total, filling } = answer.value;
    if (next === null || page === mostPages) return ok({ lines, total, filling });
    cursor = next;
  }
}

interface Told {
  version: unknown;
  days: Days;
  by: BookBy;
  answer: Result<Lines>;
}

/**
 * The books of some days, read anew whenever main says that something moved. What was told last stays in sight until the
 * next is here; it says itself what it is about.
 */
export function useLines({ from, to }: Days, by: BookBy): { told: Told | null; again: () => void } {
  const status = useStatus((state) => state.status);
  const [tries, setTries] = useState(0);
  const version = useMemo(() => ({ status, tries }), [status, tries]);
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    let wanted = true;
    const run = async (): Promise<void> => {
      const answer = await readLines({ from, to }, by);
      if (wanted) setTold({ version, days: { from, to }, by, answer });
    };
    void run();
    return () => {
      wanted = false;
    };
  }, [from, to, by, version]);
  return { told, again: () => setTries((n) => n + 1) };
}
