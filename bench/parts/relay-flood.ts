import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure } from '../figures.ts';
import { startLoader } from '../relay-load/loader.ts';
import { residentOf } from '../relay-load/memory.ts';
import { makeMailboxes, startRelay } from '../relay-load/relay-server.ts';
import { inTurns, middleRound, p50Of, p99Of } from '../relay-load/rounds.ts';
import type { Measured } from '../relay-load/task.ts';

const good = { perSecond: 500, seconds: 2 };
const flood = { perSecond: 2_000, uploads: 500, bytes: 48 * 1024 };
/** Unmeasured, before each measured stretch: by its end the flood is under way. */
const runUp = { perSecond: 500, seconds: 0.5 };
/** Odd, and many: of a thousand answers the ten slowest are what is compared. */
const rounds = 9;

/**
 * What wrong signatures and stalled uploads do to the good traffic beside them: the same paced webhooks with and without, in
 * turns. The flood comes from a process of its own, on the loader's core.
 */
export async function benchRelayFlood(): Promise<Figure[]> {
  await using folder = await benchFolder();
  const databasePath = `${folder.path}/relay.db`;
  const targets = await makeMailboxes(databasePath, 64);
  await using server = await startRelay({ folder: folder.path, databaseUrl: `sqlite:${databasePath}` });
  await using honest = startLoader();
  await using hostile = startLoader();
  let from = 0;
  const base = { port: server.port, targets };
  const stretch = (how: { perSecond: number; seconds: number }): Promise<Measured> => {
    from += 100_000;
    return honest.run({ do: 'pace', ...base, servers: [server.pid, hostile.pid], from, ...how });
  };
  const paced = async (): Promise<Measured> => {
    await stretch(runUp);
    return stretch(good);
  };
  const full = { connections: 64, most: 40_000, seconds: 2 };
  await honest.run({ do: 'send', ...base, servers: [server.pid], from: 1_000_000_000, ...full });
  const honestMost = residentOf(server.pid)?.most ?? Number.NaN;
  const measured = await inTurns(rounds, {
    calm: paced,
    flooded: async () => {
      const { uploads: count, bytes, perSecond } = flood;
      await hostile.run({ do: 'stall', ...base, servers: [], count, bytes });
      const seconds = runUp.seconds + good.seconds + 0.5;
      const wrong = hostile.run({ do: 'pace', ...base, servers: [], from: 0, perSecond, seconds, wrong: true });
      const flooded = await paced();
      await wrong;
      await hostile.run({ do: 'stall', ...base, servers: [], count: 0, bytes: 0 });
      return flooded;
    },
  });
  const memory = { bench: 'relay', unit: 'MB', ours: (residentOf(server.pid)?.most ?? Number.NaN) / 1e6 };
  const about = { bench: 'relay', unit: 'ms', against: 'the same without a flood' };
  return [
    figure({ ...about, metric: 'beside a flood p50', ...middleRound(measured.flooded, measured.calm, p50Of) }),
    figure(
      { ...about, metric: 'beside a flood p99', ...middleRound(measured.flooded, measured.calm, p99Of) },
      { maxRatio: 2 },
    ),
    figure(
      { ...memory, metric: 'most memory beside a flood', baseline: honestMost / 1e6, against: 'under honest load' },
      { maxRatio: 3 },
    ),
  ];
}
