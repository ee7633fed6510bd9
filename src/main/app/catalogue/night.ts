import { wallClock } from '../../../shared/domain/zone.ts';
import type { Random } from '../../ports/random.ts';

const hourMs = 3_600_000;
/** Behind the pauses of electricity and phone credit, before the first shops open. */
const [from, until] = [2, 5];

/**
 * A minute of the coming night of the shop, another one in each shop: thousands of counters of one provider must not all
 * ask on the hour.
 * @returns milliseconds since 1970, at least an hour from now
 */
export function comingNight(now: number, timeZone: string, random: Random): number {
  const [hours = 0, minutes = 0] = wallClock(now, timeZone).time.split(':').map(Number);
  const midnight = now - (hours * hourMs + minutes * 60_000);
  const [high = 0, low = 0] = random.bytes(2);
  const share = (high * 256 + low) / 65_536;
  const tonight = midnight + Math.floor((from + share * (until - from)) * 60) * 60_000;
  return tonight > now + hourMs ? tonight : tonight + 24 * hourMs;
}
