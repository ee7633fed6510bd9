import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildPart } from '../support/build-part.ts';
import { OnFakeElectron } from '../support/fake-electron/run.ts';

// Beside the product's own build, where better-sqlite3 is found.
const out = join(import.meta.dirname, '../../out');
let built = '';
let userData = '';
let konter: OnFakeElectron | null = null;

beforeAll(async () => {
  await mkdir(out, { recursive: true });
  built = await mkdtemp(join(out, 'test-'));
  await buildPart('main', join(built, 'main'));
  await mkdir(join(built, 'renderer'));
  await writeFile(join(built, 'renderer/index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
}, 60_000);
afterAll(() => rm(built, { recursive: true, force: true }));

beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'konter-user-data-'));
});
afterEach(async () => {
  konter?.kill();
  await rm(userData, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}): OnFakeElectron {
  konter = new OnFakeElectron(join(built, 'main/index.js'), userData, env);
  return konter;
}

async function opened(): Promise<OnFakeElectron> {
  const running = start();
  await vi.waitFor(() => expect(running.told.some((told) => told.opened)).toBe(true), { timeout: 15_000 });
  return running;
}

it('locks everything down before it shows a window, and shows one secure window on its own page', async () => {
  const running = await opened();
  expect(running.told.filter((told) => told.opened)).toEqual([{ opened: 'app://konter/' }]);
  expect(running.told.find((told) => told.window)?.window?.webPreferences).toMatchObject({
    preload: join(built, 'preload/index.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    devTools: false,
  });
  const notes = (await running.ask({ notes: true })) as string[];
  expect(notes.slice(0, 3)).toEqual(['enableSandbox', 'privileged schemes', 'whenReady']);
  const shown = notes.indexOf('load app://konter/');
  for (const lock of ['permission request', 'permission check', 'device permission', 'menu', 'setWindowOpenHandler']) {
    expect(notes.indexOf(lock)).toBeGreaterThan(-1);
    expect(notes.indexOf(lock)).toBeLessThan(shown);
  }
});

it('serves its page and its procedures, and closes everything before it ends', async () => {
  const running = await opened();
  expect(await running.ask({ fetch: 'app://konter/' })).toMatchObject({
    status: 200,
    policy: expect.stringContaining("default-src 'none'"),
  });
  expect(await running.ask({ fetch: 'app://konter/..%2fmain/index.js' })).toMatchObject({ status: 400 });
  expect(await running.ask({ call: 'konter:status' })).toMatchObject({
    ok: true,
    value: { mode: 'training', version: '0.0.0-test' },
  });
  const order = { productCode: 'TSEL10', customerNo: '081234567890' };
  expect(await running.ask({ call: 'konter:order', input: order })).toMatchObject({
    ok: true,
    value: { productCode: 'TSEL10' },
  });
  const sent = (await running.ask({ sent: true })) as Array<{ type: string }>;
  expect(sent.some(({ type }) => type === 'transaction')).toBe(true);
  await running.ask({ quit: true });
  expect(await running.ended()).toBe(0);
  const log = await readFile(join(userData, 'konter.log'), 'utf8');
  expect(log).toContain('the counter is closed');
  expect(log).not.toContain('081234567890');
});

it('ends at once when another copy runs already', async () => {
  const running = start({ FAKE_ELECTRON_SECOND: '1' });
  expect(await running.ended()).toBe(0);
  expect(running.told).toEqual([]);
});

it('says why it cannot open, without a window', async () => {
  const running = start({ KONTER_PROVIDER_URL: 'not an address' });
  expect(await running.ended()).toBe(1);
  expect(running.told).toEqual([{ errorBox: expect.stringContaining('KONTER_PROVIDER_URL') }]);
});
