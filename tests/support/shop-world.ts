import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildIfNeeded } from '../../scripts/build.ts';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { built } from '../../scripts/project.ts';
import { type SimulatorServer, startSimulatorServer } from '../../src/simulator/server.ts';
import { endProcess } from './live-world.ts';
import { startPostgres } from './postgres/server.ts';

const secret = 'a-secret-of-tests';

const CreatedShop = z.object({ shop: z.string() });
const CreatedMailbox = z.object({ connectionCode: z.string() });

export interface ShopWorld {
  provider: SimulatorServer;
  /** requests that the provider received at a path of its interface */
  requestCount(path: string): number;
  /** the code of a new mailbox of the shop, as the relay's operator hands it on */
  counterCode(name: string): Promise<string>;
  officeCode(name: string): Promise<string>;
  /** ends the relay, and starts it again at the same address */
  relay: { stop(): Promise<void>; start(): Promise<void> };
  close(): Promise<void>;
}

/**
 * A shop at a real relay over PostgreSQL, both processes of their own, and a provider in this one. Rejects with NoPostgres where this
 * machine has none.
 */
export async function openShopWorld(): Promise<ShopWorld> {
  await buildIfNeeded('relay');
  const postgres = await startPostgres();
  const provider = await startSimulatorServer({ port: 0, seed: 'shop', secretKey: secret, pace: 0.2 });
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    ...compiledTests,
    RELAY_PORT: '0',
    RELAY_DATABASE_URL: postgres.url,
    RELAY_MASTER_KEY: randomBytes(32).toString('hex'),
  };
  const command = async (...args: string[]): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(process.execPath, [built.relay, ...args, '--json'], { env });
    const answer: unknown = JSON.parse(stdout);
    return answer;
  };
  let relay: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const child = spawn(process.execPath, [built.relay], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    relay = child;
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const url = new URL(/http:\S+:\d+/.exec(String(line))?.[0] ?? '');
    // Codes hold its address: it keeps it.
    Object.assign(env, { RELAY_PORT: url.port, RELAY_PUBLIC_URL: url.origin });
  };
  const stop = async (): Promise<void> => {
    if (relay) await endProcess(relay);
  };
  await start();
  const { shop } = CreatedShop.parse(await command('shop', 'create', 'Rina Cell'));
  const codeOf = async (name: string, ...rest: string[]): Promise<string> =>
    CreatedMailbox.parse(await command('mailbox', 'create', name, '--shop', shop, ...rest)).connectionCode;
  return {
    provider,
    requestCount: (path) => provider.simulator.requests().filter((one) => one.path === path).length,
    counterCode: (name) => codeOf(name, '--secret', secret, '--provider-url', provider.url),
    officeCode: (name) => codeOf(name, '--office'),
    relay: { stop, start },
    async close() {
      await stop();
      await provider.close();
      await postgres.stop();
    },
  };
}
