import { type Line, openLine } from './line.ts';

/** Lines for requests that come at their own moments: each takes a free one, or a new one where all wait for answers. */
export interface LinePool {
  /** @param answered gets the status, and how long it took in ms */
  send(request: Buffer, answered: (status: number, ms: number) => void): Promise<void>;
  /** How many lines the server cut. */
  broken(): number;
  close(): void;
}

interface Pooled {
  line: Line;
  since: number;
  answered: (status: number, ms: number) => void;
}

export async function openPool(port: number, lines: number): Promise<LinePool> {
  const [all, free]: [Set<Pooled>, Pooled[]] = [new Set(), []];
  let broken = 0;
  const open = async (): Promise<Pooled> => {
    const line = await openLine(port, {
      answered: (status) => {
        // Free again before the word is given, as a waiting sender would have it.
        if (all.has(pooled)) free.push(pooled);
        pooled.answered(status, performance.now() - pooled.since);
      },
      broke: () => {
        broken += 1;
        all.delete(pooled);
        const at = free.indexOf(pooled);
        if (at === -1) pooled.answered(0, performance.now() - pooled.since);
        else free.splice(at, 1);
      },
    });
    const pooled: Pooled = { line, since: 0, answered: () => {} };
    all.add(pooled);
    return pooled;
  };
  free.push(...(await Promise.all(Array.from({ length: lines }, open))));
  return {
    send: async (request, answered) => {
      const since = performance.now();
      const pooled = free.pop() ?? (await open());
      Object.assign(pooled, { since, answered });
      pooled.line.send(request);
    },
    broken: () => broken,
    close: () => {
      for (const { line } of all) line.close();
    },
  };
}
