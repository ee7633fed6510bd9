import type { Pool, PoolClient } from 'pg';
import { type Ask, aLineOf } from './any-line.ts';

/** A line that some share. */
interface Line {
  client: Promise<PoolClient>;
  /** statements that are not answered yet */
  underWay: number;
  fault: Error | undefined;
}

/**
 * Statements that are sent over one line without waiting for the answers to those before: the server does them in their order,
 * each for itself. Once one has failed, later ones wait for a line made anew.
 * @param pool of one line, made for this
 */
export function inOneLine(pool: Pool): Ask {
  let current: Line | null = null;

  const begin = (): Line => {
    const line = (current ??= { client: aLineOf(pool), underWay: 0, fault: undefined });
    line.underWay += 1;
    return line;
  };
  const end = (line: Line, client: PoolClient): void => {
    line.underWay -= 1;
    if (line.fault !== undefined && current === line) current = null;
    if (line.underWay > 0) return;
    if (current === line) current = null;
    client.release(line.fault);
  };
  return async (statement) => {
    const line = begin();
    const client = await line.client.catch((error: unknown) => {
      if (current === line) current = null;
      throw error;
    });
    try {
      return await client.query(statement);
    } catch (error) {
      line.fault ??= error instanceof Error ? error : new Error('the line broke', { cause: error });
      throw error;
    } finally {
      end(line, client);
    }
  };
}
