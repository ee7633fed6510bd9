import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cores, startPinned } from '../relay-load/pinned.ts';
import { type Server, serverOf, startServer } from '../relay-load/server.ts';
import type { Target } from '../relay-load/signed-requests.ts';

/** A receiver to be compared with, and where it takes webhooks. */
export interface Peer {
  server: Server;
  targets: Target[];
}

export const bareHttp = join(import.meta.dirname, 'bare-http.ts');

const own = (file: string, ...args: string[]): Promise<Server> =>
  startServer({ args: [join(import.meta.dirname, file), ...args] });

const takesAll = (secret: string): Target[] => [{ path: '/hooks/bench', secret }];

export const startBare = async (secret: string): Promise<Peer> => ({
  server: await own('bare-http.ts', secret),
  targets: takesAll(secret),
});

/** @param targets the mailboxes that the relay is measured with */
export const startCommitEach = async (secret: string, folder: string, targets: Target[]): Promise<Peer> => ({
  server: await own('bare-http.ts', secret, join(folder, 'commit-each.db')),
  targets,
});

export const startCommitLeast = async (secret: string, folder: string): Promise<Peer> => ({
  server: await own('bare-http.ts', secret, join(folder, 'commit-least.db'), 'least'),
  targets: takesAll(secret),
});

/** @param database the path of a SQLite file, or the address of a PostgreSQL */
export const startBareInsert = (database: string): Promise<Server> => own('bare-insert.ts', database);

export const startFastify = async (secret: string): Promise<Peer> => ({
  server: await own('fastify-hmac.ts', secret),
  targets: takesAll(secret),
});

/**
 * smee.io's server (github.com/probot/smee.io), where it is installed and built: KONTER_BENCH_SMEE is the file that starts it.
 * It gets its port as PORT.
 */
export async function startSmee(secret: string): Promise<Peer | null> {
  const file = process.env.KONTER_BENCH_SMEE;
  if (!file) return null;
  const port = await freePort();
  const env = { PORT: String(port), NODE_ENV: 'production' };
  const child = startPinned({ args: [file], core: cores.server, env });
  child.stdout?.resume();
  await listening(port);
  return { server: serverOf(child, port), targets: [{ path: '/bench-channel-0001', secret, noRef: true }] };
}

/**
 * adnanh/webhook, where it is installed: KONTER_BENCH_WEBHOOK is its program. Each right signature runs /bin/true, the least it
 * can be told to do: it keeps nothing itself. It answers once the command is about to run, not when that has ended; yet with
 * all on one core it keeps up, and nothing of one side's round is left over for the next.
 */
export async function startWebhook(secret: string, folder: string): Promise<Peer | null> {
  const program = process.env.KONTER_BENCH_WEBHOOK;
  if (!program) return null;
  const hooks = join(folder, 'hooks.json');
  const match = {
    type: 'payload-hmac-sha256',
    secret,
    parameter: { source: 'header', name: 'X-Service-Signature' },
  };
  const hook = { id: 'bench', 'execute-command': '/bin/true', 'response-message': '{}', 'trigger-rule': { match } };
  await writeFile(hooks, JSON.stringify([hook]));
  const port = await freePort();
  const args = ['-hooks', hooks, '-ip', '127.0.0.1', '-port', String(port)];
  const child = startPinned({ command: program, args, core: cores.server, logFile: join(folder, 'webhook.log') });
  child.stdout?.resume();
  await listening(port);
  return { server: serverOf(child, port), targets: [{ path: '/hooks/bench', secret, noRef: true }] };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect(port, '127.0.0.1');
    const reached = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (reached) return;
    await pause(100);
  }
  throw new Error(`nothing listens on ${port}`);
}
