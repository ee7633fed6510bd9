/**
 * Decides that the webhooks of one turn of the event loop share a commit, and that Node's own HTTP server has the interface (ADR
 * 6).
 */
import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure } from '../figures.ts';
import { inTurns, type Measured, middleRound, perSecond, processorEach, startLoader } from '../relay/loader.ts';
import { makeMailboxes, makeMailboxesIn, onPostgres, startRelay } from '../relay/relay-server.ts';
import { secret } from '../relay/requests.ts';
import { type Server, startPeer } from '../relay/server.ts';
import type { Size } from '../size.ts';

const mailboxes = 64;
const connections = 64;

const http = 'node:http and HMAC, nothing stored';
const commits = 'node:http and HMAC, a commit each, the same table';
const rows = 'node:http, a row in a commit of its own';

/**
 * Signed 300-byte webhooks, by 64 connections into 64 mailboxes and by one alone: the relay with all it does (verified, published
 * apart from redeliveries, durable, logged, counted) against receivers that do less. What gathering costs where there is nothing
 * to gather is the time of a single one. Every server on one core, autocannon on the other: where a receiver is quicker than
 * autocannon, processor time says more than webhooks a second.
 */
export async function benchRelayReceive(size: Size): Promise<Figure[]> {
  await using loader = startLoader();
  let from = 0;
  const send = (
    { port, pid }: Server,
    targets: Array<{ path: string; token: string }>,
    load: { connections: number; seconds: number; most: number },
  ): Promise<Measured> => {
    from += load.most;
    return loader.run({ load: 'webhooks', answer: 'success', port, pid, targets, from, ...load });
  };
  const many = { connections, seconds: size.of(1.2, 60), most: size.of(19_200, connections) };
  /** Short ones and many: from one second to the next a disk's commit differs by more than the sides do. */
  const alone = { connections: 1, seconds: size.of(0.5, 60), most: size.of(2_000, 20) };
  const [rounds, roundsAlone] = [size.of(5, 1), size.of(25, 1)];

  async function onSqlite(): Promise<Figure[]> {
    await using folder = await benchFolder();
    const path = `${folder.path}/relay.db`;
    const targets = targetsOf(await makeMailboxes(path, mailboxes));
    await using relay = await startRelay({ folder: folder.path, databaseUrl: `sqlite:${path}` });
    await using bare = await startPeer('bare-http.ts', secret);
    await using each = await startPeer('bare-http.ts', secret, `${folder.path}/each.db`);
    await using fastify = await startPeer('fastify-hmac.ts', secret);
    // What a webhook touches grows with what is kept.
    for (const server of [relay, each]) {
      await send(server, targets, { connections, seconds: 60, most: size.of(8_000, connections) });
    }
    const single = await inTurns(roundsAlone, {
      relay: () => send(relay, targets, alone),
      each: () => send(each, targets, alone),
    });
    const all = await inTurns(rounds, {
      relay: () => send(relay, targets, many),
      bare: () => send(bare, targets, many),
      each: () => send(each, targets, many),
      fastify: () => send(fastify, targets, many),
    });
    const side = (name: 'bare' | 'each' | 'fastify', value: (one: Measured) => number) =>
      middleRound(all.relay, all[name], value);
    const rate = { bench: 'relay-receive', unit: 'req/s' };
    const processor = { bench: 'relay-receive', unit: 'µs' };
    const time = { bench: 'relay-receive', unit: 'ms' };
    return [
      figure({ ...rate, metric: 'webhooks', against: http, ...side('bare', perSecond) }, { minRatio: 0.3 }),
      figure(
        { ...rate, metric: 'webhooks over commit-each', against: commits, ...side('each', perSecond) },
        { minRatio: 4 },
      ),
      figure(
        {
          ...processor,
          metric: 'processor per webhook',
          against: 'Fastify and HMAC',
          ...side('fastify', processorEach),
        },
        { maxRatio: 2 },
      ),
      figure({ ...processor, metric: 'processor per webhook', against: http, ...side('bare', processorEach) }),
      figure({ ...time, metric: '64 connections p99', against: http, ...side('bare', (one) => one.p99) }),
      figure(
        {
          ...time,
          metric: 'one connection p50',
          against: commits,
          ...middleRound(single.relay, single.each, (one) => one.p50),
        },
        { maxRatio: 1.1 },
      ),
    ];
  }

  async function onServer(url: string): Promise<Figure[]> {
    await using folder = await benchFolder();
    const targets = targetsOf(await makeMailboxesIn({ engine: 'postgres', url }, mailboxes));
    await using relay = await startRelay({ folder: folder.path, databaseUrl: url });
    await using each = await startPeer('bare-insert.ts', url);
    const all = await inTurns(rounds, {
      relay: () => send(relay, targets, many),
      each: () => send(each, targets, many),
    });
    const single = await inTurns(rounds, {
      relay: () => send(relay, targets, alone),
      each: () => send(each, targets, alone),
    });
    const about = { bench: 'relay-receive', against: rows };
    return [
      figure({
        ...about,
        metric: 'PostgreSQL, webhooks',
        unit: 'req/s',
        ...middleRound(all.relay, all.each, perSecond),
      }),
      figure({
        ...about,
        metric: 'PostgreSQL, one connection p50',
        unit: 'ms',
        ...middleRound(single.relay, single.each, (one) => one.p50),
      }),
    ];
  }

  return [...(await onSqlite()), ...(await onPostgres(onServer))];
}

const targetsOf = (mailboxes: Array<{ mailbox: string; token: string }>): Array<{ path: string; token: string }> =>
  mailboxes.map(({ mailbox, token }) => ({ path: `/hooks/${mailbox}`, token }));
