import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildServer } from '../../scripts/build-server.ts';
import { makeRelayFolder } from '../support/relay-folder.ts';

const secret = 'made-up';
// Nothing of the project is above it: what is missing in the folder is found nowhere.
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konter-relay-'));
  await makeRelayFolder(folder);
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const env = { PATH: process.env.PATH, RELAY_PORT: '0', RELAY_DATABASE_URL: 'sqlite:data/relay.db' };

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['relay.js'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, url: /http:\S+:\d+/.exec(String(line))?.[0] ?? '' };
}

it('is one file of JavaScript behind the check of Node, which asks for nothing but Node and better-sqlite3', async () => {
  expect((await readdir(folder)).toSorted()).toEqual([
    'node_modules',
    'notices.txt',
    'package-lock.json',
    'package.json',
    'program.js',
    'relay.js',
    'sbom.cdx.json',
    'verifier.html',
  ]);
  const source = await readFile(join(folder, 'program.js'), 'utf8');
  const modules = [...source.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)";$/gm)].map(([, name]) => name);
  expect(modules.filter((name) => !name?.startsWith('node:'))).toEqual(['better-sqlite3']);
  const shipped = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const ours = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const needed = { 'better-sqlite3': ours.dependencies['better-sqlite3'] };
  expect(shipped).toMatchObject({ type: 'module', version: ours.version });
  expect(shipped.dependencies).toEqual(needed);
});

it('lists what is in it, each package once, with its licence; made again it is the same to the byte', async () => {
  const sbom = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8'));
  const names: string[] = sbom.components.map((one: { name: string }) => one.name);
  expect(sbom.metadata.component.name).toBe('konter-relay');
  expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'kysely', 'pg', 'zod']));
  expect(names).not.toContain('electron');
  expect(new Set(names).size).toBe(names.length);
  const notices = await readFile(join(folder, 'notices.txt'), 'utf8');
  for (const { name, version } of sbom.components) expect(notices).toContain(`\n${name} ${version} (`);
  const again = await mkdtemp(join(tmpdir(), 'konter-relay-again-'));
  onTestFinished(() => rm(again, { recursive: true, force: true }));
  await buildServer('relay', again);
  for (const file of await readdir(again)) {
    expect(await readFile(join(again, file), 'utf8')).toBe(await readFile(join(folder, file), 'utf8'));
  }
});

it('brings the hash of all that npm fetches for it', async () => {
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  const { '': itself, ...fetched } = lock.packages as Record<string, { integrity?: string; dependencies?: object }>;
  expect(itself).toEqual(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const needed = Object.values(lock.packages as typeof fetched).flatMap((each) => Object.keys(each.dependencies ?? {}));
  expect(Object.keys(fetched).toSorted()).toEqual(
    [...new Set(needed)].map((name) => `node_modules/${name}`).toSorted(),
  );
  for (const each of Object.values(fetched)) expect(each.integrity).toMatch(/^sha512-/);
});

it('alone in a folder, it makes a mailbox, takes a signed webhook, hands it out and stops at the signal', async () => {
  const command = ['relay.js', 'mailbox', 'create', 'a shop', '--secret', secret, '--json'];
  const creation = await promisify(execFile)(process.execPath, command, { cwd: folder, env });
  const { mailbox, token } = JSON.parse(creation.stdout) as { mailbox: string; token: string };
  const { child, url } = await start();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  const body = JSON.stringify({ transaction_id: 'T1', customer_no: '081234567890', status: 'success' });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'x-service-event': 'transaction.update', 'x-service-signature': signature };
  const post = { method: 'POST', headers, body };
  expect((await fetch(`${url}/hooks/${mailbox}/order-1`, post)).status).toBe(200);
  const wrong = { ...post, headers: { ...headers, 'x-service-signature': '0'.repeat(64) } };
  expect((await fetch(`${url}/hooks/${mailbox}/order-1`, wrong)).status).toBe(401);

  const events = `${url}/v1/mailboxes/${mailbox}/events?wait=5`;
  const page = await fetch(events, { headers: { authorization: `Bearer ${token}` } });
  expect(await page.json()).toMatchObject({ events: [{ ref: 'order-1', signature, body }], more: false });

  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
});
