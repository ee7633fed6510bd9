import { type ClientConfig, Pool, type PoolConfig, TypeOverrides } from 'pg';
import type { Lines } from './lines.ts';

const int8 = 20;

/** Places and counts are whole numbers far below 2^53. */
function numbers(): TypeOverrides {
  const types = new TypeOverrides();
  types.setTypeParser(int8, Number);
  return types;
}

/**
 * What every line to the database has in common. A database that does not answer is given up on, so that requests are answered.
 * @param lines it is made one of
 */
export const lineTo = (url: string, lines?: Lines): ClientConfig => ({
  connectionString: url,
  types: numbers(),
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 5_000,
  application_name: 'konter-relay',
  ...(lines ? { stream: lines.begin } : {}),
});

/** Nothing here waits long; what does is stuck, and must not hold the others' locks. */
const limits = { statement_timeout: 15_000, query_timeout: 20_000, idle_in_transaction_session_timeout: 10_000 };

/**
 * The order of places needs each statement to see what is committed by then, whatever the server's default; and 200 means
 * on the disk: a server that was told not to wait for it is told otherwise.
 */
const session = `select set_config('default_transaction_isolation', 'read committed', false),
  case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end`;

const open = (config: PoolConfig): Pool =>
  // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
  quietly(new Pool({ ...config, onConnect: (client) => client.query(session) }));

/**
 * @param max connections at most; they are made when needed, and again when they broke
 * @param how.pipeline whether a statement is sent before those in front of it were answered
 * @param how.lines whose all of its connections are
 */
export const openPool = (url: string, max: number, how: { pipeline?: boolean; lines?: Lines } = {}): Pool =>
  open({ ...lineTo(url, how.lines), ...limits, max, pipeline: how.pipeline ?? false });

/**
 * One line without time limits: it may have to wait for another copy that migrates, for as long as that takes, and must then
 * see what that one made.
 */
export const openPatientLine = (url: string): Pool => open({ ...lineTo(url), max: 1 });

/**
 * A line that breaks fails the query that is under way, or the next one of its transaction; an idle one is replaced. That
 * the line itself says so as well is for nobody, and would end the process if nobody listened.
 */
function quietly(pool: Pool): Pool {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
