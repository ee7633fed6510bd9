import { expect, test } from 'vitest';
import { createReadiness } from '../../../../src/relay/http/readiness.ts';
import { virtualClock } from '../../../support/fake-system.ts';

function readinessOn() {
  const clock = virtualClock();
  const after = (ms: number, run: () => void) => {
    void clock.sleep(ms).then(run);
    return () => undefined;
  };
  const readiness = createReadiness({ check: async () => {} }, { now: clock.now, after, soon: (run) => run() });
  let endedAt: number | null = null;
  return {
    clock,
    readiness,
    /** Stops it; how long the relay goes on serving, in milliseconds, once it has stopped. */
    stop: () => {
      const begunAt = clock.now();
      void readiness.withdraw().then(() => (endedAt = clock.now() - begunAt));
      return () => endedAt;
    },
  };
}

test('a relay that is never probed stops at once', async () => {
  const { clock, stop } = readinessOn();
  const served = stop();
  await clock.pass(0);
  expect(served()).toBe(0);
});

test('a relay that is probed each second answers that it stops, and serves a while longer', async () => {
  const { clock, readiness, stop } = readinessOn();
  expect(await readiness.check()).toBeNull();
  await clock.pass(500);
  const served = stop();
  await clock.pass(500);
  expect(await readiness.check()).not.toBeNull();
  await clock.pass(3_000);
  expect(served()).toBe(1_200);
});

test('a relay whose last probe is late, as on a machine with too much to do, waits until the next has been answered', async () => {
  const { clock, readiness, stop } = readinessOn();
  expect(await readiness.check()).toBeNull();
  await clock.pass(1_500);
  const served = stop();
  await clock.pass(1_900);
  expect(served()).toBeNull();
  expect(await readiness.check()).not.toBeNull();
  await clock.pass(3_000);
  expect(served()).toBe(2_200);
});

test('no probe is waited for longer than 2.4 s', async () => {
  const { clock, readiness, stop } = readinessOn();
  expect(await readiness.check()).toBeNull();
  const served = stop();
  await clock.pass(3_000);
  expect(served()).toBe(2_400);
});
