import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { onTestFinished, vi } from 'vitest';
import { freePort } from '../local-server.ts';
import { operatorsFile } from '../relay.ts';
import { folder } from '../temporary-folder.ts';

const run = promisify(execFile);
const patient = { timeout: 60_000, interval: 100 };

/** The folder of Debian's newest PostgreSQL; null: none is installed. */
function programsFolder(): string | null {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return null;
  const [newest] = readdirSync(root)
    .filter((version) => existsSync(join(root, version, 'bin/pg_rewind')))
    .toSorted((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : join(root, newest, 'bin');
}

const programs = programsFolder();
const haproxy = '/usr/sbin/haproxy';

/** What of it this machine lacks; null: nothing. */
export const pairMissing: string | null =
  programs === null ? 'postgresql' : existsSync(haproxy) ? null : process.platform === 'linux' ? 'haproxy' : 'Linux';

/** PostgreSQL does not run as root: as nobody then. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

async function give(...paths: string[]): Promise<void> {
  if (nobody !== null) for (const path of paths) await chown(path, nobody.uid, nobody.gid);
}

/** One of the two servers, with the settings of deploy/relay/ha. */
export class PairServer {
  readonly name: string;
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | null = null;

  constructor(name: string, port: number, path: string) {
    this.name = name;
    this.port = port;
    this.#folder = path;
  }

  get data(): string {
    return join(this.#folder, this.name);
  }

  /** @param database of the relay */
  url(database = 'postgres'): string {
    return `postgres://konter@127.0.0.1:${this.port}/${database}`;
  }

  async program(name: string, ...args: string[]): Promise<void> {
    await run(join(programs ?? '', name), args, { cwd: this.#folder, ...nobody });
  }

  async create(): Promise<void> {
    await this.program(
      'initdb',
      '-D',
      this.data,
      '-U',
      'konter',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-locale',
      '--no-instructions',
    );
    await appendFile(join(this.data, 'pg_hba.conf'), 'host replication konter 127.0.0.1/32 trust\n');
    await this.#configure();
  }

  async #configure(): Promise<void> {
    const own = [
      `port = ${this.port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = ''`,
      'shared_buffers = 32MB',
    ];
    await appendFile(
      join(this.data, 'postgresql.conf'),
      `\n${operatorsFile('ha/postgresql.conf')}\n${own.join('\n')}\n`,
    );
  }

  async start(): Promise<void> {
    this.#process = spawn(join(programs ?? '', 'postgres'), ['-D', this.data], {
      cwd: this.#folder,
      stdio: 'ignore',
      ...nobody,
    });
    await vi.waitFor(() => this.query('select 1'), patient);
  }

  /** Ends all of its processes at once, as a machine that loses its power. */
  async kill(): Promise<void> {
    const server = this.#process;
    this.#process = null;
    if (server === null || server.exitCode !== null) return;
    const gone = once(server, 'exit');
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(server.pid)]);
    for (const pid of [server.pid, ...stdout.split(/\s+/).filter(Boolean).map(Number)]) {
      try {
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await gone;
    await rm(join(this.data, 'postmaster.pid'), { force: true });
  }

  /** Copies the other one, and follows it. */
  async copy(primary: PairServer): Promise<void> {
    await this.program('pg_basebackup', '-d', primary.url(), '-D', this.data, '-R', '-X', 'stream', '-c', 'fast');
    await this.#follow(primary);
  }

  /** Was the primary, and follows the one that took its place: what only it has is undone. */
  async rejoin(primary: PairServer): Promise<void> {
    // Until its first checkpoint the new primary's control file is that of the old one's time: pg_rewind would find nothing to undo.
    await primary.query('checkpoint');
    await this.program('pg_rewind', '--target-pgdata', this.data, '--source-server', primary.url());
    await this.#follow(primary);
  }

  async #follow(primary: PairServer): Promise<void> {
    await this.#configure();
    await rm(join(this.data, 'postgresql.auto.conf'), { force: true });
    const at = `host=127.0.0.1 port=${primary.port} user=konter application_name=${this.name}`;
    await writeFile(join(this.data, 'postgresql.auto.conf'), `primary_conninfo = '${at}'\n`);
    await writeFile(join(this.data, 'standby.signal'), '');
    await give(join(this.data, 'postgresql.auto.conf'), join(this.data, 'standby.signal'));
    await this.start();
    await this.#untilSeen(primary, 'state', 'streaming');
    // From now on a commit waits for it.
    await primary.query(`alter system set synchronous_standby_names = '${this.name}'`);
    await primary.query('select pg_reload_conf()');
    await this.#untilSeen(primary, 'sync_state', 'sync');
  }

  async #untilSeen(primary: PairServer, column: string, value: string): Promise<void> {
    await vi.waitFor(async () => {
      const rows = await primary.query(
        `select ${column} from pg_stat_replication where application_name = '${this.name}'`,
      );
      if (rows[0]?.[column] !== value) throw new Error(`${this.name} is not ${value} yet`);
    }, patient);
  }

  async promote(): Promise<void> {
    await this.query('select pg_promote()');
  }

  async query(text: string, database?: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.url(database), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

export interface Pair {
  primary: PairServer;
  standby: PairServer;
  /** of the relay's database, through HAProxy */
  url: string;
}

/** A primary with a synchronous standby, behind HAProxy, as deploy/relay/ha has them; gone with the test. */
export async function startPair(): Promise<Pair> {
  const path = await folder();
  await chmod(path, 0o755);
  const home = join(path, 'servers');
  await mkdir(home);
  await give(home);
  const primary = new PairServer('one', await freePort(), home);
  const standby = new PairServer('two', await freePort(), home);
  onTestFinished(async () => {
    await standby.kill();
    await primary.kill();
  });
  await primary.create();
  await primary.start();
  await primary.query('create role konter_check login');
  await primary.query('create database relay');
  await standby.copy(primary);
  const port = await freePort();
  await startProxy(path, port, [primary, standby]);
  return { primary, standby, url: `postgres://konter@127.0.0.1:${port}/relay` };
}

async function startProxy(path: string, port: number, servers: readonly [PairServer, PairServer]): Promise<void> {
  const check = join(path, 'is-primary');
  await writeFile(check, operatorsFile('ha/is-primary'), { mode: 0o755 });
  const [one, two] = servers;
  const settings = operatorsFile('ha/haproxy.cfg')
    .replaceAll('127.0.0.1:6432', `127.0.0.1:${port}`)
    .replace('/etc/haproxy/is-primary', check)
    .replace('10.0.0.1:5432', `127.0.0.1:${one.port}`)
    .replace('10.0.0.2:5432', `127.0.0.1:${two.port}`);
  const file = join(path, 'haproxy.cfg');
  await writeFile(file, settings);
  const proxy = spawn(haproxy, ['-f', file, '-db'], { stdio: 'ignore' });
  onTestFinished(async () => {
    const gone = proxy.exitCode === null ? once(proxy, 'exit') : null;
    proxy.kill('SIGKILL');
    await gone;
  });
  await vi.waitFor(async () => {
    const client = new Client({
      connectionString: `postgres://konter@127.0.0.1:${port}/relay`,
      connectionTimeoutMillis: 1_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
  }, patient);
}
