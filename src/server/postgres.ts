import { Socket } from 'node:net';
import { type ClientConfig, DatabaseError, Pool, type QueryConfig, type QueryResultRow, TypeOverrides } from 'pg';

/** Sequences and counts, of type int8, are whole numbers far below 2^53. */
const typesOfRelay = new TypeOverrides();
typesOfRelay.setTypeParser(20, Number);

/** The settings of every connection. @param sockets tracks its socket */
export const connectionConfig = (url: string, sockets?: TrackedSockets): ClientConfig => ({
  connectionString: url,
  types: typesOfRelay,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 5_000,
  application_name: 'konter-relay',
  ...(sockets ? { stream: () => sockets.create() } : {}),
});

/**
 * Every statement is short; one that hangs must neither delay an answer nor hold locks. Set in the session: a pooler refuses them as
 * parameters of the connection, or drops them.
 */
const serverLimits = `select set_config('statement_timeout', '15s', false),
  set_config('idle_in_transaction_session_timeout', '10s', false)`;
const clientLimits = { query_timeout: 20_000 };

/**
 * Overrides the server's defaults: the order of sequences needs "read committed", and a 200 means that the webhook is on the
 * disk.
 */
const sessionSettings = `select set_config('default_transaction_isolation', 'read committed', false),
  case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end`;

/**
 * A pool of at most `max` connections, created on demand and again after a disconnect.
 * @param options.sockets tracks the sockets of its connections
 * @param options.preparation runs on each new connection, behind its settings
 * @param options.isPatient no time limits: a migration waits for another instance's, for as long as it takes
 */
export function openPool(
  url: string,
  max: number,
  options: { sockets?: TrackedSockets; isPatient?: boolean; preparation?: string } = {},
): Pool {
  const { preparation } = options;
  const pool = new Pool({
    ...connectionConfig(url, options.sockets),
    ...(options.isPatient ? {} : clientLimits),
    max,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, which its types do not say
    onConnect: (client) =>
      client.query(
        [sessionSettings, ...(options.isPatient ? [] : [serverLimits]), ...(preparation ? [preparation] : [])].join(
          '; ',
        ),
      ),
  });
  // A disconnect fails the running query; without listeners the event itself would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export type Query = <Row extends QueryResultRow>(statement: QueryConfig) => Promise<Row[]>;

/** Only these server errors end the connection: an administrator's command, and a crash of another server process. */
const endedByServer: ReadonlySet<string | undefined> = new Set(['57P01', '57P02']);

function isDisconnect(error: unknown): boolean {
  if (error instanceof DatabaseError) return endedByServer.has(error.code);
  // The network's and the driver's errors; a server that hangs is not asked again.
  return error instanceof Error && !/timeout/i.test(error.message);
}

/** About what was asked: data that is not valid, a constraint, a limit of the program. Asked again it is refused again. */
const refusals = /^(22|23|54)/;

/** Whether a statement was refused for what it is; every other failure is the database's, and may be over soon. */
export const isRefusal = (error: unknown): boolean => error instanceof DatabaseError && refusals.test(error.code ?? '');

/** Of a server that starts, stops, only reads or has no connection left; a wrong password or name is for the operator. */
const awayCodes = /^(08|25006|53|57)/;

/** Whether an error of the start says that the database is away, and not that a setting is wrong. */
export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return awayCodes.test(error.code ?? '');
  if (error instanceof Error && error.cause !== undefined) return isAway(error.cause);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return /^(ECONN|EHOST|ENET|ETIMEDOUT|EAI_AGAIN|EPIPE)/.test(code);
  return error instanceof AggregateError
    ? error.errors.some(isAway)
    : error instanceof Error && /timeout|terminated/i.test(error.message);
}

/**
 * Runs idempotent statements on the connections of a pool. A statement whose connection drops, as in a failover, runs again on
 * another one: the sender of a webhook may not repeat it. If no connection can be made, the database is away, and the statement
 * fails. A connection on which a statement has failed is closed.
 */
export function queryOn(pool: Pool): Query {
  // All idle connections may turn out to be dropped, one after another.
  const maxRetries = pool.options.max ?? 1;
  return async (statement) => {
    for (let attempt = 0; ; attempt += 1) {
      const client = await pool.connect();
      try {
        const { rows } = await client.query(statement);
        client.release();
        return rows;
      } catch (error) {
        client.release(true);
        if (attempt === maxRetries || !isDisconnect(error)) throw error;
      }
    }
  };
}

/** The sockets of all connections to a database, which can be destroyed at once: a server that hangs does not close them. */
export class TrackedSockets {
  private readonly open = new Set<Socket>();
  private isAbandoned = false;

  create(): Socket {
    const socket = new Socket();
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    // Later, when the driver listens for the error.
    if (this.isAbandoned) setImmediate(() => socket.destroy(new Error('the database was abandoned')));
    return socket;
  }

  /** Destroys all sockets, and each later one. */
  readonly abandon = (): void => {
    this.isAbandoned = true;
    for (const socket of this.open) socket.destroy();
  };
}
