import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataToDisk } from '../../../src/main/db/disk-files.ts';
import { temporaryFolder } from '../../support/database-files.ts';

describe('data on its way to the disk', () => {
  test('data that the disk takes is no complaint', async () => {
    const file = openSync(join(temporaryFolder(), 'copy'), 'wx');
    const disk = dataToDisk(file);
    writeSync(file, 'some bytes');
    disk.begin();
    disk.begin();
    await disk.idle();
    expect(() => disk.complain()).not.toThrow();
    closeSync(file);
  });

  test('what the disk did not take is told each time it is asked', async () => {
    const nobodys = 1_000_000;
    const disk = dataToDisk(nobodys);
    disk.begin();
    await disk.idle();
    expect(() => disk.complain()).toThrow('EBADF');
    expect(() => disk.complain()).toThrow('EBADF');
  });
});
