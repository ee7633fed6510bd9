import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure } from '../figures.ts';
import { startLoader } from '../relay-load/loader.ts';
import { makeMailboxes, startRelay } from '../relay-load/relay-server.ts';
import { inTurns, middleRound, perSecond } from '../relay-load/rounds.ts';

const count = 1_000;
const rounds = 5;
/** What each mailbox acknowledges at most: twice in each of `inTurns`’ rounds, of which one warms up and one is spare. */
const each = 2 * (rounds + 2);
const webhooks = { connections: 64, most: 14_000, seconds: 1 };

/**
 * A counter acknowledges each delivery. Acks that come together are one commit: how many a second over 64 connections, against
 * one connection, where each is a commit of its own; and what is left for webhooks while 1,000 mailboxes ack within a second.
 */
export async function benchRelayAcks(): Promise<Figure[]> {
  await using folder = await benchFolder();
  const databasePath = `${folder.path}/relay.db`;
  const mailboxes = await makeMailboxes(databasePath, count);
  await using server = await startRelay({ folder: folder.path, databaseUrl: `sqlite:${databasePath}` });
  await using sender = startLoader();
  await using reader = startLoader();
  const base = { port: server.port, servers: [server.pid] };
  let from = 0;
  const receive = () => {
    from += 1_000_000;
    const servers = [server.pid, reader.pid];
    return sender.run({ do: 'send', ...base, servers, targets: mailboxes, from, ...webhooks });
  };
  const fill = { targets: mailboxes, from, connections: 64, most: count * each, seconds: 60 };
  await sender.run({ do: 'send', ...base, ...fill });
  const half = count / 2;
  const ack = (of: typeof mailboxes, connections: number) =>
    reader.run({ do: 'ack', ...base, servers: [server.pid, sender.pid], mailboxes: of, connections });
  const measured = await inTurns(rounds, {
    together: () => ack(mailboxes.slice(0, half), 64),
    singly: () => ack(mailboxes.slice(half), 1),
    calm: receive,
    beside: async () => {
      const asked = { mailboxes, connections: 64, perSecond: count };
      const acks = reader.run({ do: 'ack', ...base, servers: [server.pid, sender.pid], ...asked });
      const received = await receive();
      await acks;
      return received;
    },
  });
  return [
    figure({
      bench: 'relay',
      metric: 'acks over 64 connections',
      unit: 'acks/s',
      against: 'one connection, a commit each',
      ...middleRound(measured.together, measured.singly, perSecond),
    }),
    figure({
      bench: 'relay',
      metric: `webhooks beside ${count} acks a second`,
      unit: 'req/s',
      against: 'without acks',
      ...middleRound(measured.beside, measured.calm, perSecond),
    }),
  ];
}
