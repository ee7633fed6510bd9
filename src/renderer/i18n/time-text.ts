import type { Language } from '../../shared/domain/preferences.ts';
import { englishPeriod } from '../../shared/domain/receipt/english-names.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { type TFunction, translation } from './translation.ts';

/** The period of a bill as its slip names it: "Okt 2026" is "Oct 2026" in English. */
export const periodText = (period: string): string =>
  translation().language === 'en' ? englishPeriod(period) : period;

/** "14:05" on the shop's wall. */
export const timeText = (iso: string, zone: string): string => wallClock(Date.parse(iso), zone).time.slice(0, 5);

/** "02/03/2026 14:05" on the shop's wall. */
export function dateTimeText(iso: string, zone: string): string {
  const { day, time } = wallClock(Date.parse(iso), zone);
  return `${day.split('-').toReversed().join('/')} ${time.slice(0, 5)}`;
}

/** "14:05", with the day before it when it was not today. */
export function shortWhen(iso: string, now: number, zone: string): string {
  const then = wallClock(Date.parse(iso), zone);
  if (then.day === wallClock(now, zone).day) return then.time.slice(0, 5);
  const [, month, date] = then.day.split('-');
  return `${date}/${month} ${then.time.slice(0, 5)}`;
}

/** "Hari ini", "Kemarin", else "Jumat 28/11/2026". @param day YYYY-MM-DD, as `today` */
export function dayHeading(t: TFunction, day: string, today: string, language: string): string {
  const [at, now] = [day, today].map((each) => Date.parse(`${each}T00:00:00Z`));
  const [year, month, date] = day.split('-');
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(at);
  const text = `${weekday} ${date}/${month}/${year}`;
  const days = Math.round(((now ?? 0) - (at ?? 0)) / 86_400_000);
  if (days === 0) return `${t('receipts.today')}, ${text}`;
  return days === 1 ? `${t('receipts.yesterday')}, ${text}` : text;
}

/** A stretch of time in its largest unit, whole. */
export function ageOf(milliseconds: number): { unit: 'seconds' | 'minutes' | 'hours' | 'days'; n: number } {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return { unit: 'seconds', n: seconds };
  if (seconds < 3600) return { unit: 'minutes', n: Math.floor(seconds / 60) };
  if (seconds < 86_400) return { unit: 'hours', n: Math.floor(seconds / 3600) };
  return { unit: 'days', n: Math.floor(seconds / 86_400) };
}

/** "04:59" until something ends; "00:00" once it has. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A day of the calendar in words: "20 November 2027". @param day YYYY-MM-DD, of no time zone */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'id' ? 'id-ID' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
