import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure } from '../figures.ts';
import { startLoader } from '../relay-load/loader.ts';
import { makeMailboxes, secret, startRelay } from '../relay-load/relay-server.ts';
import { inTurns, middleRound, p50Of, p99Of } from '../relay-load/rounds.ts';
import type { Measured } from '../relay-load/task.ts';
import { type Peer, startCommitEach, startCommitLeast } from '../relay-peers/peers.ts';

const mailboxes = 64;
/** In every table before anything is measured: what a webhook touches grows with what is kept. */
const kept = 8_000;
/** Short ones and many: from one second to the next a disk's commit differs by more than the sides do. */
const seconds = 0.5;
const rounds = 25;
const mostInRound = 3_500;

/**
 * How long a signed 300-byte webhook takes that comes alone, over one connection: what gathering webhooks for one commit costs
 * where there is nothing to gather, against servers that commit each as it comes.
 */
export async function benchRelayAlone(): Promise<Figure[]> {
  await using folder = await benchFolder();
  const databasePath = `${folder.path}/relay.db`;
  const targets = await makeMailboxes(databasePath, mailboxes);
  await using relay = await startRelay({ folder: folder.path, databaseUrl: `sqlite:${databasePath}` });
  const each = await startCommitEach(secret, folder.path, targets);
  await using _each = each.server;
  const least = await startCommitLeast(secret, folder.path);
  await using _least = least.server;
  await using loader = startLoader();
  let from = 0;
  const send = async (
    { server: { port, pid }, targets: to }: Peer,
    ask: { most: number; connections: number; seconds: number },
  ): Promise<Measured> => {
    const first = from;
    from += ask.most;
    return await loader.run({ do: 'send', port, targets: to, from: first, servers: [pid], ...ask });
  };
  const sides = { relay: { server: relay, targets }, each, least };
  for (const peer of Object.values(sides)) await send(peer, { most: kept, connections: 64, seconds: 120 });
  const side = (peer: Peer) => (): Promise<Measured> => send(peer, { most: mostInRound, connections: 1, seconds });
  const measured = await inTurns(rounds, {
    relay: side(sides.relay),
    each: side(sides.each),
    least: side(sides.least),
  });
  return figuresOf(measured);
}

function figuresOf({ relay, each, least }: Readonly<Record<'relay' | 'each' | 'least', Measured[]>>): Figure[] {
  const full = 'node:http and HMAC, a commit each, the same table';
  const plain = 'node:http and HMAC, a commit each, a table without indexes';
  const lower = (
    metric: string,
    against: string,
    of: Measured[],
    value: (one: Measured) => number,
    maxRatio?: number,
  ) =>
    figure(
      { bench: 'relay', metric, unit: 'ms', against, ...middleRound(relay, of, value) },
      maxRatio === undefined ? undefined : { maxRatio },
    );
  return [
    lower('one connection p50', full, each, p50Of, 1.1),
    lower('one connection p50 over the plainest', plain, least, p50Of),
    lower('one connection p99', full, each, p99Of),
  ];
}
