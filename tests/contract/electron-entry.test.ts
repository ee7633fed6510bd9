import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildIfNeeded } from '../../scripts/build.ts';
import { bundleFaults } from '../../scripts/shell-rules.ts';
import { builtFolder } from '../support/built-counters.ts';
import { OnFakeElectron } from '../support/fake-electron/run.ts';

/** Beside the pages and preloads, as the product's own build of main is. */
const main = builtFolder;
const out = join(main, '..');
let userData = '';
let konter: OnFakeElectron | null = null;

beforeAll(() => buildIfNeeded('pages'), 60_000);

beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'konter-user-data-'));
});
afterEach(async () => {
  konter?.kill();
  await rm(userData, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}, args: string[] = []): OnFakeElectron {
  konter = new OnFakeElectron(join(main, 'index.js'), userData, env, args);
  return konter;
}

/** The folder holds other programs of tests too. */
async function withWhatTheyLoad(entries: readonly string[]): Promise<Array<{ path: string; code: string }>> {
  const names = new Set(entries);
  const bundles: Array<{ path: string; code: string }> = [];
  // A set goes on over what is added to it meanwhile.
  for (const path of names) {
    const code = await readFile(join(main, path), 'utf8');
    bundles.push({ path, code });
    for (const [, name = ''] of code.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) names.add(name);
  }
  return bundles;
}

const notesOf = async (running: OnFakeElectron): Promise<string[]> =>
  (await running.request({ notes: true })) as string[];
const logText = (): Promise<string> => readFile(join(userData, 'konter.log'), 'utf8');

async function opened(env: Record<string, string> = {}): Promise<OnFakeElectron> {
  const running = start(env);
  await vi.waitFor(() => expect(running.reports.some((report) => report.opened)).toBe(true), { timeout: 30_000 });
  // The window is asked for first; a call is answered when the counter is open.
  expect(await running.request({ call: 'konter:status' })).toMatchObject({ ok: true });
  return running;
}

/** A bill whose payment is answered after minutes, and which no webhook settles meanwhile. Resolves while it is being sent. */
async function payWithoutAnswer(running: OnFakeElectron): Promise<void> {
  const bill = { productCode: 'PLNPOST', customerNo: '530000000102' };
  const { value } = (await running.request({ call: 'konter:inquiry', input: bill })) as { value: { id: string } };
  void running.request({ call: 'konter:pay', input: { id: value.id } }).catch(() => {});
  await vi.waitFor(async () => {
    expect(await running.request({ call: 'konter:status' })).toMatchObject({
      value: { unresolved: { sending: { count: 1 } } },
    });
  });
}

it('locks everything down before it shows a window, and shows one secure window on its own page', async () => {
  const running = await opened();
  expect(running.reports.filter((report) => report.opened)).toEqual([{ opened: 'app://konter/' }]);
  expect(running.reports.find((report) => report.window)?.window?.webPreferences).toMatchObject({
    preload: join(out, 'preload/index.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    devTools: false,
  });
  const notes = (await running.request({ notes: true })) as string[];
  expect(notes.slice(0, 3)).toEqual(['enableSandbox', 'privileged schemes', 'whenReady']);
  const loadedAt = notes.indexOf('load app://konter/');
  for (const lock of [
    'permission request',
    'permission check',
    'device permission',
    'will-download',
    'menu',
    'setWindowOpenHandler',
  ]) {
    expect(notes.indexOf(lock)).toBeGreaterThan(-1);
    expect(notes.indexOf(lock)).toBeLessThan(loadedAt);
  }
});

it('serves its page and its procedures, and closes everything before it ends', async () => {
  const running = await opened();
  expect(await running.request({ fetch: 'app://konter/' })).toMatchObject({
    status: 200,
    policy: expect.stringContaining("default-src 'none'"),
  });
  expect(await running.request({ fetch: 'app://konter/..%2fmain/index.js' })).toMatchObject({ status: 400 });
  expect(await running.request({ call: 'konter:status' })).toMatchObject({
    ok: true,
    value: { mode: 'training', version: '0.0.0-test' },
  });
  const order = { productCode: 'TSEL10', customerNo: '081234567890' };
  expect(await running.request({ call: 'konter:order', input: order })).toMatchObject({
    ok: true,
    value: { productCode: 'TSEL10' },
  });
  const sent = (await running.request({ sent: true })) as Array<{ type: string }>;
  expect(sent.some(({ type }) => type === 'transaction')).toBe(true);
  await running.request({ quit: true });
  expect(await running.ended()).toBe(0);
  const log = await logText();
  expect(log).toContain('the counter is closed');
  expect(log).not.toContain('081234567890');
});

it('hands nothing to another program, packages that are bundled with it included', async () => {
  const threads = (await readdir(main)).filter((name) => name.endsWith('-worker.js'));
  expect(threads).toHaveLength(5);
  const bundles = await withWhatTheyLoad(['index.js', ...threads]);
  expect(bundles.length).toBeGreaterThan(6);
  expect(bundleFaults(bundles)).toEqual([]);
});

it('shows its window once the page and the counter are there', async () => {
  const running = await opened();
  expect(await notesOf(running)).not.toContain('show');
  await running.request({ window: ['ready-to-show'] });
  await vi.waitFor(async () => expect(await notesOf(running)).toContain('show'));
});

it('ends at once when another copy runs already', async () => {
  const running = start({ FAKE_ELECTRON_SECOND: '1' });
  expect(await running.ended()).toBe(0);
  expect(running.reports).toEqual([]);
});

it('says why it cannot open, and shows no window', async () => {
  const running = start({ KONTER_PROVIDER_URL: 'not an address' });
  expect(await running.ended()).toBe(1);
  expect(running.reports.at(-1)).toEqual({ errorBox: expect.stringContaining('KONTER_PROVIDER_URL') });
  expect(running.reports.flatMap(({ window }) => window ?? [])).toEqual([expect.objectContaining({ show: false })]);
});

it('reloads a page that dies, three times in five minutes, and then shows what is not settled without it', async () => {
  const running = await opened();
  const order = { productCode: 'TSEL10', customerNo: '0800000000205' };
  expect(await running.request({ call: 'konter:order', input: order })).toMatchObject({
    error: { code: 'outcome_unknown' },
  });
  for (let time = 0; time < 4; time++)
    await running.request({ page: ['render-process-gone', {}, { reason: 'crashed' }] });
  const notes = await notesOf(running);
  expect(notes.filter((note) => note === 'reload')).toHaveLength(3);
  expect(notes).toContain('load app://recovery/');
  const [, recovery] = running.reports.flatMap(({ window }) => window ?? []);
  expect(recovery?.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
  expect(recovery?.webPreferences).not.toHaveProperty('preload');
  const page = await running.request({ fetch: 'app://recovery/', of: 'recovery' });
  expect(page).toMatchObject({ status: 200, policy: expect.not.stringContaining('script-src') });
  expect(page).toMatchObject({ text: expect.stringMatching(/0800000000205.*Belum pasti/) });
  expect(await running.request({ fetch: 'app://recovery/../main/index.js', of: 'recovery' })).toMatchObject({
    status: 404,
  });
  await running.request({ page: ['will-navigate', { url: 'https://evil.example/' }] });
  await running.request({ page: ['will-navigate', { url: 'app://recovery/again' }] });
  const after = await notesOf(running);
  expect(after.filter((note) => note === 'will-navigate prevented')).toHaveLength(2);
  expect(after.filter((note) => note === 'load app://konter/')).toHaveLength(2);
});

it('is opened again after it was killed, with what was being sent unknown, and says so', async () => {
  const first = await opened();
  await payWithoutAnswer(first);
  first.kill();
  await first.ended();
  const second = await opened();
  expect(await second.request({ call: 'konter:status' })).toMatchObject({
    value: { unresolved: { unknown: { count: 1 } } },
  });
  const diagnosed = (await second.request({ call: 'konter:diagnostics.get' })) as { value: { text: string } };
  expect(diagnosed.value.text).toContain('last run: broken off');
  expect(diagnosed.value.text).not.toContain('530000000102');
});

it.each(['SIGTERM', 'session-end', 'shutdown'])('closes everything, and asks nobody, on %s', async (trigger) => {
  const running = await opened();
  if (trigger === 'SIGTERM') running.signal('SIGTERM');
  else
    await running.request(trigger === 'shutdown' ? { power: 'shutdown' } : { window: ['session-end'] }).catch(() => {});
  expect(await running.ended()).toBe(0);
  expect(running.reports.some(({ messageBox }) => messageBox)).toBe(false);
  expect(await logText()).toContain('the counter is closed');
});

it('asks before it ends while a payment is with the provider, and stays where a person says so', async () => {
  const running = await opened({ FAKE_ELECTRON_BUTTON: '1' });
  await payWithoutAnswer(running);
  await running.request({ quit: true });
  await vi.waitFor(() => expect(running.reports.some(({ messageBox }) => messageBox?.includes('1 '))).toBe(true));
  expect(await running.request({ call: 'konter:status' })).toMatchObject({ ok: true });
});

it('after a fault of its own closes what is open, logs no message, and ends with 1', async () => {
  const running = await opened();
  await running.request({ throw: true }).catch(() => {});
  expect(await running.ended()).toBe(1);
  const log = await logText();
  expect(log).toContain('RangeError');
  expect(log).toContain('the counter is closed');
  expect(log).not.toContain('081234567890');
});

it('comes back to a screen, comes to the front, and cannot be closed in kiosk mode', async () => {
  const running = await opened();
  await running.request({ display: 'display-removed' });
  await running.request({ app: 'second-instance' });
  await running.request({ call: 'konter:settings.save', input: { kiosk: true, startAtLogin: true } });
  await running.request({ window: ['close'] });
  expect(await notesOf(running)).toEqual(
    expect.arrayContaining([
      'bounds {"x":360,"y":140,"width":1200,"height":800}',
      'restore',
      'focus',
      'kiosk true',
      'close refused',
    ]),
  );
  if (process.platform === 'linux') {
    // oxlint-disable-next-line vitest/no-conditional-expect -- elsewhere it is the system's own item, tried in a unit test
    expect(await readFile(join(userData, 'autostart/konter.desktop'), 'utf8')).toContain('Exec=');
  }
});

it('with --check opens no window, says what it found and ends with its code', async () => {
  const running = start({}, ['--check', '--json']);
  const code = await running.ended();
  expect(JSON.parse(running.output())).toEqual({ code: 48, findings: expect.any(Array) });
  expect(code).toBe(48);
  expect(running.reports).toEqual([]);
});

it('packed, does not start with a switch that looks into it', async () => {
  const running = start({}, ['--remote-debugging-port']);
  expect(await running.ended()).toBe(2);
  expect(running.reports).toEqual([{ errorBox: expect.stringContaining('--remote-debugging-port') }]);
});

it('packed, started without the sandbox, only says what to do: no page, no database, no key store', async () => {
  await writeFile(join(userData, 'secrets.json.enc'), 'v11 of a keyring that stays locked');
  const running = start({}, ['--no-sandbox', '--check']);
  expect(await running.ended()).toBe(2);
  expect(running.reports).toEqual([{ errorBox: expect.stringMatching(/--no-sandbox[^]*\.deb[^]*AppArmor/) }]);
  expect(await readdir(userData)).toEqual(['secrets.json.enc']);
});

it('asks to try again where the key store does not open the kept secrets, and starts over without opening anything', async () => {
  await writeFile(join(userData, 'secrets.json.enc'), 'v11 of a keyring that stays locked');
  const running = start();
  expect(await running.ended()).toBe(0);
  expect(running.reports.find(({ messageBox }) => messageBox)?.messageBox).toContain('The computer’s key store');
  expect(running.reports.at(-1)).toEqual({ relaunched: true });
  expect(await readdir(userData)).not.toContain('live');

  const run = await opened({ FAKE_ELECTRON_BUTTON: '1' });
  expect(await run.request({ call: 'konter:status' })).toMatchObject({ value: { mode: 'live' } });
  expect(await run.request({ call: 'konter:people.setUp', input: { name: 'Maling', pin: '280461' } })).toMatchObject({
    error: { code: 'not_configured', reason: 'secrets_locked' },
  });
});

it('takes its settings by --settings, and names what is wrong in them', async () => {
  const path = join(userData, 'fleet.json');
  await writeFile(path, '{"fixed":{"billFee":"much"}}');
  const running = start({}, ['--settings', path]);
  expect(await running.ended()).toBe(1);
  expect(running.reports.at(-1)).toEqual({ errorBox: expect.stringContaining('fixed.billFee') });
});

it('opens the customer’s display on the second screen alone, as locked as the counter and able to ask for nothing', async () => {
  const running = start({ FAKE_ELECTRON_SCREENS: '2' });
  await vi.waitFor(() => expect(running.reports.some((report) => report.opened)).toBe(true), { timeout: 30_000 });
  const windows = () => running.reports.flatMap(({ window }) => (window ? [window] : []));
  expect(windows()).toHaveLength(1);
  const display = { on: true, screen: 'auto', clearSeconds: 20 };
  expect(await running.request({ call: 'konter:settings.save', input: { display } })).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(running.reports).toContainEqual({ opened: 'app://konter/display.html' }));
  expect(windows()[1]).toMatchObject({
    x: 1920,
    kiosk: true,
    focusable: false,
    webPreferences: {
      preload: join(out, 'preload/display.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      devTools: false,
    },
  });
  await running.request({ page: ['did-finish-load'] });
  const sent = (await running.request({ sent: true })) as Array<{ channel?: string; event?: unknown }>;
  expect(sent.findLast(({ channel }) => channel === 'konter:display')?.event).toMatchObject({
    training: true,
    sale: null,
  });
  expect(await running.request({ fetch: 'app://konter/index.html', of: 'display' })).toMatchObject({ status: 404 });

  await running.request({ screens: 1, display: 'display-removed' });
  expect(await running.request({ call: 'konter:display.preview' })).toMatchObject({
    value: { via: 'window', open: false },
  });
  await running.request({ quit: true });
  expect(await running.ended()).toBe(0);
});
