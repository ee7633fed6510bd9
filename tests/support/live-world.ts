import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildIfNeeded } from '../../scripts/build.ts';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { built } from '../../scripts/project.ts';
import { type SimulatorServer, startSimulatorServer } from '../../src/simulator/server.ts';

const secret = 'a-secret-of-tests';

const Mailbox = z.object({ mailbox: z.string(), token: z.string() });

export interface LiveWorld {
  provider: SimulatorServer;
  relay: ChildProcess;
  /** the counter's settings */
  env: Record<string, string>;
  /** ends what still runs */
  close(): Promise<void>;
}

/** A provider of our own here and a relay as a process, over real sockets on 127.0.0.1. */
export async function openLiveWorld(): Promise<LiveWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'konter-relay-'));
  await buildIfNeeded('relay');
  const provider = await startSimulatorServer({ port: 0, seed: 'live', secretKey: secret, pace: 0.2 });
  const env = {
    PATH: process.env['PATH'],
    ...compiledTests,
    RELAY_PORT: '0',
    RELAY_DATABASE_URL: `sqlite:${join(folder, 'relay.db')}`,
    RELAY_MASTER_KEY: '00'.repeat(32),
  };
  const create = [built.relay, 'mailbox', 'create', 'toko', '--secret', secret, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, create, { env });
  const { mailbox, token } = Mailbox.parse(JSON.parse(stdout));
  const relay = spawn(process.execPath, [built.relay], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(createInterface({ input: relay.stdout }), 'line');
  const relayUrl = /http:\S+:\d+/.exec(String(line))?.[0] ?? '';
  return {
    provider,
    relay,
    env: {
      KONTER_PROVIDER_URL: provider.url,
      KONTER_SECRET_KEY: secret,
      KONTER_RELAY_URL: relayUrl,
      KONTER_RELAY_MAILBOX: mailbox,
      KONTER_RELAY_TOKEN: token,
    },
    async close() {
      await endProcess(relay);
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** kill -9, and waits until it is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
