import { wallClock } from '../../../shared/domain/zone.ts';

/** "2026-11-21" of this moment on the shop's wall, and as many days later. */
export const dayOf = (now: number, zone: string, daysLater = 0): string =>
  wallClock(now + daysLater * 86_400_000, zone).day;

/**
 * The last second of a calendar day on the shop's wall, ISO 8601 UTC.
 * @param day YYYY-MM-DD
 */
export function endOfDay(day: string, zone: string): string {
  const asIfUtc = Date.parse(`${day}T23:59:59.000Z`);
  // The zone's distance from UTC is what the wall shows at that moment; asked twice, because it may change in between.
  let at = asIfUtc;
  for (let n = 0; n < 2; n += 1) {
    const shown = wallClock(at, zone);
    at += asIfUtc - Date.parse(`${shown.day}T${shown.time}.000Z`);
  }
  return new Date(at).toISOString();
}
