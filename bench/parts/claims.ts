/**
 * Decides that a sale is claimed at the relay, in a commit of its own, before its request leaves (ADR 28): a cashier waits for
 * that.
 */
import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure } from '../figures.ts';
import { inTurns, type Measured, middleRound, perSecond, startLoader } from '../relay/loader.ts';
import { joinShops, makeMailboxes, makeMailboxesIn, onPostgres, startRelay } from '../relay/relay-server.ts';
import { type Server, startPeer } from '../relay/server.ts';
import type { Size } from '../size.ts';

/** on one relay, in shops of twenty */
const usualCounters = 1_000;
const countersOfOne = 60;
const against = 'node:http, a row in a commit of its own';

/**
 * Over HTTP, against a bare durable insert over HTTP: how long a single claim takes, and how many of a thousand counters are
 * taken in a second.
 */
export async function benchClaims(size: Size): Promise<Figure[]> {
  await using loader = startLoader();
  let from = 0;
  const send = (
    { port, pid }: Server,
    mailboxes: ReadonlyArray<{ mailbox: string; token: string }> | null,
    load: { connections: number; seconds: number; most: number; movesEach: number },
  ): Promise<Measured> => {
    const targets = mailboxes?.map(({ mailbox, token }) => ({ path: `/v1/mailboxes/${mailbox}/claims`, token }));
    const request = { targets: targets ?? [{ path: '/', token: '' }], answer: targets ? '"recorded"' : 'success' };
    from += load.most;
    return loader.run({ load: 'claims', port, pid, from, ...request, ...load });
  };
  /** As one key press; short rounds, because from one second to the next a disk differs by more than the sides do. */
  const single = { connections: 1, seconds: size.of(0.8, 60), most: size.of(3_000, 30), movesEach: 3 };
  const many = { connections: 64, seconds: size.of(1.2, 60), most: size.of(12_800, 64), movesEach: 1 };
  const counters = size.of(usualCounters, 2 * countersOfOne);

  async function latency(
    engine: string,
    mailboxes: Parameters<typeof send>[1],
    relay: Server,
    insert: Server,
  ): Promise<Figure[]> {
    const measured = await inTurns(size.of(15, 1), {
      claim: () => send(relay, mailboxes, single),
      insert: () => send(insert, null, single),
    });
    const about = { bench: 'claims', unit: 'ms', against };
    const side = (value: (one: Measured) => number) => middleRound(measured.claim, measured.insert, value);
    return [
      figure({ ...about, metric: `${engine}, one claim p50`, ...side((one) => one.p50) }),
      figure({ ...about, metric: `${engine}, one claim p99`, ...side((one) => one.p99) }, { maxRatio: 2 }),
    ];
  }

  async function onSqlite(): Promise<Figure[]> {
    await using folder = await benchFolder();
    const path = `${folder.path}/relay.db`;
    const mailboxes = await makeMailboxes(path, countersOfOne);
    await using relay = await startRelay({ folder: folder.path, databaseUrl: `sqlite:${path}` });
    // After the start, which shops of several counters would wait at.
    await joinShops({ engine: 'sqlite', path }, mailboxes);
    await using insert = await startPeer('bare-insert.ts', `${folder.path}/bare.db`);
    // Awaited here: the folder goes with the block.
    return await latency('SQLite', mailboxes, relay, insert);
  }

  async function onServer(url: string): Promise<Figure[]> {
    await using folder = await benchFolder();
    const mailboxes = await makeMailboxesIn({ engine: 'postgres', url }, counters);
    await joinShops({ engine: 'postgres', url }, mailboxes);
    await using relay = await startRelay({ folder: folder.path, databaseUrl: url });
    await using insert = await startPeer('bare-insert.ts', url);
    const figures = await latency('PostgreSQL', mailboxes.slice(0, countersOfOne), relay, insert);
    const { claims, rows } = await inTurns(size.of(7, 1), {
      claims: () => send(relay, mailboxes, many),
      rows: () => send(insert, null, many),
    });
    const metric = `PostgreSQL, ${counters} counters`;
    const about = { bench: 'claims', metric, unit: 'claims/s', against };
    return [...figures, figure({ ...about, ...middleRound(claims, rows, perSecond) }, { minRatio: 0.5 })];
  }

  return [...(await onSqlite()), ...(await onPostgres(onServer))];
}
