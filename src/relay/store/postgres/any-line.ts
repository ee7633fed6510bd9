import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

export type Ask = <Row extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<Row>>;

/** Why a line could not be made. */
const notMade = new WeakSet<Error>();

/** Whether there was no line at all: where a database is away behind a balancer, that takes a line and drops it, as if it were cut. */
export const isNotMade = (error: Error): boolean => notMade.has(error);

/** A line of the pool, which may have to be made. */
export async function aLineOf(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (error instanceof Error) notMade.add(error);
    throw error;
  }
}

/** Statements that are each asked on whatever line of the pool is free; one on which a statement failed is made anew. */
export function onAnyLine(pool: Pool): Ask {
  return async (statement) => {
    const line = await aLineOf(pool);
    let fault: unknown;
    try {
      return await line.query(statement);
    } catch (error) {
      fault = error;
      throw error;
    } finally {
      line.release(fault !== undefined);
    }
  };
}
