/** Days without clocks: YYYY-MM-DD, reckoned in UTC, where every day has 24 hours. */

const dayMs = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayMs);
}

/** 0 is Monday */
export function weekday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** Null where the calendar has no such day. @param month 1 to 12 */
export function dayFrom(year: number, month: number, date: number): string | null {
  const day = dayOf(Date.UTC(year, month - 1, date));
  const written = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  return day === written ? day : null;
}

/** The month's first and last day. @param month 1 to 12, or beyond: 0 is the December before */
export function monthOf(year: number, month: number): { from: string; to: string } {
  return { from: dayOf(Date.UTC(year, month - 1, 1)), to: dayOf(Date.UTC(year, month, 0)) };
}
