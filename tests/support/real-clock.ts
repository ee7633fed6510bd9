import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../src/main/base/system/clock.ts';

export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
};
