/** A moment as the clock on the wall shows it in some time zone. */
export interface WallClock {
  /** YYYY-MM-DD */
  readonly day: string;
  /** HH:mm:ss, 00 to 23 hours */
  readonly time: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}

/** Clocks on walls are moved at whole quarters of an hour only. */
const quarterMs = 15 * 60_000;

/** Formatting is slow, and a sale asks for the time again and again: the last quarter asked for in each zone. */
const offsets = new Map<string, { quarter: number; offsetMs: number }>();

/** How far the wall's clock was ahead of UTC in that quarter of an hour. */
function offsetOf(epochMs: number, timeZone: string): number {
  const quarter = Math.floor(epochMs / quarterMs);
  const known = offsets.get(timeZone);
  if (known?.quarter === quarter) return known.offsetMs;
  const part: Record<string, string> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(quarter * quarterMs)) part[type] = value;
  const wall = `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}Z`;
  const offsetMs = Date.parse(wall) - quarter * quarterMs;
  offsets.set(timeZone, { quarter, offsetMs });
  return offsetMs;
}

/**
 * @param epochMs milliseconds since 1970, UTC
 * @param timeZone an IANA name; an unknown one throws RangeError (settings are checked with isTimeZone first)
 */
export function wallClock(epochMs: number, timeZone: string): WallClock {
  const wall = new Date(epochMs + offsetOf(epochMs, timeZone)).toISOString();
  return { day: wall.slice(0, 10), time: wall.slice(11, 19) };
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
