import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './database-files.ts';
import { listenLocally } from './local-server.ts';

const cupsd = '/usr/sbin/cupsd';
const programs = ['lp', 'lpstat', 'cancel', 'lpadmin', 'cupsdisable', 'cupsenable', 'cupsreject'];
const isThere = (program: string): boolean =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].some((folder) => existsSync(join(folder, program)));

/** Why no CUPS can be started here; null: it can. It needs root, whose queues nobody is asked a password for. */
export const noCups: string | null = !existsSync(cupsd)
  ? 'cupsd is not installed'
  : process.getuid?.() !== 0
    ? 'cupsd is started by root only'
    : (programs.filter((program) => !isThere(program)).map((program) => `${program} is not installed`)[0] ?? null);

if (noCups !== null) console.warn(`SKIPPED: the tests over a running CUPS, because ${noCups}.`);

export interface CupsDaemon {
  /** what its commands and the counter find it by */
  socket: string;
  /** Makes a queue that prints to that device. */
  queue(name: string, device: string): void;
  run(program: string, ...args: string[]): string;
}

/** A CUPS of its own, on a socket in its own folder, stopped with the test. */
export async function startCups(): Promise<CupsDaemon> {
  const folder = temporaryFolder();
  const socket = join(folder, 'cups.sock');
  const user = ['lp', 'nobody'].find((name) => idOf(name) !== null) ?? 'nobody';
  for (const name of ['spool', 'tmp', 'cache', 'run', 'log', 'ppd']) {
    mkdirSync(join(folder, name));
    chownSync(join(folder, name), idOf(user) ?? 0, statSync(folder).gid);
  }
  writeFileSync(
    join(folder, 'cupsd.conf'),
    [
      `Listen ${socket}`,
      'DefaultAuthType None',
      'Browsing No',
      'WebInterface No',
      ...['/', '/admin'].map((place) => `<Location ${place}>\nOrder allow,deny\nAllow all\n</Location>`),
      '<Policy default>\n<Limit All>\nOrder deny,allow\n</Limit>\n</Policy>',
    ].join('\n'),
  );
  writeFileSync(
    join(folder, 'cups-files.conf'),
    [
      `ServerRoot ${folder}`,
      `RequestRoot ${join(folder, 'spool')}`,
      `TempDir ${join(folder, 'tmp')}`,
      `CacheDir ${join(folder, 'cache')}`,
      `StateDir ${join(folder, 'run')}`,
      ...['Access', 'Error', 'Page'].map((log) => `${log}Log ${join(folder, 'log', log)}`),
      `User ${user}`,
      'SystemGroup root',
      'Sandboxing relaxed',
    ].join('\n'),
  );
  const daemon = spawn(cupsd, ['-f', '-c', join(folder, 'cupsd.conf'), '-s', join(folder, 'cups-files.conf')], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => daemon.once('exit', () => resolve()));
  const before = process.env['CUPS_SERVER'];
  process.env['CUPS_SERVER'] = socket;
  onTestFinished(async () => {
    if (before === undefined) delete process.env['CUPS_SERVER'];
    else process.env['CUPS_SERVER'] = before;
    daemon.kill('SIGKILL');
    await ended;
  });
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${process.env['PATH']}${delimiter}/usr/sbin`, LC_ALL: 'C.UTF-8' },
    });
  // lpstat succeeds without a running CUPS too, but says so.
  await vi.waitFor(() => expect(run('lpstat', '-r')).toContain('is running'), { timeout: 10_000, interval: 50 });
  return { socket, run, queue: (name, device) => void run('lpadmin', '-p', name, '-E', '-v', device) };
}

function idOf(user: string): number | null {
  try {
    return Number(execFileSync('id', ['-u', user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return null;
  }
}

interface SocketPrinter {
  device: string;
  taken(): Buffer;
  switchOff(): Promise<void>;
  /** at the same address */
  switchOn(): Promise<void>;
}

/** A printer that only takes what CUPS sends to it. */
export async function aSocketPrinter(): Promise<SocketPrinter> {
  let taken = Buffer.alloc(0);
  const server = createServer((socket) => {
    socket.on('data', (bytes) => (taken = Buffer.concat([taken, bytes])));
    socket.on('error', () => {});
  });
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  return {
    device: `socket://127.0.0.1:${port}`,
    taken: () => taken,
    switchOff: () => new Promise((resolve) => server.close(() => resolve())),
    switchOn: () => listenLocally(server, port).then(() => undefined),
  };
}
