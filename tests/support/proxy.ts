import { execFileSync, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { freePort } from './local-server.ts';
import { body, hook, operatorsFile } from './relay.ts';
import { type RelayEnvironment, relayProcess } from './relay-process.ts';
import { folder } from './temporary-folder.ts';

/** What a program says of its version; null where it is not installed. */
function versionOf(program: 'caddy' | 'nginx'): string | null {
  try {
    // nginx says it on its error output.
    return execFileSync('sh', ['-c', program === 'caddy' ? 'caddy version 2>&1' : 'nginx -v 2>&1'], {
      encoding: 'utf8',
    });
  } catch {
    return null;
  }
}

export const caddyVersion = versionOf('caddy');
export const nginxVersion = versionOf('nginx');

/** The reason of a skip, which is read. */
export const missing = (program: string): string =>
  `${program} is not installed: its configuration in deploy/relay is NOT tested here`;

async function start(program: string, args: readonly string[], port: number): Promise<{ url: string }> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: await folder() },
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    },
    { timeout: 20_000 },
  );
  return { url };
}

/** Whether this Caddy has `request_buffers`. */
export const caddyBuffers = /^v?2\.(?:[89]|\d\d)\./.test(caddyVersion ?? '');

/**
 * Caddy with the operators' Caddyfile, before relays on these ports.
 * @param changed what a test changes in its text
 */
export async function startCaddy(
  relayPorts: readonly number[],
  changed: (site: string) => string = (site) => site,
): Promise<{ url: string }> {
  const port = await freePort();
  const upstreams = relayPorts.map((each) => `127.0.0.1:${each}`).join(' ');
  const site = operatorsFile('server/Caddyfile')
    .replaceAll(/^#.*\n/gm, '')
    .replace('relay.example.com', `http://127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:8787', upstreams);
  const file = join(await folder(), 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n}\n${changed(site)}`);
  return start('caddy', ['run', '--adapter', 'caddyfile', '--config', file], port);
}

/** nginx with the operators' configuration, before relays on these ports. */
export async function startNginx(relayPorts: readonly number[]): Promise<{ url: string }> {
  const port = await freePort();
  const place = await folder();
  const ports = ['8787', '8788'];
  const site = ports
    .reduce(
      (text, each, at) => text.replaceAll(`127.0.0.1:${each}`, `127.0.0.1:${relayPorts[at]}`),
      operatorsFile('server/nginx.conf'),
    )
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_certificate.*$/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  );
  const file = join(place, 'nginx.conf');
  const head = `daemon off;\npid ${place}/nginx.pid;\nerror_log ${place}/error.log;\nevents {}\n`;
  await writeFile(file, `${head}http {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`);
  return start('nginx', ['-c', file, '-e', join(place, 'error.log')], port);
}

/** A process of the relay that can be started again on its port. */
export async function restartableRelay(env: RelayEnvironment) {
  let running = await relayProcess(env);
  const port = new URL(running.url).port;
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const gone = new Promise((resolve) => running.process.once('exit', resolve));
    running.process.kill(signal);
    await gone;
  };
  const begin = async (): Promise<void> => {
    running = await relayProcess({ ...env, RELAY_PORT: port });
    await vi.waitFor(async () => expect((await fetch(`${running.url}/readyz`)).status).toBe(200));
  };
  return {
    port: Number(port),
    url: running.url,
    end,
    begin,
    restart: async (): Promise<void> => {
      await end('SIGTERM');
      await begin();
    },
  };
}

/**
 * Sends webhooks to a mailbox, several at a time, until something else is done and at least that number is answered.
 * @returns how often each answer came: { "200": 312 } where none was lost
 */
export async function sendBeside(
  to: { url: string; mailbox: string; least: number; atOnce: number },
  work: Promise<unknown>,
): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  const progress = { isDone: false, sent: 0 };
  const done = work.finally(() => {
    progress.isDone = true;
  });
  const sender = async (): Promise<void> => {
    while (!progress.isDone || progress.sent < to.least) {
      const id = `T${(progress.sent += 1)}`;
      const answer = await hook({ relay: to, mailbox: to.mailbox }, body(id)).then(
        ({ status }) => String(status),
        (error: Error) => error.message,
      );
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
  };
  await Promise.all([done, ...Array.from({ length: to.atOnce }, sender)]);
  return answers;
}
