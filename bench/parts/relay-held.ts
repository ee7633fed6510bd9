import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure } from '../figures.ts';
import { type HeldPolls, holdPolls } from '../relay-load/held-relay.ts';
import { inTurns, middleOf, middleRound, wakeOf } from '../relay-load/rounds.ts';
import { possibleConnections, sayShortQueue } from '../relay-load/system-limits.ts';
import type { Measured } from '../relay-load/task.ts';
import { warmUpWakes } from '../relay-load/warm-up.ts';

const [few, wanted] = [1_000, 10_000];
const webhooks = 300;
const perSecond = 250;
const rounds = 9;

/**
 * Long polls: what 10,000 held ones cost beside 1,000, and how soon a webhook is with its poller. Sender and poller are one
 * process, so that both moments stand on one clock; the webhooks' mailboxes are drawn by lot.
 */
export async function benchRelayHeld(): Promise<Figure[]> {
  const many = possibleConnections(wanted);
  sayShortQueue(many);
  await using folder = await benchFolder();
  await using bare = await holdPolls(folder.path, few, 'bare');
  await using small = await holdPolls(folder.path, few);
  await using large = await holdPolls(folder.path, many);
  for (const { loader, server } of [small, large]) {
    await warmUpWakes(loader, { port: server.port, servers: [server.pid], from: 1_000_000 });
  }
  let from = 2_000_000;
  const side = (of: HeldPolls) => async (): Promise<Measured> => {
    from += webhooks;
    const { port, pid } = of.server;
    return await of.loader.run({ do: 'wake', port, servers: [pid], from, count: webhooks, perSecond });
  };
  const measured = await inTurns(rounds, { few: side(small), many: side(large) });
  return [...wakes(measured, many), ...costs(bare, small, large, many)];
}

function wakes(measured: { few: Measured[]; many: Measured[] }, count: number): Figure[] {
  const about = { bench: 'relay', unit: 'ms' };
  const own = (of: Measured[], quantile: 'p50' | 'p99') => ({
    ours: middleOf(of, wakeOf(quantile)),
    baseline: middleOf(of, (one) => one[quantile]),
  });
  return [
    figure(
      { ...about, metric: `wake p50, ${few} polls`, against: 'the sender’s 200', ...own(measured.few, 'p50') },
      { maxRatio: 1 },
    ),
    figure({ ...about, metric: `wake p99, ${few} polls`, against: 'the sender’s 200', ...own(measured.few, 'p99') }),
    figure({ ...about, metric: `wake p99, ${count} polls`, against: 'the sender’s 200', ...own(measured.many, 'p99') }),
    figure(
      {
        ...about,
        metric: `wake p50, ${count} polls`,
        against: `${few} polls`,
        ...middleRound(measured.many, measured.few, wakeOf('p50')),
      },
      { maxRatio: 1.3 },
    ),
  ];
}

function costs(bare: HeldPolls, small: HeldPolls, large: HeldPolls, count: number): Figure[] {
  const against = `of ${few} polls`;
  const resident = { ours: large.each.resident / 1024, baseline: small.each.resident / 1024 };
  const heap = { ours: large.each.heap / 1024, baseline: bare.each.heap / 1024 };
  const http = 'node:http that holds the request';
  const about = { bench: 'relay' };
  const { overflows } = large;
  return [
    figure({ ...about, unit: 'KB', metric: 'heap per held poll', against: http, ...heap }, { maxRatio: 1.6 }),
    figure({ ...about, unit: 'KB', metric: 'resident per held poll', against, ...resident }),
    figure({
      ...about,
      metric: `${count} connect at once: all held`,
      unit: 'ms',
      ours: large.allHeldMs,
      baseline: small.allHeldMs,
      against,
    }),
    ...(overflows === null
      ? []
      : [
          figure(
            {
              ...about,
              metric: 'connecting at once: turned away',
              unit: 'connections',
              ours: overflows,
              baseline: count,
              against: 'those that came',
            },
            { maxRatio: 0 },
          ),
        ]),
  ];
}
