import fs, { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../../src/relay/config-error.ts';
import { makeRoomFor } from '../../../src/relay/database-folder.ts';
import { masterKey } from '../../../src/relay/master-key.ts';
import { folder } from '../../support/folder.ts';

const at = (path: string) => ({ engine: 'sqlite', path }) as const;

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
    const { key, made } = masterKey(null, at(path));
    const deep = join(place, 'new', 'deep');
    const [above, higher, file, folderOfKey, ...more] = synced;
    expect([above, higher]).toEqual([
      [place, false],
      [join(place, 'new'), false],
    ]);
    expect([file?.[0].startsWith(`${path}.key.`), file?.[1]]).toEqual([true, false]);
    expect([folderOfKey, more]).toEqual([[deep, true], []]);
    expect([made, readFileSync(`${path}.key`, 'utf8')]).toEqual([`${path}.key`, `${key.toString('hex')}\n`]);
    expect(statSync(`${path}.key`).mode & 0o777).toBe(0o600);
    for (const one of [deep, join(place, 'new')]) expect(statSync(one).mode & 0o777).toBe(0o700);
  },
);

test('a key that is there is read, and neither written over nor joined by what was not needed', async () => {
  const path = join(await folder(), 'relay.db');
  const first = masterKey(null, at(path));
  expect(masterKey(null, at(path))).toEqual({ key: first.key, made: null });
  expect(readdirSync(join(path, '..'))).toEqual(['relay.db.key']);
});

test('a folder where the file should be, and a file where its folder should be, are wrong settings', async () => {
  const place = await folder();
  expect(() => masterKey(null, at(place))).toThrow(`RELAY_DATABASE_URL: ${place} is a folder`);
  const { made } = masterKey(null, at(join(place, 'relay.db')));
  expect(() => makeRoomFor(join(made ?? '', 'deep', 'relay.db'))).toThrow(ConfigError);
  expect(() => makeRoomFor(join(made ?? '', 'deep', 'relay.db'))).toThrow(`${made} is a file`);
});

test.runIf(process.platform === 'linux')('where no folder can be made, that is said, and not tried for ever', () => {
  expect(() => makeRoomFor('/proc/nothing/deep/relay.db')).toThrow(
    /^\/proc\/nothing\/deep\/relay.db cannot be used: ENOENT/,
  );
});
