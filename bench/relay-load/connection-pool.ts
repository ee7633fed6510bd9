import { type Connection, openConnection } from './connection.ts';

/** Connections for requests that come at their own moments: each takes a free one, or a new one where all wait for answers. */
export interface ConnectionPool {
  /** @param answered gets the status, and how long it took in ms */
  send(request: Buffer, answered: (status: number, ms: number) => void): Promise<void>;
  /** How many connections the server cut. */
  broken(): number;
  close(): void;
}

interface Pooled {
  connection: Connection;
  since: number;
  answered: (status: number, ms: number) => void;
}

export async function openPool(port: number, connections: number): Promise<ConnectionPool> {
  const [all, free]: [Set<Pooled>, Pooled[]] = [new Set(), []];
  let broken = 0;
  const open = async (): Promise<Pooled> => {
    const connection = await openConnection(port, {
      answered: (status) => {
        // Free again before the word is given, as a waiting sender would have it.
        if (all.has(pooled)) free.push(pooled);
        pooled.answered(status, performance.now() - pooled.since);
      },
      onClosed: () => {
        broken += 1;
        all.delete(pooled);
        const at = free.indexOf(pooled);
        if (at === -1) pooled.answered(0, performance.now() - pooled.since);
        else free.splice(at, 1);
      },
    });
    const pooled: Pooled = { connection, since: 0, answered: () => {} };
    all.add(pooled);
    return pooled;
  };
  free.push(...(await Promise.all(Array.from({ length: connections }, open))));
  return {
    send: async (request, answered) => {
      const since = performance.now();
      const pooled = free.pop() ?? (await open());
      Object.assign(pooled, { since, answered });
      pooled.connection.send(request);
    },
    broken: () => broken,
    close: () => {
      for (const { connection } of all) connection.close();
    },
  };
}
