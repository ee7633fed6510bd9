import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeKey, signLists } from '../../../../scripts/package/update-key.ts';
import { isSigned } from '../../../../src/main/updates/feed.ts';
import { folder as freshFolder } from '../../../support/temporary-folder.ts';

describe('the key of updates', () => {
  it('makes a key that only its owner can read, and signs with it every list of a release, which the program then believes', async () => {
    const folder = await freshFolder();
    const file = join(folder, 'release.key');
    const publicHalf = await makeKey(file);
    expect((await stat(file)).mode & 0o077).toBe(0);
    for (const name of ['latest.yml', 'latest-linux.yml', 'builder-debug.yml'])
      await writeFile(join(folder, name), name);
    expect(await signLists(file, folder)).toEqual(['latest-linux.yml', 'latest.yml']);
    const [list, signature] = [
      await readFile(join(folder, 'latest.yml')),
      await readFile(join(folder, 'latest.yml.sig'), 'utf8'),
    ];
    expect(isSigned('latest.yml', list, signature, [publicHalf])).toBe(true);
    expect(isSigned('latest-linux.yml', list, signature, [publicHalf])).toBe(false);
  });

  it('makes no key over another', async () => {
    const file = join(await freshFolder(), 'release.key');
    const first = await makeKey(file);
    const before = await readFile(file, 'utf8');
    await expect(makeKey(file)).rejects.toThrow('EEXIST');
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(first).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });
});
