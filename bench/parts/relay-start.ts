import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeRelayFolder } from '../../tests/support/relay-folder.ts';
import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure, median } from '../figures.ts';
import { secret } from '../relay-load/relay-server.ts';
import { startServer } from '../relay-load/server.ts';
import { startBare } from '../relay-peers/peers.ts';

const rounds = 9;

/**
 * What is put on a server, and how long it takes from the start of the process until /readyz says 200; against a bare
 * node:http server that answers.
 */
export async function benchRelayStart(): Promise<Figure[]> {
  await using folder = await benchFolder();
  const place = join(folder.path, 'relay');
  await makeRelayFolder(place);
  const [ours, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const [bare, relay] = [await untilBareAnswers(), await untilReady(place)];
    // The first makes the database and warms the files.
    if (round === 0) continue;
    baseline.push(bare);
    ours.push(relay);
  }
  const mb = (bytes: number): number => bytes / 1e6;
  const node = mb((await stat(process.execPath)).size);
  const size = { bench: 'relay', unit: 'MB', baseline: node, against: 'Node itself' };
  return [
    figure({
      bench: 'relay',
      metric: 'start to /readyz',
      unit: 'ms',
      against: 'a bare node:http server',
      ours: median(ours),
      baseline: median(baseline),
    }),
    figure({ ...size, metric: 'program.js', ours: mb((await stat(join(place, 'program.js'))).size) }),
    figure({ ...size, metric: 'its folder, with SQLite', ours: mb(await sizeOf(place, ['data', 'relay.log'])) }),
  ];
}

async function untilBareAnswers(): Promise<number> {
  const begun = performance.now();
  const { server } = await startBare(secret);
  await fetch(`http://127.0.0.1:${server.port}/`);
  const taken = performance.now() - begun;
  await server[Symbol.asyncDispose]();
  return taken;
}

async function untilReady(place: string): Promise<number> {
  const begun = performance.now();
  await using server = await startServer({
    args: ['relay.js'],
    cwd: place,
    env: { RELAY_PORT: '0', RELAY_DATABASE_URL: 'sqlite:data/relay.db', RELAY_MASTER_KEY: '00'.repeat(32) },
    logFile: join(place, 'relay.log'),
  });
  while (!(await fetch(`http://127.0.0.1:${server.port}/readyz`)).ok) await pause(1);
  return performance.now() - begun;
}

async function sizeOf(folder: string, without: readonly string[]): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries
    .filter(({ name }) => !without.includes(name))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? await sizeOf(path, []) : (await stat(path)).size;
    });
  return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
}
