import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type KeyStore, KeyStoreSecrets, NoKeyStore } from '../../../src/main/electron/key-store-secrets.ts';
import { secretsFile } from '../../../src/main/electron/secrets-file.ts';
import { heardLog } from '../../support/heard-log.ts';

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

function open(keys: KeyStore = keyStore()) {
  const log = heardLog();
  const tellPerson = vi.fn<(why: string) => void>();
  return { secrets: new KeyStoreSecrets(keys, secretsFile(path), log, tellPerson), log, tellPerson };
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
    ['the key store is a fixed password', keyStore({ getSelectedStorageBackend: () => 'basic_text' })],
  ])('refuses to keep anything, and tells the person, when %s', async (_why, keys) => {
    const { secrets, tellPerson } = open(keys);
    await expect(secrets.write({ secretKey: 'made-up-key' })).rejects.toBeInstanceOf(NoKeyStore);
    expect(await readdir(folder)).toEqual([]);
    expect(tellPerson.mock.calls).toEqual([[expect.stringContaining('key store')]]);
    expect(await secrets.read('secretKey')).toBeNull();
  });

  it('is usable with a key store of Linux that is one', async () => {
    const { secrets } = open(keyStore({ getSelectedStorageBackend: () => 'gnome_libsecret' }));
    expect(await secrets.isUsable()).toBe(true);
  });

  it('finds nothing in a file that cannot be decrypted, says so without its words, and puts it aside before writing', async () => {
    await writeFile(path, 'of another machine');
    const { secrets, log } = open();
    expect(await secrets.read('secretKey')).toBeNull();
    expect(log.lines).toEqual([{ level: 'error', what: expect.any(String), facts: { error: 'Error' } }]);
    await secrets.write({ secretKey: 'new' });
    expect(await readFile(`${path}.unreadable`, 'utf8')).toBe('of another machine');
    expect(await secrets.read('secretKey')).toBe('new');
  });

  it('encrypts anew when the system has a newer key, and reads on when that fails', async () => {
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
    await expect(secrets.write({ secretKey: 'a', relayToken: 'a' })).rejects.toThrow('locked');
    expect(await secrets.read('relayToken')).toBeNull();
    await secrets.write({ secretKey: 'b' });
    expect([await secrets.read('secretKey'), await secrets.read('relayToken')]).toEqual(['b', null]);
  });
});
