import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure } from '../figures.ts';
import { startLoader } from '../relay-load/loader.ts';
import { makeMailboxes, secret, startRelay } from '../relay-load/relay-server.ts';
import { cpuEach, inTurns, middleRound, p50Of, p99Of, perSecond } from '../relay-load/rounds.ts';
import type { Measured } from '../relay-load/task.ts';
import {
  type Peer,
  startBare,
  startCommitEach,
  startCommitLeast,
  startFastify,
  startSmee,
  startWebhook,
} from '../relay-peers/peers.ts';

const mailboxes = 64;
const connections = 64;
const seconds = 1.2;
const rounds = 5;
/** Above this share of its core, it may be the loader that is measured. */
const loaderShare = 0.9;

/**
 * How many signed 300-byte webhooks a second are answered 200, over 64 connections into 64 mailboxes: the relay with all it
 * does (verified, told apart from redeliveries, durable, logged, counted) against receivers that do less. Every server on
 * one core, the loader on the other.
 */
export async function benchRelayReceive(): Promise<Figure[]> {
  await using folder = await benchFolder();
  const databasePath = `${folder.path}/relay.db`;
  const targets = await makeMailboxes(databasePath, mailboxes);
  const server = await startRelay({ folder: folder.path, databaseUrl: `sqlite:${databasePath}` });
  const sides: Record<string, { peer: Peer; most: number }> = {
    relay: { peer: { server, targets }, most: 60_000 },
    bare: { peer: await startBare(secret), most: 130_000 },
    each: { peer: await startCommitEach(secret, folder.path, targets), most: 12_000 },
    least: { peer: await startCommitLeast(secret, folder.path), most: 12_000 },
    fastify: { peer: await startFastify(secret), most: 110_000 },
  };
  const smee = await startSmee(secret);
  if (smee) sides.smee = { peer: smee, most: 50_000 };
  else console.log('! smee.io is not measured: KONTER_BENCH_SMEE=FILE names the file that starts its server');
  const webhook = await startWebhook(secret, folder.path);
  if (webhook) sides.webhook = { peer: webhook, most: 5_000 };
  else console.log('! adnanh/webhook is not measured: KONTER_BENCH_WEBHOOK=PROGRAM names its program');
  await using loader = startLoader();
  let from = 0;
  const side =
    ({ peer, most }: { peer: Peer; most: number }) =>
    async (): Promise<Measured> => {
      from += most;
      const { port, pid } = peer.server;
      const servers = [pid];
      return await loader.run({
        do: 'send',
        port,
        targets: peer.targets,
        from,
        most,
        connections,
        seconds,
        servers,
      });
    };
  try {
    const many = await inTurns(
      rounds,
      Object.fromEntries(Object.entries(sides).map(([name, one]) => [name, side(one)])),
    );
    warnOfLoader(many.bare ?? []);
    return figuresOf(many);
  } finally {
    await Promise.all(Object.values(sides).map(({ peer }) => peer.server[Symbol.asyncDispose]()));
  }
}

function warnOfLoader(bare: readonly Measured[]): void {
  const busiest = Math.max(...bare.map((one) => (one.loaderMs ?? 0) / (one.seconds * 1000)));
  if (busiest > loaderShare) console.log(`! the loader used ${Math.round(busiest * 100)} % of its core`);
}

function figuresOf(many: Readonly<Record<string, Measured[]>>): Figure[] {
  const { relay = [], bare = [], each = [], least = [], fastify = [], smee, webhook } = many;
  const faster = (metric: string, against: string, of: Measured[], minRatio?: number): Figure =>
    figure(
      { bench: 'relay', metric, unit: 'req/s', against, ...middleRound(relay, of, perSecond) },
      minRatio === undefined ? undefined : { minRatio },
    );
  const lower = (
    metric: string,
    unit: string,
    against: string,
    pair: { ours: number; baseline: number },
    maxRatio?: number,
  ): Figure =>
    figure({ bench: 'relay', metric, unit, against, ...pair }, maxRatio === undefined ? undefined : { maxRatio });
  const http = 'node:http and HMAC, nothing stored';
  const commits = 'node:http and HMAC, a commit each, the same table';
  const plain = 'node:http and HMAC, a commit each, a table without indexes';
  return [
    faster('webhooks', http, bare, 0.3),
    faster('webhooks over commit-each', commits, each, 4),
    faster('webhooks over the plainest commit-each', plain, least),
    ...(smee ? [faster('webhooks over smee.io', 'smee.io, nothing stored', smee, 1.25)] : []),
    ...(webhook ? [faster('webhooks over webhook', 'adnanh/webhook running /bin/true', webhook, 10)] : []),
    lower('processor per webhook', 'µs', 'Fastify and HMAC', middleRound(relay, fastify, cpuEach), 2),
    lower('64 connections p50', 'ms', http, middleRound(relay, bare, p50Of)),
    lower('64 connections p99', 'ms', http, middleRound(relay, bare, p99Of)),
  ];
}
