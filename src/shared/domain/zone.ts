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

/** A sale asks for the same moment several times, and formatting is slow. */
let last: { epochMs: number; timeZone: string; clock: WallClock } | null = null;

/**
 * @param epochMs milliseconds since 1970, UTC
 * @param timeZone an IANA name; an unknown one throws RangeError (settings are checked with isTimeZone first)
 */
export function wallClock(epochMs: number, timeZone: string): WallClock {
  if (last?.epochMs === epochMs && last.timeZone === timeZone) return last.clock;
  const part: Record<string, string> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(epochMs)) part[type] = value;
  const clock = {
    day: `${part['year']}-${part['month']}-${part['day']}`,
    time: `${part['hour']}:${part['minute']}:${part['second']}`,
  };
  last = { epochMs, timeZone, clock };
  return clock;
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
