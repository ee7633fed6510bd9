/** A moment as the clock on the wall shows it in some time zone. */
interface WallClock {
  /** YYYY-MM-DD */
  readonly day: string;
  /** HH:mm:ss, 00 to 23 hours */
  readonly time: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const formatter = formatters.get(timeZone);
  if (formatter) return formatter;
  const newFormatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, newFormatter);
  return newFormatter;
}

/** Clocks on walls are moved at whole quarters of an hour only. */
const quarterMs = 15 * 60_000;

const dayMs = 24 * 60 * 60_000;

/** Formatting is slow, and one moment near another is asked for again and again: the last stretch asked for in each zone. */
const offsets = new Map<string, { from: number; until: number; offsetMs: number }>();

/** How far the wall's clock is ahead of UTC then. */
function offsetOf(epochMs: number, timeZone: string): number {
  const span = offsets.get(timeZone);
  if (span && epochMs >= span.from && epochMs < span.until) return span.offsetMs;
  const quarter = Math.floor(epochMs / quarterMs) * quarterMs;
  const day = Math.floor(epochMs / dayMs) * dayMs;
  const offsetMs = formattedOffset(quarter, timeZone);
  // Clocks are moved months apart: a day that begins and ends alike has one offset.
  const allDay = [day, day + dayMs].every((end) => formattedOffset(end, timeZone) === offsetMs);
  const stretch = allDay ? { from: day, until: day + dayMs } : { from: quarter, until: quarter + quarterMs };
  offsets.set(timeZone, { ...stretch, offsetMs });
  return offsetMs;
}

function formattedOffset(epochMs: number, timeZone: string): number {
  const fields: Record<string, string> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(epochMs)) fields[type] = value;
  const wall = `${fields['year']}-${fields['month']}-${fields['day']}T${fields['hour']}:${fields['minute']}:${fields['second']}Z`;
  return Date.parse(wall) - epochMs;
}

/**
 * @param epochMs milliseconds since 1970, UTC
 * @param timeZone an IANA name; an unknown one throws RangeError (settings are checked with isTimeZone first)
 */
export function wallClock(epochMs: number, timeZone: string): WallClock {
  const wall = new Date(epochMs + offsetOf(epochMs, timeZone)).toISOString();
  return { day: wall.slice(0, 10), time: wall.slice(11, 19) };
}

/** A day as a person writes it, DD/MM/YYYY. @param day YYYY-MM-DD */
export const writtenDay = (day: string): string => day.split('-').toReversed().join('/');

/** Day and time to the minute as a person writes them. @param instant ISO 8601 */
export function writtenTime(instant: string, timeZone: string): string {
  const { day, time } = wallClock(Date.parse(instant), timeZone);
  return `${writtenDay(day)} ${time.slice(0, 5)}`;
}

/** Whether this machine knows the time zone by that name. */
export function isTimeZone(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}
