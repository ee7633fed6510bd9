import { z } from 'zod';
import { writtenDay } from '../../shared/domain/zone.ts';

const Iso = z.iso.date();
const dayMs = 24 * 60 * 60_000;

/** Day, month and year. */
const lengths = [2, 2, 4] as const;

/** What a field keeps of a text: the digits of DDMMYYYY, so far. A separator ends a day or month of one digit; YYYY-MM-DD is turned round. */
export function keptDay(text: string): string {
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(text);
  if (iso) return `${iso[3]}${iso[2]}${iso[1]}`;
  let digits = '';
  let at = 0;
  let begun = 0;
  for (const char of text) {
    if (/\d/.test(char)) {
      if (at === lengths.length) break;
      digits += char;
      begun += 1;
    } else if (begun === 1 && at < 2) {
      digits = `${digits.slice(0, -1)}0${digits.slice(-1)}`;
      begun = 2;
    }
    if (begun === lengths[at]) {
      at += 1;
      begun = 0;
    }
  }
  return digits;
}

/** The same with its slashes: 29/11/2026, in both languages as on every screen and slip. */
export const shownDay = (digits: string): string =>
  [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((piece) => piece !== '').join('/');

/** A year of two digits is one of this century. */
export const wholeDay = (digits: string): string =>
  digits.length === 6 ? `${digits.slice(0, 4)}20${digits.slice(4)}` : digits;

/** YYYY-MM-DD, as forms and main have it; null: no day of the calendar, or not typed in full. */
export function readDay(digits: string): string | null {
  const day = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  return digits.length === 8 && Iso.safeParse(day).success ? day : null;
}

/** What a field hands on: a day, nothing, or the text as it stands, which no form takes for a day. */
export const valueOf = (digits: string): string => readDay(digits) ?? shownDay(digits);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The same day this number of months later; the last day of a month that lacks it. */
export function addMonths(day: string, months: number): string {
  const last = addDays(firstOfMonth(day, months + 1), -1);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** The first day of the month, this number of months later. */
export function firstOfMonth(day: string, months: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 10);
}

/** The weeks of a day's month, from Monday on: six of them always, so that nothing moves from month to month. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => addDays(first, week * 7 + at - weekday)),
  );
}

export interface DayBounds {
  /** YYYY-MM-DD, the first and the last day that are taken */
  min?: string | undefined;
  max?: string | undefined;
}

export type DayFault = { is: 'incomplete' | 'none' } | { is: 'early' | 'late'; day: string };

/** Why what was typed is no day that is taken; null: it is, or nothing was typed. @param isDone nothing more is being typed */
export function dayFault(digits: string, { min, max }: DayBounds, isDone: boolean): DayFault | null {
  if (digits === '' || (digits.length < 8 && !isDone)) return null;
  if (digits.length < 8) return { is: 'incomplete' };
  const day = readDay(digits);
  if (day === null) return { is: 'none' };
  if (min !== undefined && day < min) return { is: 'early', day: writtenDay(min) };
  return max !== undefined && day > max ? { is: 'late', day: writtenDay(max) } : null;
}
