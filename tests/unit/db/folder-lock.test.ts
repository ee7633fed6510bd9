import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { lockFolder } from '../../../src/main/db/folder-lock.ts';
import { killHard, linesOf, startChild } from '../../support/child-process.ts';
import { temporaryFolder } from '../../support/database-files.ts';

describe('the lock of a folder', () => {
  const atOnce = { waitMs: 0, clock: systemClock };

  test('one process holds a folder, and a killed one has let go of it', async () => {
    const dir = temporaryFolder();
    const first = startChild('database-child.ts', 'hold', dir);
    expect(await linesOf(first, 1)).toEqual(['held']);
    expect(await linesOf(startChild('database-child.ts', 'hold', dir), 1)).toEqual(['refused']);
    expect(await lockFolder(dir, atOnce)).toBeNull();
    await killHard(first);
    const lock = await lockFolder(dir, atOnce);
    expect(lock).not.toBeNull();
    lock?.release();
  });

  test('waits for the one before to stop', async () => {
    const dir = temporaryFolder();
    const first = startChild('database-child.ts', 'hold', dir);
    await linesOf(first, 1);
    const waiting = lockFolder(dir, { waitMs: 15_000, clock: systemClock });
    first.stdin.end();
    await once(first, 'exit');
    const lock = await waiting;
    expect(lock).not.toBeNull();
    expect(await linesOf(startChild('database-child.ts', 'hold', dir), 1)).toEqual(['refused']);
    lock?.release();
  });

  test('gives up when the time is over, by the clock it was given', async () => {
    const dir = temporaryFolder();
    const held = await lockFolder(dir, atOnce);
    let now = 0;
    const slept: number[] = [];
    const clock = {
      ...systemClock,
      now: () => now,
      monotonic: () => now,
      sleep: async (ms: number) => {
        slept.push(ms);
        now += ms;
      },
    };
    expect(await lockFolder(dir, { waitMs: 120, clock })).toBeNull();
    expect(slept).toEqual([50, 50, 20]);
    held?.release();
    expect(await lockFolder(dir, { waitMs: 120, clock })).not.toBeNull();
  });

  test('a second lock in the same process is refused too', async () => {
    const dir = temporaryFolder();
    const held = await lockFolder(dir, atOnce);
    expect(await lockFolder(dir, atOnce)).toBeNull();
    held?.release();
  });

  test('a folder that is not there is a fault, not a wait', async () => {
    await expect(lockFolder(join(temporaryFolder(), 'none'), atOnce)).rejects.toThrow('directory');
  });
});
