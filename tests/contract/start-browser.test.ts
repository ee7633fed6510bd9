import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildIfNeeded } from '../../scripts/build.ts';
import { type BrowserCounter, startBrowserCounter } from '../support/browser-counter.ts';

const projectDir = join(import.meta.dirname, '../..');
let dir: string;
let dataDir: string;

beforeAll(() => buildIfNeeded('pages'), 60_000);
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'konter-start-'));
  dataDir = join(dir, 'data');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function started(options: { port?: number } = {}): Promise<BrowserCounter> {
  const counter = await startBrowserCounter({ dataDir, ...options });
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

test('a fresh folder opens in training, at an address of this machine with a token', async () => {
  const counter = await started();
  expect(counter.mode).toBe('training');
  expect(counter.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[A-Za-z0-9_-]{43}$/);
  expect((await fetch(counter.origin)).status).toBe(200);
});

test('it stops on SIGTERM with 0, and says its one line only', async () => {
  const counter = await started();
  const more: string[] = [];
  counter.child.stdout?.on('data', (text: Buffer) => more.push(String(text)));
  expect(await counter.stop()).toBe(0);
  expect(more).toEqual([]);
});

test('the token is not in what it says beside that line', async () => {
  const counter = await started();
  await counter.stop();
  expect(counter.said()).not.toContain(new URL(counter.url).hash.replace('#token=', ''));
});

test('the data folder is for its owner only', async () => {
  await started();
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test('started while the last copy is stopping, it waits for the folder', async () => {
  const first = await started();
  const [code, second] = await Promise.all([first.stop(), started()]);
  expect(code).toBe(0);
  expect((await fetch(second.origin)).status).toBe(200);
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

const coreLimit = /^Max core file size\s+(\S+)\s+(\S+)/m;

test.skipIf(process.platform !== 'linux')('a crash leaves no core dump, whatever the system’s limit', async () => {
  const [, , hard = '0'] = coreLimit.exec(await readFile('/proc/self/limits', 'utf8')) ?? [];
  execFileSync('prlimit', ['--pid', String(process.pid), `--core=${hard}:`]);
  const counter = await started();
  const [, ...limits] = coreLimit.exec(await readFile(`/proc/${counter.child.pid}/limits`, 'utf8')) ?? [];
  expect(limits).toEqual(['0', '0']);
});
