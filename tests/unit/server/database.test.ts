import fs, { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFolderFor, loadMasterKey } from '../../../src/server/database.ts';
import { ConfigError } from '../../../src/server/startup-errors.ts';
import { folder } from '../../support/temporary-folder.ts';

const at = (path: string) => ({ engine: 'sqlite', path }) as const;

/** The key, and the path of a key file that was made. */
function masterKey(database: { engine: 'sqlite'; path: string }) {
  let keyPath: string | null = null;
  const key = loadMasterKey(null, database, { program: 'relay', onCreated: (path) => (keyPath = path) });
  return { key, keyPath };
}

/** What is brought to the disk from now on, and whether the key had its name by then. */
function watchDisk(key: string): Array<[path: string, named: boolean]> {
  const synced: Array<[string, boolean]> = [];
  const real = fs.fsyncSync;
  fs.fsyncSync = (file) => {
    synced.push([readlinkSync(`/proc/self/fd/${file}`), existsSync(key)]);
    real(file);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.fsyncSync = real;
    syncBuiltinESMExports();
  });
  return synced;
}

test.runIf(process.platform === 'linux')(
  'a key that is made is on the disk before it has its name, and its folders too',
  async () => {
    const place = await folder();
    const path = join(place, 'new', 'deep', 'relay.db');
    const synced = watchDisk(`${path}.key`);
    const { key, keyPath } = masterKey(at(path));
    const deep = join(place, 'new', 'deep');
    const [above, higher, file, folderOfKey, ...more] = synced;
    expect([above, higher]).toEqual([
      [place, false],
      [join(place, 'new'), false],
    ]);
    expect([file?.[0].startsWith(`${path}.key.`), file?.[1]]).toEqual([true, false]);
    expect([folderOfKey, more]).toEqual([[deep, true], []]);
    expect([keyPath, readFileSync(`${path}.key`, 'utf8')]).toEqual([`${path}.key`, `${key.toString('hex')}\n`]);
    expect(statSync(`${path}.key`).mode & 0o777).toBe(0o600);
    for (const one of [deep, join(place, 'new')]) expect(statSync(one).mode & 0o777).toBe(0o700);
  },
);

test('a key that is there is read, and neither written over nor joined by what was not needed', async () => {
  const path = join(await folder(), 'relay.db');
  const first = masterKey(at(path));
  expect(masterKey(at(path))).toEqual({ key: first.key, keyPath: null });
  expect(readdirSync(join(path, '..'))).toEqual(['relay.db.key']);
});

test('a folder where the file should be, and a file where its folder should be, are wrong settings', async () => {
  const place = await folder();
  expect(() => masterKey(at(place))).toThrow(`RELAY_DATABASE_URL: ${place} is a folder`);
  const { keyPath } = masterKey(at(join(place, 'relay.db')));
  expect(() => createFolderFor(join(keyPath ?? '', 'deep', 'relay.db'), 'relay')).toThrow(ConfigError);
  expect(() => createFolderFor(join(keyPath ?? '', 'deep', 'relay.db'), 'relay')).toThrow(`${keyPath} is a file`);
});

test.runIf(process.platform === 'linux')('where no folder can be made, that is said, and not tried for ever', () => {
  expect(() => createFolderFor('/proc/nothing/deep/relay.db', 'relay')).toThrow(
    /^\/proc\/nothing\/deep\/relay.db cannot be used: ENOENT/,
  );
});
