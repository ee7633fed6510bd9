import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildIfNeeded } from '../../scripts/build.ts';
import { type BrowserCounter, startBrowserCounter } from '../support/browser-counter.ts';

const projectDir = join(import.meta.dirname, '../..');
const isLinux = process.platform === 'linux';
const coreLimit = /^Max core file size\s+(\S+)\s+(\S+)/m;
let dir: string;
let dataDir: string;

beforeAll(() => buildIfNeeded('pages'), 60_000);
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'konter-start-'));
  dataDir = join(dir, 'data');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function started(): Promise<BrowserCounter> {
  const counter = await startBrowserCounter({ dataDir });
  onTestFinished(() => counter.kill());
  return counter;
}

/** Runs the script to its end. */
function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = join(projectDir, 'scripts/start-browser.ts');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, '--no-open', ...args],
      { cwd: projectDir, timeout: 55_000 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

/** What a counter on a fresh folder shows while it is open, and then on SIGTERM: one start for all who only look. */
const lookedAt = async () => {
  const [, , hard = '0'] = isLinux ? (coreLimit.exec(await readFile('/proc/self/limits', 'utf8')) ?? []) : [];
  if (isLinux) execFileSync('prlimit', ['--pid', String(process.pid), `--core=${hard}:`]);
  const folder = await mkdtemp(join(tmpdir(), 'konter-start-'));
  const counter = await startBrowserCounter({ dataDir: join(folder, 'data') });
  try {
    const more: string[] = [];
    counter.child.stdout?.on('data', (text: Buffer) => more.push(String(text)));
    const { status } = await fetch(counter.origin);
    const { mode } = await stat(join(folder, 'data'));
    const limits = isLinux ? await readFile(`/proc/${counter.child.pid}/limits`, 'utf8') : '';
    return { counter, status, folderMode: mode & 0o777, limits, more, code: await counter.stop() };
  } finally {
    await counter.kill().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
};
let looked: Awaited<ReturnType<typeof lookedAt>>;
beforeAll(async () => {
  looked = await lookedAt();
}, 120_000);

test('a fresh folder opens in training, at an address of this machine with a token', () => {
  expect(looked.counter.mode).toBe('training');
  expect(looked.counter.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[A-Za-z0-9_-]{43}$/);
  expect(looked.status).toBe(200);
});

test('it stops on SIGTERM with 0, and says its one line only', () => {
  expect(looked.code).toBe(0);
  expect(looked.more).toEqual([]);
});

test('the token is not in what it says beside that line', () => {
  expect(looked.counter.output()).not.toContain(new URL(looked.counter.url).hash.replace('#token=', ''));
});

test('the data folder is for its owner only', () => {
  expect(looked.folderMode).toBe(0o700);
});

test('started while the last copy is stopping, it waits for the folder', async () => {
  const first = await started();
  const [code, second] = await Promise.all([first.stop(), started()]);
  expect(code).toBe(0);
  expect((await fetch(second.origin)).status).toBe(200);
});

test.skipIf(!isLinux)('what loading the program took of memory goes back to the system once it is open', async () => {
  const { child } = await started();
  const kilobytes = (status: string, name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  await vi.waitFor(
    async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      expect(kilobytes(status, 'VmHWM') - kilobytes(status, 'VmRSS')).toBeGreaterThan(8 * 1024);
    },
    { timeout: 30_000, interval: 200 },
  );
});

test('a port that is taken is named as the reason, in one sentence', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, stdout, stderr } = await run('--port', String(port), '--data-dir', dataDir);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('The port is taken');
  expect(stderr).not.toContain('    at ');
});

test('a data folder that is a file is an error in words, without a stack', async () => {
  await writeFile(dataDir, '');
  const { code, stdout, stderr } = await run('--port', '0', '--data-dir', dataDir);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/folder|could not be started/);
  expect(stderr).not.toContain('    at ');
});

test.each(['--port x', '--port 70000', '--port=-1', '--nonsense', 'stray'])(
  '%s is answered with the usage',
  async (line) => {
    const { code, stdout, stderr } = await run(...line.split(' '));
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('npm run start:browser --');
  },
);

test.skipIf(!isLinux)('a crash leaves no core dump, whatever the system’s limit', () => {
  const [, ...limits] = coreLimit.exec(looked.limits) ?? [];
  expect(limits).toEqual(['0', '0']);
});
