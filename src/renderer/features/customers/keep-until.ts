/** Months for which somebody may be saved: three years at most, as main holds it. */
export const keepChoices = [6, 12, 24, 36] as const;

/** The day on which it goes. @param today the shop's day, YYYY-MM-DD */
export function purgeDay(today: string, months: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  // The 31st of a short month is its last day.
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}
