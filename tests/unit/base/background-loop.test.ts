import { describe, expect, it } from 'vitest';
import { BackgroundLoop } from '../../../src/main/base/background-loop.ts';
import { seededRandom, virtualClock } from '../../support/fake-system.ts';

/** A loop whose steps do what they are given, one after the other; without one left nothing is to be done. */
function loopOf(steps: Array<(loop: BackgroundLoop) => Promise<boolean>>, mayRun = () => true) {
  const clock = virtualClock();
  const started = clock.monotonic();
  const at: number[] = [];
  const errors: unknown[] = [];
  const loop: BackgroundLoop = new BackgroundLoop({
    async step() {
      at.push(clock.monotonic() - started);
      return (await steps.shift()?.(loop)) ?? false;
    },
    mayRun,
    onError: (error) => errors.push(error),
    firstPauseMs: 500,
    maxPauseMs: 2000,
    clock,
    random: seededRandom('loop'),
  });
  return { loop, clock, at, errors };
}

const failing = async (loop: BackgroundLoop): Promise<boolean> => {
  await loop.pause();
  return true;
};

describe('a loop in the background', () => {
  it('works until nothing is left, and again when it is woken meanwhile', async () => {
    const { loop, clock, at } = loopOf([
      async () => true,
      async (own) => {
        own.wake();
        return false;
      },
    ]);
    loop.wake();
    await clock.pass(1);
    expect(at).toEqual([0, 0, 0]);
  });

  it('does nothing while there is nothing to work for', async () => {
    let may = false;
    const { loop, clock, at } = loopOf([], () => may);
    loop.wake();
    await clock.pass(1000);
    expect(at).toEqual([]);
    may = true;
    loop.wake();
    await clock.pass(1);
    expect(at).toHaveLength(1);
  });

  it('pauses from half to all of a time that doubles up to the longest, and starts over after a success', async () => {
    const { loop, clock, at } = loopOf([
      failing,
      failing,
      failing,
      failing,
      async (own) => {
        own.succeed();
        return true;
      },
      failing,
    ]);
    loop.wake();
    await clock.pass(60_000);
    const pauses = at.slice(1).map((time, before) => time - (at[before] ?? 0));
    const bounds = [500, 1000, 2000, 2000, 0, 500];
    for (const [n, bound] of bounds.entries()) {
      expect(pauses[n]).toBeGreaterThanOrEqual(bound / 2);
      expect(pauses[n]).toBeLessThanOrEqual(bound);
    }
  });

  it('names an error, pauses, and goes on; once it is stopped it does neither', async () => {
    const { loop, clock, at, errors } = loopOf([
      async () => {
        throw new Error('once');
      },
      failing,
    ]);
    loop.wake();
    await clock.pass(600);
    expect([errors.length, at.length]).toEqual([1, 2]);
    loop.stop();
    loop.wake();
    await clock.pass(60_000);
    expect([errors.length, at.length]).toEqual([1, 2]);
  });
});
