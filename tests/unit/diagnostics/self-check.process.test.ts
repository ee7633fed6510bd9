import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Role } from '../../../src/main/base/role.ts';
import { nodeSystem } from '../../../src/main/base/system/node-system.ts';
import { codeOf, type Finding, selfCheck, verdictLines } from '../../../src/main/diagnostics/self-check.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { openLiveWorld } from '../../support/live-world.ts';
import { listenLocally } from '../../support/local-server.ts';
import { liveUnanswered } from '../../support/provider-answers.ts';

const noManagedSettings = { path: '/none', named: false };
const check = (dataDir: string, env: Record<string, string> = {}, role: Role = 'counter') =>
  selfCheck(nodeSystem, { dataDir, env, role, fleet: noManagedSettings, secrets: memorySecrets() });
const of = (findings: readonly Finding[], component: Finding['component']) =>
  findings.find((finding) => finding.component === component);

async function printerPort(): Promise<number> {
  const printer = createServer((socket) => socket.on('error', () => {}));
  onTestFinished(() => void printer.close());
  return listenLocally(printer);
}

/** Nobody listens there. */
const nowhere = liveUnanswered;
describe('the check of a counter', () => {
  it('distinguishes secrets that cannot be read from settings that cannot', async () => {
    const read = () => Promise.reject(Object.assign(new Error('words of the system'), { code: 'EACCES' }));
    const { code, findings } = await selfCheck(nodeSystem, {
      dataDir: temporaryFolder(),
      env: {},
      role: 'counter',
      fleet: noManagedSettings,
      secrets: { read },
    });
    expect(code).toBe(codeOf.settings);
    expect(of(findings, 'settings')?.message).toBe('the kept secrets cannot be read (Error, EACCES)');
  });

  it('with everything in place ends with 0, and beside the running counter leaves its mailbox alone', async () => {
    const folder = temporaryFolder();
    const live = await openLiveWorld();
    onTestFinished(() => live.close());
    const dataDir = join(folder, 'counter');
    const env = { ...live.env, KONTER_PRINTER: `tcp://127.0.0.1:${await printerPort()}?columns=32` };
    mkdirSync(dataDir);
    const before = await check(dataDir, env);
    expect(verdictLines(before)).toMatch(/All is well \(0\)\.$/);
    expect(before.code).toBe(0);
    expect(of(before.findings, 'relay')).toMatchObject({ verdict: 'ok' });
    await appWorld({ dataDir, env });
    await vi.waitFor(async () => expect(of((await check(dataDir, env)).findings, 'relay')?.verdict).toBe('ok'));
    const beside = await check(dataDir, env);
    expect(beside.code).toBe(0);
    expect(of(beside.findings, 'relay')).toMatchObject({
      verdict: 'ok',
      message: expect.stringContaining('runs on this'),
    });
    expect(of(beside.findings, 'database')?.message).toMatch(/^whole, \d+ events$/);
  });

  it('asks an office for no provider, and for its relay all the same', async () => {
    const folder = temporaryFolder();
    const live = await openLiveWorld();
    onTestFinished(() => live.close());
    const dataDir = join(folder, 'office');
    mkdirSync(dataDir);
    const { KONTER_RELAY_URL, KONTER_RELAY_MAILBOX, KONTER_RELAY_TOKEN } = { ...nowhere, ...live.env };
    const { code, findings } = await check(
      dataDir,
      { KONTER_RELAY_URL, KONTER_RELAY_MAILBOX, KONTER_RELAY_TOKEN },
      'office',
    );
    expect(code).toBe(0);
    expect(of(findings, 'settings')?.message).toBe('an office');
    expect(of(findings, 'provider')?.verdict).toBe('skipped');
    expect(of(findings, 'relay')?.verdict).toBe('ok');
    const lacking = await check(dataDir, { KONTER_RELAY_URL, KONTER_RELAY_MAILBOX }, 'office');
    expect(lacking.code).toBe(codeOf.relay);
    expect(of(lacking.findings, 'relay')?.message).toBe('not set up (missing: relayToken)');
  });

  it('beside a counter that the relay refuses says so, and so do that counter’s last errors', async () => {
    const folder = temporaryFolder();
    const live = await openLiveWorld();
    onTestFinished(() => live.close());
    const dataDir = join(folder, 'counter');
    mkdirSync(dataDir);
    const env = { ...live.env, KONTER_RELAY_TOKEN: 'a-token-of-nobody-12345' };
    const { call } = await appWorld({ dataDir, env });
    await vi.waitFor(async () => {
      const { code, findings } = await check(dataDir, env);
      expect(of(findings, 'relay')).toMatchObject({ verdict: 'fault', message: expect.stringContaining('refuses') });
      expect(code & codeOf.relay).toBe(codeOf.relay);
    });
    const { text } = (await call('diagnostics.get')).value;
    expect(text).toMatch(/warn: the relay refuses this counter: mailbox or token {"status":401}/);
    expect(text).not.toContain('nobody');
  });

  it('adds up a code for each part that is at fault', async () => {
    const env = { ...nowhere, KONTER_PRINTER: 'tcp://127.0.0.1:9?columns=32' };
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'live'));
    writeFileSync(
      join(dataDir, 'live/journal.db'),
      'no database at all, but long enough to be taken for one. '.repeat(20),
    );
    const { code, findings } = await check(dataDir, env);
    expect(code).toBe(codeOf.database + codeOf.provider + codeOf.relay + codeOf.printer);
    expect(of(findings, 'database')?.message).toContain('put a copy back');
    expect(of(findings, 'printer')?.message).toContain('not reached');
  });

  it('names what is missing where nothing is set up', async () => {
    const { code, findings } = await check(temporaryFolder());
    expect(code).toBe(codeOf.provider + codeOf.relay);
    expect(of(findings, 'relay')?.message).toContain('providerUrl, secretKey, relayUrl, relayMailbox, relayToken');
  });

  it('with wrong settings looks no further, and says which', async () => {
    const wrong = await check(temporaryFolder(), { ...nowhere, KONTER_PROVIDER_URL: 'geheim' });
    expect(wrong).toMatchObject({ code: codeOf.settings, findings: [{ component: 'settings' }] });
    expect(wrong.findings[0]?.message).toContain('KONTER_PROVIDER_URL');
    expect(JSON.stringify(wrong)).not.toContain('geheim');
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'settings.json'), '{');
    expect((await check(dataDir)).code).toBe(codeOf.settings);
  });
});
