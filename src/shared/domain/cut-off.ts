import { wallClock } from './zone.ts';

/** A daily pause in which a prepaid product is not sold, in the provider's time zone. Half-open: [start, end). */
export interface CutOff {
  /** HH:mm:ss */
  start: string;
  /** HH:mm:ss, exclusive; earlier than start when the pause crosses midnight */
  end: string;
}

const clockTime = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

function secondsOfDay(text: string): number | null {
  const match = clockTime.exec(text.trim());
  if (!match) return null;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  if (hours === 24 && minutes === 0 && seconds === 0) return 0;
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return hours * 3600 + minutes * 60 + seconds;
}

function clockText(seconds: number): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/**
 * The pause that start_cut_off and end_cut_off describe. Equal or empty ends mean none (spec, Limits: the effect is not
 * shown; providers write "no pause" as 00:00 to 00:00); so do ends that are not times, which the wire schema has flagged.
 */
export function readCutOff(start: string | null | undefined, end: string | null | undefined): CutOff | null {
  const [from, to] = [secondsOfDay(start ?? ''), secondsOfDay(end ?? '')];
  if (from === null || to === null || from === to) return null;
  return { start: clockText(from), end: clockText(to) };
}

/** @param time HH:mm:ss on the provider's wall clock */
export function isInCutOff(cutOff: CutOff | null, time: string): boolean {
  if (!cutOff) return false;
  if (cutOff.start < cutOff.end) return time >= cutOff.start && time < cutOff.end;
  return time >= cutOff.start || time < cutOff.end;
}

/** A product's phase of the day; times are HH:mm of the shop's clock. */
export type Pause =
  | { kind: 'open' }
  /** minutes until it is not sold, at least 1 */
  | { kind: 'closing'; minutes: number; from: string }
  | { kind: 'paused'; minutes: number; until: string };

const dayMs = 24 * 3_600_000;

/**
 * The daily pause of a product as it is now (spec, Product: start_cut_off to end_cut_off).
 * @param now milliseconds since 1970
 * @param zones the provider's, in which the pause is written, and the shop's, in which it is shown
 * @param warnMinutes so long before it a warning says that it comes
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
  const timeTo = (ms: number) => ({
    minutes: Math.ceil(ms / 60_000),
    clock: wallClock(now + ms, zones.shop).time.slice(0, 5),
  });
  if (isInCutOff(cutOff, time)) {
    const { minutes, clock } = timeTo(until(cutOff.end));
    return { kind: 'paused', minutes, until: clock };
  }
  const { minutes, clock } = timeTo(until(cutOff.start));
  return minutes <= warnMinutes ? { kind: 'closing', minutes, from: clock } : { kind: 'open' };
}

/** @param time HH:mm:ss, perhaps with a fraction */
function msOfDay(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
