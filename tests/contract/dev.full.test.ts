import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildIfNeeded } from '../../scripts/build.ts';
import { projectDir } from '../../scripts/project.ts';
import { OnFakeElectron } from '../support/fake-electron/run.ts';
import { listenLocally } from '../support/local-server.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konter-dev-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));

function dev(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(projectDir, 'scripts/dev.ts'), ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

describe('npm run dev', () => {
  it.each(['--port x', '--port 70000', 'stray'])('%s prints the usage and fails', async (line) => {
    const { code, stdout, stderr } = await dev(...line.split(' '));
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('npm run dev -- ');
    expect(stderr).not.toContain('    at ');
  });

  it.skipIf(process.platform === 'win32')(
    'starts Electron on the development build with a folder of its own',
    async () => {
      const program = join(folder, 'electron');
      const record = join(folder, 'record');
      await writeFile(
        program,
        `#!/bin/sh\nprintf '%s\\n' "$ELECTRON_RENDERER_URL" "$@" > '${record}.part'\nmv '${record}.part' '${record}'\nexec sleep 60\n`,
      );
      await chmod(program, 0o755);
      const child = spawn(process.execPath, [join(projectDir, 'scripts/dev.ts')], {
        env: { ...process.env, ELECTRON_EXEC_PATH: program, DISPLAY: ':0' },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      onTestFinished(async () => {
        child.kill('SIGTERM');
        await ended;
      });
      const read = (): Promise<string> => readFile(record, 'utf8');
      await vi.waitFor(read, { timeout: 30_000 });
      const [url = '', entry, ...args] = (await read()).trim().split('\n');
      expect(entry).toBe(join(projectDir, '.dev/out/main/index.js'));
      expect(args).toEqual([`--user-data-dir=${join(projectDir, '.dev/desktop')}`]);
      const page = await fetch(url);
      const nonce = /<meta name="csp-nonce" content="([^"]+)"/.exec(await page.text())?.[1] ?? '';
      expect(nonce).not.toBe('');
      const policy = page.headers.get('content-security-policy');
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain(`ws://${new URL(url).host}`);
      expect(policy).not.toContain('unsafe');
    },
  );

  it('Electron’s development entry answers app://konter from the dev server, its policy included', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-security-policy', "default-src 'none'; connect-src ws://127.0.0.1:1");
      response.end(`page of ${request.url}`);
    });
    const port = await listenLocally(server);
    onTestFinished(() => void server.close());
    const entry = join(projectDir, 'src/main/hosts/electron/dev-entry.ts');
    const konter = new OnFakeElectron(entry, folder, { ELECTRON_RENDERER_URL: `http://127.0.0.1:${port}` });
    onTestFinished(() => konter.kill());
    await vi.waitFor(() => expect(konter.reports).toContainEqual({ opened: 'app://konter/' }), { timeout: 30_000 });
    expect(await konter.request({ fetch: 'app://konter/main.tsx?t=1' })).toMatchObject({
      status: 200,
      policy: expect.stringContaining('ws://127.0.0.1:1'),
      text: 'page of /main.tsx?t=1',
    });
    expect(await konter.request({ fetch: 'app://elsewhere/main.tsx' })).toMatchObject({ status: 404 });
    await konter.request({ quit: true });
    expect(await konter.ended()).toBe(0);
  });
});

describe('what is built', () => {
  it('holds no development code and no relaxed policy', async () => {
    await buildIfNeeded('pages');
    await buildIfNeeded('electron');
    const out = join(projectDir, 'out');
    const files = globSync(['main/**/*.js', 'preload/*', 'renderer/**/*.{html,js,css}', 'browser/*'], { cwd: out });
    expect(files.length).toBeGreaterThan(30);
    const development =
      /ELECTRON_RENDERER_URL|@vite\/client|@react-refresh|import\.meta\.hot|konter-dev|'script-src': `|ws:\/\/127\.0\.0\.1/;
    expect(files.filter((name) => development.test(readFileSync(join(out, name), 'utf8')))).toEqual([]);
    const policies = files.flatMap(
      (name) => readFileSync(join(out, name), 'utf8').match(/["'`]script-src["'`]: [^,\n]+/g) ?? [],
    );
    expect(policies).toEqual([`"script-src": "'self'"`]);
  });
});
