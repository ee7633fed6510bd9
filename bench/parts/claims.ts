import { NoPostgres, startPostgres } from '../../tests/support/postgres/server.ts';
import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure } from '../figures.ts';
import { startLoader } from '../relay-load/loader.ts';
import {
  type BenchMailbox,
  joinShops,
  makeMailboxes,
  makeMailboxesIn,
  startRelay,
} from '../relay-load/relay-server.ts';
import { inTurns, middleRound, p50Of, p99Of, perSecond } from '../relay-load/rounds.ts';
import type { Measured } from '../relay-load/task.ts';
import { startBareInsert } from '../relay-peers/peers.ts';

/** Counters on one relay, in shops of twenty. */
const counters = 1_000;
const throughput = { producers: 128, connections: 32, seconds: 1.2, rounds: 7 };
/** Over one connection, as one key press; short rounds, because from one second to the next a disk differs by more than the sides do. */
const single = { counters: 60, connections: 1, seconds: 0.8, most: 3_000, rounds: 15 };

/**
 * Claims for sales, each a commit before its answer: how many a second on PostgreSQL against plain rows in a table alike, and how long a
 * single one takes over HTTP against a bare durable insert over HTTP.
 */
export async function benchClaims(): Promise<Figure[]> {
  const ofSqlite = await inSqlite();
  const postgres = await startPostgres(['fsync=on', 'full_page_writes=on', 'max_wal_size=4GB']).catch(
    (error: unknown) => {
      if (!(error instanceof NoPostgres)) throw error;
      console.log(`! no figures of PostgreSQL: ${error.message}`);
      return null;
    },
  );
  if (postgres === null) return ofSqlite;
  try {
    return [...ofSqlite, ...(await inPostgres(postgres))];
  } finally {
    await postgres.stop();
  }
}

async function inSqlite(): Promise<Figure[]> {
  await using folder = await benchFolder();
  const path = `${folder.path}/relay.db`;
  const mailboxes = await makeMailboxes(path, single.counters);
  await joinShops({ engine: 'sqlite', path }, mailboxes);
  // Awaited here: the folder goes with the block.
  return await latency('SQLite', folder.path, {
    url: `sqlite:${path}`,
    bare: `${folder.path}/bare.db`,
    mailboxes,
    pids: [],
  });
}

async function inPostgres({ url, pid }: { url: string; pid: number }): Promise<Figure[]> {
  await using folder = await benchFolder();
  const mailboxes = await makeMailboxesIn({ engine: 'postgres', url }, counters);
  await joinShops({ engine: 'postgres', url }, mailboxes);
  const ofOne = { url, bare: url, mailboxes: mailboxes.slice(0, single.counters), pids: [pid] };
  const figures = await latency('PostgreSQL', folder.path, ofOne);
  await using loader = startLoader();
  let from = 1_000_000_000;
  const record = (how: 'claims' | 'rows'): Promise<Measured> => {
    from += 1_000_000;
    const ids = mailboxes.map(({ mailbox }) => mailbox);
    return loader.run({ do: 'record', servers: [pid], url, how, mailboxes: ids, from, ...throughput });
  };
  const measured = await inTurns(throughput.rounds, { claims: () => record('claims'), rows: () => record('rows') });
  return [
    ...figures,
    figure(
      {
        bench: 'claims',
        metric: `PostgreSQL, ${counters} counters`,
        unit: 'claims/s',
        against: `a row each, ${throughput.connections} connections, a commit each`,
        ...middleRound(measured.claims, measured.rows, perSecond),
      },
      { minRatio: 0.5 },
    ),
  ];
}

async function latency(
  engine: string,
  folder: string,
  { url, bare, mailboxes, pids }: { url: string; bare: string; mailboxes: readonly BenchMailbox[]; pids: number[] },
): Promise<Figure[]> {
  await using relay = await startRelay({ folder, databaseUrl: url });
  await using insert = await startBareInsert(bare);
  await using loader = startLoader();
  let from = 0;
  const send = ({ port, pid }: { port: number; pid: number }, targets: Array<{ path: string; token: string }>) => {
    const first = from;
    from += single.most;
    return loader.run({ do: 'claim', port, servers: [pid, ...pids], targets, from: first, ...single });
  };
  const ofRelay = mailboxes.map(({ mailbox, token }) => ({ path: `/v1/mailboxes/${mailbox}/claims`, token }));
  const measured = await inTurns(single.rounds, {
    claim: () => send(relay, ofRelay),
    insert: () => send(insert, [{ path: '/', token: '' }]),
  });
  const about = { bench: 'claims', unit: 'ms', against: 'node:http, a row in a commit of its own' };
  const side = (value: (one: Measured) => number) => middleRound(measured.claim, measured.insert, value);
  return [
    figure({ ...about, metric: `${engine}, one claim p50`, ...side(p50Of) }),
    figure({ ...about, metric: `${engine}, one claim p99`, ...side(p99Of) }, { maxRatio: 2 }),
  ];
}
