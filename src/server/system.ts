import { randomBytes } from 'node:crypto';
import type { Clock, Random } from './ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  soon: (run) => void setImmediate(run),
};

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };
