import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { renameUnreadable } from '../../../src/main/base/json-file.ts';
import type { SecretChanges } from '../../../src/main/base/secrets.ts';
import { type KeyStore, KeyStoreSecrets, secretsFile } from '../../../src/main/hosts/electron/key-store-secrets.ts';
import type { SecretName } from '../../../src/shared/contract/secret-name.ts';
import { appWorld, memorySecrets, pinOf, staffed } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { recordingLog } from '../../support/fake-system.ts';
import { secret, startRelay } from '../../support/relay.ts';

describe('saving settings with secrets', () => {
  const provider = { url: 'https://provider.example/v1' };

  it('a save that the disk does not take changes nothing, also not with the next one', async () => {
    const { call, dataDir, secrets } = await appWorld();
    const path = join(dataDir, 'settings.json');
    mkdirSync(path);
    const refused = await call('settings.save', {
      provider,
      secrets: { secretKey: 'new-key', relayToken: 'new-token' },
    });
    expect(refused).toMatchObject({ ok: false, error: { code: 'internal' } });
    rmSync(path, { recursive: true });
    expect([await secrets.read('secretKey'), await secrets.read('relayToken')]).toEqual([null, null]);
    expect(await call('settings.save', { billFee: 3000 })).toMatchObject({
      value: { settings: { billFee: 3000, provider: { url: null } }, secrets: { secretKey: false, relayToken: false } },
    });
  });

  const change = {
    provider,
    secrets: { secretKey: 'new-key', relayToken: 'new-token', providerHeaders: { 'X-Key': 'obviously-fake' } },
    supervisorPin: { next: '123456' },
  };
  const names = ['secretKey', 'relayToken', 'providerHeaders', 'supervisorPin'] as const;

  it('of several secrets and settings of one save all are kept or, where one is refused, none, and it says what to do', async () => {
    const secrets = memorySecrets();
    let full = true;
    const write = async (changes: SecretChanges): Promise<void> => {
      if (full && changes.providerHeaders !== undefined) throw new Error('full');
      await secrets.write(changes);
    };
    const first = await appWorld({ secrets: { ...secrets, write } });
    expect(await first.call('settings.save', change)).toMatchObject({
      ok: false,
      error: { code: 'internal', reason: 'settings_not_kept' },
    });
    expect(names.filter((name) => secrets.stored.has(name))).toEqual([]);
    expect(await first.call('settings.get')).toMatchObject({ value: { settings: { provider: { url: null } } } });
    await first.app.close();
    const second = await appWorld({ dataDir: first.dataDir, secrets: { ...secrets, write } });
    expect(second.app.mode()).toBe('training');
    full = false;
    expect(await second.call('settings.save', change)).toMatchObject({ ok: true });
    expect(names.filter((name) => secrets.stored.has(name))).toEqual([...names]);
    expect(readdirSync(first.dataDir).filter((name) => name.startsWith('settings.json'))).toEqual(['settings.json']);
  });

  it.each([
    ['before its secrets are kept finds all as before', false],
    ['after its secrets were kept finds all of it', true],
  ])('the start after a save that was killed %s', async (_when, isKept) => {
    const secrets = memorySecrets();
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const write = async (changes: SecretChanges): Promise<void> => {
      if (changes.secretKey === undefined) return secrets.write(changes);
      if (isKept) await secrets.write(changes);
      reached.resolve();
      await goOn.promise;
    };
    const killed = await appWorld({ secrets: { ...secrets, write } });
    const saving = killed.call('settings.save', change);
    await reached.promise;
    // What a killed program leaves is what lies there now.
    const dataDir = temporaryFolder();
    for (const name of readdirSync(killed.dataDir).filter((each) => each.startsWith('settings.json'))) {
      cpSync(join(killed.dataDir, name), join(dataDir, name));
    }
    const next = await appWorld({ dataDir, secrets: memorySecrets(new Map(secrets.stored)) });
    expect((await next.call('settings.get')).value).toMatchObject({
      settings: { provider: { url: isKept ? provider.url : null } },
      secrets: { secretKey: isKept, relayToken: isKept, providerHeaders: isKept, supervisorPin: isKept },
    });
    expect(readdirSync(dataDir).filter((name) => name.startsWith('settings.json.'))).toEqual([]);
    goOn.resolve();
    await saving;
  });

  it('of two saves side by side both are in force', async () => {
    const secrets = memorySecrets();
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let holding = false;
    const read = async (name: SecretName) => {
      const held = holding && name === 'oldSecretKeys';
      if (held) {
        holding = false;
        reached.resolve();
        await goOn.promise;
      }
      return secrets.read(name);
    };
    const { call } = await appWorld({ secrets: { ...secrets, read } });
    holding = true;
    const first = call('settings.save', { billFee: 3000 });
    await reached.promise;
    const second = call('settings.save', { inquiryMinutes: 7 });
    const turns = async () => {
      for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    // The second is through, or waits for the first.
    await Promise.race([second, turns()]);
    goOn.resolve();
    await Promise.all([first, second]);
    expect(await call('settings.get')).toMatchObject({ value: { settings: { billFee: 3000, inquiryMinutes: 7 } } });
  });
});

describe('the address of a secret', () => {
  const provider = { url: 'https://provider.example/v1' };
  const relay = { url: 'https://relay.example', mailbox: 'm' };
  const secrets = { secretKey: 'k', relayToken: 't', providerHeaders: { 'X-Key': 'obviously-fake' } };
  const all = { secretKey: true, relayToken: true, providerHeaders: true };
  const elsewhere = {
    KONTER_PROVIDER_URL: 'https://other.example/v1',
    KONTER_RELAY_URL: 'https://other-relay.example',
  };

  async function savedCounter() {
    const keyStore = memorySecrets();
    const first = await appWorld({ secrets: keyStore });
    await first.call('settings.save', { provider, relay, secrets });
    await first.app.close();
    return { secrets: keyStore, dataDir: first.dataDir };
  }

  it('a saved secret counts only with the address that it was saved for', async () => {
    const { secrets, dataDir } = await savedCounter();
    const moved = await appWorld({ dataDir, secrets, env: elsewhere });
    expect(moved.app.mode()).toBe('live');
    expect(await moved.call('settings.get')).toMatchObject({
      value: { secrets: { secretKey: false, relayToken: false, providerHeaders: false } },
    });
    expect((await moved.call('status')).value.missing).toEqual(['secretKey', 'relayToken', 'providerHeaders']);
    // Another setting, saved meanwhile, gives no secret another address.
    await moved.call('settings.save', { billFee: 3000 });
    await moved.app.close();
    const same = { KONTER_PROVIDER_URL: 'https://provider.example/v1/', KONTER_RELAY_URL: relay.url };
    const back = await appWorld({ dataDir, secrets, env: same });
    expect(await back.call('settings.get')).toMatchObject({ value: { secrets: all } });
  });

  it('a secret that was saved before addresses were kept belongs to the address saved then', async () => {
    const { secrets, dataDir } = await savedCounter();
    secrets.stored.delete('secretAddresses');
    const moved = await appWorld({ dataDir, secrets, env: elsewhere });
    expect(await moved.call('settings.get')).toMatchObject({
      value: { secrets: { secretKey: false, relayToken: false } },
    });
    await moved.app.close();
    const back = await appWorld({ dataDir, secrets });
    expect(await back.call('settings.get')).toMatchObject({ value: { secrets: all } });
    // From the next address on it belongs to none but the old one.
    await back.call('settings.save', { provider: { url: 'https://next.example/v1' } });
    expect(await back.call('settings.get')).toMatchObject({
      value: { secrets: { secretKey: false, relayToken: true, providerHeaders: false } },
    });
    await back.call('settings.save', { provider });
    expect(await back.call('settings.get')).toMatchObject({ value: { secrets: all } });
  });

  it('a secret that was saved before any address takes the first one that is saved', async () => {
    const { call } = await appWorld();
    await call('settings.save', { secrets });
    await call('settings.save', { provider, relay });
    expect(await call('settings.get')).toMatchObject({ value: { secrets: all } });
  });

  it('a record of addresses that cannot be read leaves no secret usable', async () => {
    const { secrets, dataDir } = await savedCounter();
    secrets.stored.set('secretAddresses', 'broken');
    const { call } = await appWorld({ dataDir, secrets });
    expect(await call('settings.get')).toMatchObject({
      value: { secrets: { secretKey: false, relayToken: false, providerHeaders: false } },
    });
  });
});

describe('locked secrets', () => {
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
      const before = readFileSync(one.path);
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
      expect(readFileSync(one.path)).toEqual(before);
    });

    it('training does not start by itself, nothing is sold, and what is missing is said', async () => {
      const one = shop();
      await closed(one, async ({ call }) => {
        await call('settings.save', {
          provider: { url: 'https://provider.example/v1' },
          secrets: { secretKey: 'key' },
        });
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

  it('what is renamed takes no earlier file’s place', async () => {
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
});

describe('the tests that a connection passed', () => {
  /** A counter with a relay behind a real socket, set up by its own settings. */
  async function withRelay() {
    const { relay, mailbox, token } = await startRelay();
    const world = await appWorld();
    const saved = await world.call('settings.save', {
      provider: { url: 'http://127.0.0.1:9/v1' },
      relay: { url: relay.url, mailbox },
      secrets: { secretKey: secret, relayToken: token },
    });
    expect(saved).toMatchObject({ ok: true });
    return { ...world, tested: async () => (await world.call('settings.get')).value.tested };
  }

  it('a test that passed is remembered, also after a restart and once the counter is live', async () => {
    const world = await withRelay();
    expect(await world.tested()).toEqual({ relay: false, provider: false, product: false });
    await world.call('settings.tryRelay');
    expect(await world.tested()).toEqual({ relay: true, provider: false, product: false });
    await world.call('mode.switch', { mode: 'live' });
    expect((await world.tested()).relay).toBe(true);
    await world.app.close();
    const again = await appWorld({ dataDir: world.dataDir, secrets: world.secrets });
    expect((await again.call('settings.get')).value.tested.relay).toBe(true);
  });

  it('a test of other keys does not count, and one that fails later takes it back', async () => {
    const world = await withRelay();
    await world.call('settings.tryRelay');
    await world.call('settings.save', { secrets: { secretKey: 'another' } });
    expect((await world.tested()).relay).toBe(false);
    await world.call('settings.save', { secrets: { secretKey: secret } });
    expect((await world.tested()).relay).toBe(true);
    await world.call('settings.save', { secrets: { secretKey: 'another' } });
    await world.call('settings.tryRelay');
    await world.call('settings.save', { secrets: { secretKey: secret } });
    expect((await world.tested()).relay).toBe(false);
  });

  it('a provider that is not reached has passed nothing', async () => {
    const world = await withRelay();
    await vi.waitFor(async () =>
      expect(await world.call('settings.test', { productCode: 'TSEL10' })).toMatchObject({
        value: { provider: 'unreachable' },
      }),
    );
    expect(await world.tested()).toMatchObject({ provider: false, product: false });
  });
});
