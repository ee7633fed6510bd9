import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SecretsError } from '../../../../src/main/base/secrets.ts';
import { type KeyStore, KeyStoreSecrets, secretsFile } from '../../../../src/main/hosts/electron/key-store-secrets.ts';
import { recordingLog } from '../../../support/fake-system.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konter-secrets-'));
  path = join(folder, 'secrets.json.enc');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A key store that hides text in base64; what it did not encrypt it cannot decrypt. */
function keyStore(changes: Partial<KeyStore> & { renewed?: boolean } = {}): KeyStore {
  return {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text) => Buffer.from(`key:${btoa(text)}`),
    decryptStringAsync: async (bytes) => {
      const text = bytes.toString();
      if (!text.startsWith('key:')) throw new Error(`cannot decrypt ${text}`);
      return { result: atob(text.slice(4)), shouldReEncrypt: changes.renewed === true };
    },
    ...changes,
  };
}

/** Encrypts as Chromium does on Linux with that prefix; opens anything, as it does for the fixed key and for plain text. */
function linuxKeyStore(prefix: string, renewed = false): KeyStore {
  return {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text) => Buffer.from(prefix + text),
    decryptStringAsync: async (bytes) => ({ result: bytes.toString().replace(/^v1./, ''), shouldReEncrypt: renewed }),
  };
}

function open(keys: KeyStore = keyStore(), platform: NodeJS.Platform = 'darwin') {
  const log = recordingLog();
  const notifyPerson = vi.fn<(reason: SecretsError['reason']) => void>();
  return { secrets: new KeyStoreSecrets(keys, secretsFile(path), log, notifyPerson, platform), log, notifyPerson };
}

describe('KeyStoreSecrets', () => {
  it('keeps secrets encrypted for the next start, readable by their owner only', async () => {
    await open().secrets.write({ secretKey: 'made-up-key' });
    expect(await readFile(path, 'utf8')).not.toContain('made-up-key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await open().secrets.read('secretKey')).toBe('made-up-key');
    expect(await open().secrets.read('relayToken')).toBeNull();
  });

  it('keeps every secret when several are written at once, and removes one by null', async () => {
    const { secrets } = open();
    await Promise.all([
      secrets.write({ secretKey: 'a' }),
      secrets.write({ relayToken: 'b' }),
      secrets.write({ secretKey: null }),
    ]);
    expect(await secrets.read('secretKey')).toBeNull();
    expect(await secrets.read('relayToken')).toBe('b');
  });

  it.each([
    ['there is no key store', keyStore({ isAsyncEncryptionAvailable: async () => false })],
    ['the key is the same on every machine', linuxKeyStore('v10')],
    ['nothing is encrypted', linuxKeyStore('')],
  ])('refuses to keep anything, and notifies the person, when %s', async (_why, keys) => {
    const { secrets, notifyPerson } = open(keys, 'linux');
    await expect(secrets.write({ secretKey: 'made-up-key' })).rejects.toMatchObject({ reason: 'no_key_store' });
    expect(await readdir(folder)).toEqual([]);
    expect(notifyPerson.mock.calls).toEqual([['no_key_store']]);
    expect(await secrets.read('secretKey')).toBeNull();
  });

  it.each(['v11', 'v12'])('keeps secrets with a key of a Linux keyring (%s)', async (prefix) => {
    const { secrets } = open(linuxKeyStore(prefix), 'linux');
    await secrets.write({ secretKey: 'a' });
    expect(await secrets.read('secretKey')).toBe('a');
  });

  it.each(['v10', ''])(
    'on Linux takes nothing that no keyring encrypted ("%s"), and writes nothing over it',
    async (prefix) => {
      const text = `${prefix}${JSON.stringify({ supervisorPin: 'put there by a stranger' })}`;
      await writeFile(path, text);
      const { secrets } = open(linuxKeyStore('v11'), 'linux');
      await expect(secrets.read('supervisorPin')).rejects.toMatchObject({ reason: 'no_key_store' });
      await expect(secrets.write({ secretKey: 'a' })).rejects.toMatchObject({ reason: 'no_key_store' });
      expect(await readFile(path, 'utf8')).toBe(text);
    },
  );

  it('on Linux does not exchange a key of the keyring for the fixed one', async () => {
    await open(linuxKeyStore('v11'), 'linux').secrets.write({ secretKey: 'a' });
    const before = await readFile(path);
    const { secrets } = open(linuxKeyStore('v10', true), 'linux');
    expect(await secrets.read('secretKey')).toBe('a');
    expect(await readFile(path)).toEqual(before);
  });

  it.each([
    ['of another machine', 'of another machine'],
    ['damaged', `key:${btoa('{"secretKey"')}`],
  ])(
    'a file that is %s is no empty one: nothing is read, written or moved, and its words are not said',
    async (_why, text) => {
      await writeFile(path, text);
      const { secrets, log } = open();
      await expect(secrets.read('secretKey')).rejects.toMatchObject({ name: 'SecretsError', reason: 'secrets_locked' });
      await expect(secrets.write({ secretKey: 'new' })).rejects.toMatchObject({ reason: 'secrets_locked' });
      expect(await secrets.checkNotManaged()).toBe('secrets_locked');
      expect(await readdir(folder)).toEqual(['secrets.json.enc']);
      expect(await readFile(path, 'utf8')).toBe(text);
      expect(log.lines).not.toEqual([]);
      expect(JSON.stringify(log.lines)).not.toContain(text);
    },
  );

  it('opens what was kept once the key store gives its key, with nothing lost', async () => {
    await open().secrets.write({ secretKey: 'a', supervisorPin: 'b' });
    let refused = true;
    const decryptStringAsync: KeyStore['decryptStringAsync'] = (bytes) =>
      refused ? Promise.reject(new Error('temporarily unavailable')) : keyStore().decryptStringAsync(bytes);
    const { secrets } = open(keyStore({ decryptStringAsync }));
    await expect(secrets.write({ relayToken: 'c' })).rejects.toMatchObject({ reason: 'secrets_locked' });
    refused = false;
    await secrets.write({ relayToken: 'c' });
    expect(
      await Promise.all((['secretKey', 'supervisorPin', 'relayToken'] as const).map((name) => secrets.read(name))),
    ).toEqual(['a', 'b', 'c']);
  });

  it('encrypts again when the system has a newer key, and reads on when that fails', async () => {
    await open().secrets.write({ secretKey: 'a' });
    const encryptStringAsync = vi.fn<KeyStore['encryptStringAsync']>(() => Promise.reject(new Error('locked')));
    const { secrets } = open(keyStore({ renewed: true, encryptStringAsync }));
    expect(await secrets.read('secretKey')).toBe('a');
    expect(encryptStringAsync).toHaveBeenCalledTimes(1);
    expect(await open().secrets.read('secretKey')).toBe('a');
  });

  it('keeps nothing of a write that failed, and goes on', async () => {
    const encryptStringAsync = vi.fn<KeyStore['encryptStringAsync']>(keyStore().encryptStringAsync);
    encryptStringAsync.mockRejectedValueOnce(new Error('locked'));
    const { secrets } = open(keyStore({ encryptStringAsync }));
    await expect(secrets.write({ secretKey: 'a', relayToken: 'a' })).rejects.toMatchObject({
      reason: 'secrets_locked',
    });
    expect(await secrets.read('relayToken')).toBeNull();
    await secrets.write({ secretKey: 'b' });
    expect([await secrets.read('secretKey'), await secrets.read('relayToken')]).toEqual(['b', null]);
  });
});
