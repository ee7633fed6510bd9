import { setTimeout as pause } from 'node:timers/promises';
import { bareHttp } from '../relay-peers/peers.ts';
import { type Loader, startLoader } from './loader.ts';
import { memoryOf, tellsMemory } from './memory.ts';
import { makeMailboxes, secret, startRelay } from './relay-server.ts';
import { type Server, startServer } from './server.ts';
import { listenOverflows } from './system-limits.ts';
import type { Measured } from './task.ts';

/** A relay, or the bare peer, with a poll held for each mailbox. All of them connected at once. */
export interface HeldPolls extends AsyncDisposable {
  server: Server;
  loader: Loader;
  connected: Measured;
  /** ms from the first connection's begin until the last poll was held */
  allHeldMs: number;
  /** connections that the kernel turned away meanwhile; null where it does not tell */
  overflows: number | null;
  /** of the server, bytes for each poll */
  each: { heap: number; resident: number };
}

/** Longer than the bench lasts, so that nothing is asked again but what was woken. */
const waitSeconds = 60;

export async function holdPolls(folder: string, polls: number, by: 'relay' | 'bare' = 'relay'): Promise<HeldPolls> {
  const databasePath = `${folder}/held-${polls}-${by}.db`;
  const mailboxes = await makeMailboxes(databasePath, polls);
  const server =
    by === 'bare'
      ? await startServer({ args: [...tellsMemory, bareHttp, secret], talks: true })
      : await startRelay({ folder, databaseUrl: `sqlite:${databasePath}`, nodeArgs: tellsMemory, talks: true });
  const loader = startLoader();
  await warmUp(server, loader, mailboxes[0]);
  const before = { memory: await memoryOf(server.child), overflows: listenOverflows() };
  const begun = performance.now();
  const { port, pid } = server;
  const connected = await loader.run({ do: 'hold', port, servers: [pid], mailboxes, waitSeconds });
  await untilHeld(server.metricsPort, polls);
  const allHeldMs = performance.now() - begun;
  const [after, overflows] = [await memoryOf(server.child), listenOverflows()];
  return {
    server,
    loader,
    connected,
    allHeldMs,
    overflows: overflows === null || before.overflows === null ? null : overflows - before.overflows,
    each: {
      heap: (after.heapUsed - before.memory.heapUsed) / polls,
      resident: (after.rss - before.memory.rss) / polls,
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([server[Symbol.asyncDispose](), loader[Symbol.asyncDispose]()]);
    },
  };
}

type Mailboxes = Awaited<ReturnType<typeof makeMailboxes>>;

/** What a first request makes once, code and statements, is not a poll's to pay for. */
async function warmUp(server: Server, loader: Loader, mailbox: Mailboxes[number] | undefined): Promise<void> {
  if (!mailbox) return;
  const base = { port: server.port, servers: [server.pid] };
  await loader.run({ do: 'pace', ...base, targets: [mailbox], from: 1, perSecond: 500, seconds: 1 });
  const events = `http://127.0.0.1:${server.port}/v1/mailboxes/${mailbox.mailbox}/events`;
  const ask = { headers: { authorization: `Bearer ${mailbox.token}`, connection: 'close' } };
  for (let count = 0; count < 200; count++) await (await fetch(`${events}?limit=1`, ask)).text();
}

async function untilHeld(port: number, polls: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    if (Number(/^relay_long_polls_active\S* (\d+)/m.exec(metrics)?.[1]) >= polls) return;
    await pause(20);
  }
  throw new Error(`${polls} polls were not held`);
}
