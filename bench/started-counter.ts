import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { projectDir } from '../scripts/project.ts';

const live = {
  KONTER_PROVIDER_URL: 'http://127.0.0.1:9/v1',
  KONTER_SECRET_KEY: 'bench',
  KONTER_RELAY_URL: 'http://127.0.0.1:9',
  KONTER_RELAY_MAILBOX: 'bench',
  KONTER_RELAY_TOKEN: 'bench',
};
const Opened = z.object({ url: z.url(), mode: z.literal('live') });
const Session = z.object({ pageSecret: z.string() });
const Answer = z.object({ ok: z.literal(true) });
/** What the start itself has left is cleaned up, and no page is there yet. */
const settleMs = 3000;

export interface Started {
  /** from the start of the process until it listens */
  openMs: number;
  /** until it has answered what the first screen wants: status, newest page, products */
  screenMs: number;
  /** resident, some seconds later; NaN where the system does not say */
  megabytes: number;
}

/** Starts the live counter on a folder as `npm run start:browser` does, signs in as a page does, and stops it. */
export async function startCounter(folder: string, { measuresMemory }: { measuresMemory: boolean }): Promise<Started> {
  const startedAt = performance.now();
  const command = ['--import', './scripts/guard-node.mjs', 'scripts/start-browser.ts', '--port', '0', '--no-open'];
  const child = spawn(process.execPath, [...command, '--data-dir', folder], {
    cwd: projectDir,
    env: { ...process.env, ...live },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => null)]);
  if (line === null) throw new Error('the counter did not open');
  const openMs = performance.now() - startedAt;
  await readFirstScreen(new URL(Opened.parse(JSON.parse(String(line[0]))).url));
  const screenMs = performance.now() - startedAt;
  if (measuresMemory) await new Promise((resolve) => setTimeout(resolve, settleMs));
  const megabytes = measuresMemory ? residentMegabytes(child.pid) : Number.NaN;
  child.kill('SIGTERM');
  await ended;
  return { openMs, screenMs, megabytes };
}

async function readFirstScreen(address: URL): Promise<void> {
  const { origin } = address;
  const token = new URLSearchParams(address.hash.slice(1)).get('token');
  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(new URL(path, origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    });
  const session = await post('/session', { token });
  const [cookie = ''] = session.headers.get('set-cookie')?.split(';') ?? [];
  const { pageSecret } = Session.parse(await session.json());
  const call = async (name: string, input: object): Promise<void> => {
    const answer = await post(`/api/${name}`, input, { cookie, 'x-konter-page-secret': pageSecret });
    Answer.parse(await answer.json());
  };
  await Promise.all([call('status', {}), call('transactions.search', { limit: 50 }), call('catalogue.list', {})]);
}

function residentMegabytes(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN;
  const status = readFileSync(join('/proc', String(pid), 'status'), 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
