import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renameUnreadable } from '../../../src/main/base/json-file.ts';
import { type KeyStore, KeyStoreSecrets, secretsFile } from '../../../src/main/hosts/electron/key-store-secrets.ts';
import { appWorld, pinOf, staffed } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { recordingLog } from '../../support/recording-log.ts';

const refusal = { ok: false, error: { code: 'not_configured', reason: 'secrets_locked' } };
const order = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 };

/** A key store that a person can refuse to open. */
function shop(dataDir = temporaryFolder()) {
  const state = { refused: false };
  const keys: KeyStore = {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text) => Buffer.from(`v11${btoa(text)}`),
    async decryptStringAsync(bytes) {
      if (state.refused) throw new Error('safeStorage.decryptStringAsync is temporarily unavailable.');
      return { result: atob(bytes.toString().slice(3)), shouldReEncrypt: false };
    },
  };
  const path = join(dataDir, 'secrets.json.enc');
  const open = (refused = false, env: Record<string, string> = {}) => {
    state.refused = refused;
    const secrets = new KeyStoreSecrets(keys, secretsFile(path), recordingLog(), () => {});
    return appWorld({ dataDir, secrets, env });
  };
  return { dataDir, path, open };
}

type Shop = ReturnType<typeof shop>;

async function closed({ open }: Shop, work: (world: Awaited<ReturnType<Shop['open']>>) => Promise<unknown>) {
  const world = await open();
  await work(world);
  await world.app.close();
}

describe('while the key store does not open the kept secrets', () => {
  it('nobody becomes the owner, no PIN is passed by, and the file stays as it is', async () => {
    const one = shop();
    await closed(one, ({ call }) => call('settings.save', { supervisorPin: { next: '123456' } }));
    const kept = readFileSync(one.path);
    const { call } = await one.open(true);
    expect(await call('people.setUp', { name: 'Maling', pin: pinOf.owner })).toMatchObject(refusal);
    expect(await call('people.setUp', { name: 'Maling', pin: pinOf.owner, supervisorPin: '000000' })).toMatchObject(
      refusal,
    );
    expect(await call('settings.save', { supervisorPin: { next: '654321' } })).toMatchObject(refusal);
    expect(await call('settings.save', { twoPeople: true })).toMatchObject(refusal);
    expect(await call('settings.save', { theme: 'dark' })).toMatchObject(refusal);
    expect((await call('people.state')).value).toMatchObject({ exist: false });
    expect((await call('settings.get')).value.secrets).toMatchObject({ supervisorPin: true, secondPin: true });
    expect((await call('status')).value.supervisorPinSet).toBe(true);
    expect(readFileSync(one.path)).toEqual(kept);
  });

  it('training does not start by itself, nothing is sold, and what is missing is said', async () => {
    const one = shop();
    await closed(one, async ({ call }) => {
      await call('settings.save', { provider: { url: 'https://provider.example/v1' }, secrets: { secretKey: 'key' } });
      await call('settings.save', { provider: { url: null } });
    });
    const { app, call } = await one.open(true);
    expect(app.mode()).toBe('live');
    expect(await call('order', order)).toMatchObject(refusal);
    expect(await call('product', { productCode: 'TSEL10' })).toMatchObject(refusal);
    expect(await call('mode.switch', { mode: 'live' })).toMatchObject(refusal);
    expect((await call('status')).value.missing).toEqual(['providerUrl', 'relayUrl', 'relayMailbox', 'secrets']);
    expect((await call('transactions.search', {})).ok).toBe(true);
  });

  it('nothing is sold with the keys of the environment either', async () => {
    const one = shop();
    await closed(one, ({ call }) => call('settings.save', { supervisorPin: { next: '123456' } }));
    const { call } = await one.open(true, {
      KONTER_PROVIDER_URL: 'http://127.0.0.1:9/v1',
      KONTER_SECRET_KEY: 'k',
      KONTER_RELAY_URL: 'http://127.0.0.1:9',
      KONTER_RELAY_MAILBOX: 'm',
      KONTER_RELAY_TOKEN: 't',
    });
    expect(await call('order', order)).toMatchObject(refusal);
    expect((await call('status')).value.missing).toEqual(['secrets']);
  });

  it('nobody signs in, a forgotten PIN is not answered, and all of it works again at the next start', async () => {
    const one = shop();
    let owner = '';
    await closed(one, async (world) => void (owner = (await staffed(world)).ids.owner));
    const forgotten = join(one.dataDir, 'forgotten-owner-pin.txt');
    writeFileSync(forgotten, '');
    const locked = await one.open(true);
    // Training's people; the counter opens live.
    await locked.call('mode.switch', { mode: 'training' });
    expect((await locked.call('people.state')).value).toMatchObject({ exist: true, present: null });
    expect(await locked.call('people.signIn', { id: owner, pin: pinOf.owner })).toMatchObject(refusal);
    await locked.app.close();
    expect(readFileSync(forgotten, 'utf8')).toBe('');
    const { call } = await one.open();
    await call('mode.switch', { mode: 'training' });
    expect(readFileSync(forgotten, 'utf8')).not.toBe('');
  });

  it('settings that wait for their secrets are not lost', async () => {
    const one = shop();
    await closed(one, ({ call }) => call('settings.save', { supervisorPin: { next: '123456' } }));
    const ready = join(one.dataDir, 'settings.json.ready-0123456789abcdef');
    writeFileSync(ready, '{}');
    await (await one.open(true)).app.close();
    expect(existsSync(ready)).toBe(true);
    await (await one.open()).app.close();
    expect(existsSync(ready)).toBe(false);
  });
});

it('what is put aside takes no earlier file’s place', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'settings.json');
  for (const text of ['one', 'two', 'three']) {
    writeFileSync(path, text);
    await renameUnreadable(path);
  }
  expect(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])).toEqual([
    ['settings.json.unreadable', 'one'],
    ['settings.json.unreadable-2', 'two'],
    ['settings.json.unreadable-3', 'three'],
  ]);
});
