import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { createNodeTransport } from '../src/main/base/system/http-transport.ts';
import { nodeSystem } from '../src/main/base/system/node-system.ts';
import type { NetworkRoute } from '../src/main/base/system.ts';
import type { App } from '../src/main/runtime/create-app.ts';
import { createApp } from '../src/main/runtime/create-app.ts';
import { slowLine } from './slow-line.ts';

const root = join(import.meta.dirname, '..');
const secret = 'bench-secret';

/** Provider and relay without a counter. */
export interface Outside extends AsyncDisposable {
  /** what the counter's settings would be */
  env: Record<string, string>;
  callbackUrl: string;
  secret: string;
  providerUrl: string;
  folder: string;
}

/** A live counter in this process, with provider and relay as processes of their own, all on 127.0.0.1. */
export interface LiveWorld extends Outside {
  app: App;
  /** one POST /order over a fresh connection, and nothing else */
  bareOrder(customerNo: string): Promise<void>;
  /** the same of POST /billing/inquiry */
  bareInquiry(customerNo: string): Promise<void>;
}

export async function openOutside(): Promise<Outside> {
  const folder = await mkdtemp(join(tmpdir(), 'konter-bench-'));
  const children: ChildProcess[] = [];
  const run = (file: string, args: string[], env: Record<string, string>): ChildProcess => {
    const child = spawn(process.execPath, [join(root, file), ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    return child;
  };
  const provider = run('src/simulator/cli.ts', ['--secret', secret, '--pace', '0'], { SIMULATOR_PORT: '0' });
  const providerUrl = z.object({ url: z.string() }).parse(JSON.parse(await firstLine(provider))).url;

  const relayPort = await freePort();
  const relayEnv = {
    RELAY_PORT: String(relayPort),
    RELAY_DATABASE_URL: `sqlite:${join(folder, 'relay.db')}`,
    RELAY_MASTER_KEY: '00'.repeat(32),
    RELAY_PUBLIC_URL: `http://127.0.0.1:${relayPort}`,
  };
  const creation = run('src/relay/cli/main.ts', ['mailbox', 'create', 'bench', '--secret', secret, '--json'], relayEnv);
  const mailbox = z
    .object({ mailbox: z.string(), token: z.string(), callbackUrl: z.string() })
    .parse(JSON.parse(await firstLine(creation)));
  await firstLine(run('src/relay/cli/main.ts', [], relayEnv));
  return {
    folder,
    providerUrl,
    secret,
    callbackUrl: mailbox.callbackUrl,
    env: {
      KONTER_PROVIDER_URL: providerUrl,
      KONTER_SECRET_KEY: secret,
      KONTER_RELAY_URL: relayEnv.RELAY_PUBLIC_URL,
      KONTER_RELAY_MAILBOX: mailbox.mailbox,
      KONTER_RELAY_TOKEN: mailbox.token,
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param roundTripMs puts TLS and so slow a line in front of the provider */
export async function openLiveWorld({ roundTripMs }: { roundTripMs?: number } = {}): Promise<LiveWorld> {
  const outside = await openOutside();
  const url = new URL(outside.providerUrl);
  const line = roundTripMs === undefined ? null : await slowLine(url, roundTripMs);
  const providerUrl = line === null ? outside.providerUrl : line.origin + url.pathname;
  const ca = line === null ? undefined : [line.cert];
  const network = {
    ...nodeSystem.network,
    transport: (route: NetworkRoute) => createNodeTransport({ ...route, ...(ca ? { ca } : {}) }),
  };
  const app = await createApp(
    { ...nodeSystem, network },
    {
      dataDir: join(outside.folder, 'counter'),
      env: { ...outside.env, KONTER_PROVIDER_URL: providerUrl },
      version: '0.0.0',
      secrets: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
      printer: { print: () => Promise.resolve({ kind: 'handed_over' }) },
      log: { info() {}, warn() {}, error() {} },
    },
  );
  await relayIsLive(app);
  return {
    ...outside,
    app,
    bareOrder: (customerNo) =>
      barePost(`${providerUrl}/order`, ca, {
        product_code: 'TSEL10',
        customer_no: customerNo,
        callback_url: 'http://127.0.0.1:9/none',
      }),
    bareInquiry: (customerNo) =>
      barePost(`${providerUrl}/billing/inquiry`, ca, { product_code: 'PLNPOST', customer_no: customerNo }),
    async [Symbol.asyncDispose]() {
      await app.close();
      await line?.[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    },
  };
}

/** Resolves once the relay has answered the counter's first poll. */
function relayIsLive(app: App): Promise<void> {
  return new Promise((resolve) => {
    const stop = app.subscribe((event) => {
      if (event.type !== 'status' || event.status.relay.state !== 'listening') return;
      stop();
      resolve();
    });
    void (async () => {
      const answer = await app.handlers.status(undefined);
      if (answer.ok && answer.value.relay.state === 'listening') resolve();
    })();
  });
}

function barePost(url: string, ca: string[] | undefined, fields: Record<string, string>): Promise<void> {
  const body = JSON.stringify(fields);
  const send = url.startsWith('https:') ? secureRequest : request;
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    send(url, { method: 'POST', agent: false, headers, ...(ca ? { ca } : {}) }, (answer) => {
      answer.resume().once('end', () => resolve());
    })
      .once('error', reject)
      .end(body);
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the child has no output');
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('a child of the bench ended early'))),
  ]);
  return String(line);
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
