import { type CutOff, isInCutOff } from '../cut-off.ts';
import { wallClock } from '../zone.ts';

/** Where a product stands in its day; times are HH:mm of the shop's clock. */
export type Pause =
  | { kind: 'open' }
  /** minutes until it is not sold, at least 1 */
  | { kind: 'closing'; minutes: number; from: string }
  | { kind: 'paused'; minutes: number; until: string };

const dayMs = 24 * 3_600_000;

/**
 * The daily pause of a product as it is now (spec, Product: start_cut_off to end_cut_off).
 * @param now milliseconds since 1970
 * @param zones the provider's, in which the pause is written, and the shop's, in which it is told
 * @param warnMinutes from so far before it on it is told that it comes
 */
export function pauseAt(
  cutOff: CutOff | null,
  now: number,
  zones: { provider: string; shop: string },
  warnMinutes = 30,
): Pause {
  if (cutOff === null) return { kind: 'open' };
  const time = wallClock(now, zones.provider).time;
  const until = (end: string): number => (msOfDay(end) - msOfDay(time) + dayMs) % dayMs || dayMs;
  const told = (ms: number) => ({
    minutes: Math.ceil(ms / 60_000),
    clock: wallClock(now + ms, zones.shop).time.slice(0, 5),
  });
  if (isInCutOff(cutOff, time)) {
    const { minutes, clock } = told(until(cutOff.end));
    return { kind: 'paused', minutes, until: clock };
  }
  const { minutes, clock } = told(until(cutOff.start));
  return minutes <= warnMinutes ? { kind: 'closing', minutes, from: clock } : { kind: 'open' };
}

/** @param time HH:mm:ss, perhaps with a fraction */
function msOfDay(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
