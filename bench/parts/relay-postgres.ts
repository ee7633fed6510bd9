import { NoPostgres, startPostgres } from '../../tests/support/postgres/server.ts';
import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure } from '../figures.ts';
import { type Loader, startLoader } from '../relay-load/loader.ts';
import { cores } from '../relay-load/pinned.ts';
import { type BenchMailbox, makeMailboxesIn, startRelay } from '../relay-load/relay-server.ts';
import { inTurns, middleOf, middleRound, perSecond, wakeOf } from '../relay-load/rounds.ts';
import type { Measured, TaskOf } from '../relay-load/task.ts';
import { warmUpWakes } from '../relay-load/warm-up.ts';

const mailboxCount = 256;
/** As many at once on either side; the singly kept ones share 32 connections, the batches have one. */
const [producers, connections] = [128, 32];
const seconds = 1.2;
const rounds = 7;
/** Of 400 the four slowest make the 99th. */
const wakes = { count: 400, perSecond: 250, rounds: 15 };

/**
 * The same relay over PostgreSQL, one of its own that waits for the disk (fsync on): how many webhooks are kept, past HTTP,
 * and how soon a webhook that one copy took is with a poller of another.
 */
export async function benchRelayPostgres(): Promise<Figure[]> {
  const postgres = await startPostgres(['fsync=on', 'full_page_writes=on', 'max_wal_size=4GB']).catch(
    (error: unknown) => {
      if (!(error instanceof NoPostgres)) throw error;
      console.log(`! no figures of PostgreSQL: ${error.message}`);
      return null;
    },
  );
  if (postgres === null) return [];
  try {
    const { url, pid } = postgres;
    const filled = await makeMailboxesIn({ engine: 'postgres', url }, mailboxCount);
    const empty = await makeMailboxesIn({ engine: 'postgres', url }, mailboxCount);
    // First, while PostgreSQL has nothing else to do: what it puts in order after a million rows would stand in the way.
    const woken = await acrossCopies(url, pid, empty);
    return [...(await throughput(url, pid, filled)), ...woken];
  } finally {
    await postgres.stop();
  }
}

async function throughput(url: string, pid: number, mailboxes: readonly BenchMailbox[]): Promise<Figure[]> {
  await using one = startLoader();
  await using other = startLoader(cores.server);
  let from = 0;
  const append = (loader: Loader, how: TaskOf<'append'>['how']): Promise<Measured> => {
    from += 1_000_000;
    const servers = [pid, ...[one.pid, other.pid].filter((each) => each !== loader.pid)];
    const ids = mailboxes.map(({ mailbox }) => mailbox);
    return loader.run({ do: 'append', servers, url, how, mailboxes: ids, from, producers, connections, seconds });
  };
  const measured = await inTurns(rounds, {
    batches: () => append(one, 'batches'),
    singly: () => append(one, 'singly'),
    two: async () => together(await Promise.all([append(one, 'batches'), append(other, 'batches')])),
  });
  const about = { bench: 'relay', unit: 'webhooks/s' };
  return [
    figure(
      {
        ...about,
        metric: 'PostgreSQL, one copy',
        against: `${connections} connections, a commit each`,
        ...middleRound(measured.batches, measured.singly, perSecond),
      },
      { minRatio: 2.3 },
    ),
    figure(
      {
        ...about,
        metric: 'PostgreSQL, two copies',
        against: 'one copy',
        ...middleRound(measured.two, measured.batches, perSecond),
      },
      { minRatio: 0.85 },
    ),
  ];
}

/** What two did at the same time, as one. */
function together([a, b]: [Measured, Measured]): Measured {
  return { ...a, answers: a.answers + b.answers, seconds: Math.max(a.seconds, b.seconds), p99: Math.max(a.p99, b.p99) };
}

async function acrossCopies(url: string, pid: number, mailboxes: BenchMailbox[]): Promise<Figure[]> {
  await using folder = await benchFolder();
  const start = { folder: folder.path, databaseUrl: url };
  await using taking = await startRelay(start);
  await using holding = await startRelay(start);
  await using loader = startLoader();
  const servers = [pid, taking.pid, holding.pid];
  await loader.run({ do: 'hold', port: holding.port, servers, mailboxes, waitSeconds: 60 });
  await warmUpWakes(loader, { port: taking.port, servers, from: 1_000_000_000 });
  let from = 1_001_000_000;
  const { woken } = await inTurns(wakes.rounds, {
    woken: () => {
      from += wakes.count;
      return loader.run({ do: 'wake', port: taking.port, servers, from, ...wakes });
    },
  });
  const about = { bench: 'relay', unit: 'ms', against: 'the sender’s 200' };
  const woke = (quantile: 'p50' | 'p99') => ({
    ours: middleOf(woken, wakeOf(quantile)),
    baseline: middleOf(woken, (one) => one[quantile]),
  });
  return [
    figure({ ...about, metric: 'wake across copies p50', ...woke('p50') }),
    figure({ ...about, metric: 'wake across copies p99', ...woke('p99') }, { maxRatio: 3 }),
  ];
}
