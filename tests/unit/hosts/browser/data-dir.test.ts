import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SecretsFileFault, secretsFile } from '../../../../src/main/hosts/browser/data-dir.ts';
import { silent } from '../../../support/fake-host.ts';

describe('the secrets file', () => {
  let dir: string;
  let path: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'konter-secrets-'));
    path = join(dir, 'secrets.json');
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

  test('a secret is found again by the next start, in a file for its owner only', async () => {
    await secretsFile(path, silent).write({ secretKey: 'fake-key' });
    expect(await secretsFile(path, silent).read('secretKey')).toBe('fake-key');
    expect(await modeOf(path)).toBe(0o600);
    expect(await readdir(dir)).toEqual(['secrets.json']);
  });

  test('a file that others could read is closed to them, and the log says so without the secret', async () => {
    await writeFile(path, '{"secretKey":"fake-key"}');
    await chmod(path, 0o644);
    const warned: string[] = [];
    const secrets = secretsFile(path, { ...silent, warn: (message) => warned.push(message) });
    expect(await secrets.read('secretKey')).toBe('fake-key');
    expect(await modeOf(path)).toBe(0o600);
    expect(warned).toHaveLength(1);
    expect(warned.join('')).not.toContain('fake-key');
  });

  test('nothing is there before something was written', async () => {
    expect(await secretsFile(path, silent).read('relayToken')).toBeNull();
  });

  test('null removes one secret and leaves the others', async () => {
    const secrets = secretsFile(path, silent);
    await secrets.write({ secretKey: 'fake-key', secondPin: 'fake-hash' });
    await secrets.write({ secretKey: null, relayToken: 'fake-token' });
    expect(await secretsFile(path, silent).read('secondPin')).toBe('fake-hash');
    expect(await secretsFile(path, silent).read('secretKey')).toBeNull();
    expect(await secretsFile(path, silent).read('relayToken')).toBe('fake-token');
    expect(await readFile(path, 'utf8')).not.toContain('fake-key');
  });

  test('writes at the same time do not lose each other', async () => {
    const secrets = secretsFile(path, silent);
    await Promise.all([
      secrets.write({ secretKey: 'a' }),
      secrets.write({ relayToken: 'b' }),
      secrets.write({ supervisorPin: 'c' }),
    ]);
    const again = secretsFile(path, silent);
    expect(await Promise.all([again.read('secretKey'), again.read('relayToken'), again.read('supervisorPin')])).toEqual(
      ['a', 'b', 'c'],
    );
  });

  test('a damaged file is named, never quoted, and never written over', async () => {
    await writeFile(path, '{"secretKey":"fake-key"', { mode: 0o600 });
    const secrets = secretsFile(path, silent);
    const fault = await secrets.write({ relayToken: 'x' }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(SecretsFileFault);
    expect(String(fault)).toContain(path);
    expect(String(fault)).not.toContain('fake-key');
    expect(await readFile(path, 'utf8')).toBe('{"secretKey":"fake-key"');
  });

  test('a link in its place is not followed', async () => {
    await writeFile(join(dir, 'elsewhere.json'), '{"secretKey":"planted"}');
    await symlink(join(dir, 'elsewhere.json'), path);
    await expect(secretsFile(path, silent).read('secretKey')).rejects.toThrow(SecretsFileFault);
  });
});
