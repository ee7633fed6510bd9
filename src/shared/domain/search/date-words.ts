import { dayFrom, monthOf } from './calendar.ts';

export interface ReadDate {
  from: string;
  to: string;
  count: number;
}

/** 1 to 12, by their names in both languages, in small letters. */
export const months: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['jan', 'januari', 'january'],
    ['feb', 'februari', 'february', 'pebruari'],
    ['mar', 'maret', 'march'],
    ['apr', 'april'],
    ['mei', 'may'],
    ['jun', 'juni', 'june'],
    ['jul', 'juli', 'july'],
    ['agu', 'agt', 'ags', 'aug', 'agustus', 'august'],
    ['sep', 'sept', 'september'],
    ['okt', 'oct', 'oktober', 'october'],
    ['nov', 'november', 'nopember'],
    ['des', 'dec', 'desember', 'december'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1])),
);

/** Day before month, as Indonesia writes it; without a year it is the last such day. */
export function readDate(words: readonly string[], at: number, today: string): ReadDate | null {
  return readNumbers(words[at] ?? '', today) ?? readNamed(words, at, today);
}

function readNumbers(word: string, today: string): ReadDate | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(word);
  if (iso) return oneDay(dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3])), 1);
  const short =
    /^(\d{1,2})([-/])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(word) ?? /^(\d{1,2})(\.)(\d{1,2})\.(\d{4})$/.exec(word);
  if (!short) return null;
  return oneDay(lastSuch(Number(short[1]), Number(short[3]), yearOf(short[4]), today), 1);
}

function readNamed(words: readonly string[], at: number, today: string): ReadDate | null {
  const [first = '', second = '', third = ''] = words.slice(at, at + 3);
  const date = (word: string): number | null =>
    /^\d{1,2}(?:st|nd|rd|th)?,?$/.test(word) ? Number.parseInt(word, 10) : null;
  const month = (word: string): number | null => (Object.hasOwn(months, word) ? (months[word] ?? null) : null);
  const dayFirst = date(first);
  const [day, named] = dayFirst === null ? [date(second), month(first)] : [dayFirst, month(second)];
  const year = (word: string): number | null => (/^20\d\d$/.test(word) ? Number(word) : null);
  if (named === null) return null;
  if (day !== null) {
    const written = year(third);
    return oneDay(lastSuch(day, named, written, today), written === null ? 2 : 3);
  }
  const written = year(second);
  const at1 = monthOf(written ?? Number(today.slice(0, 4)), named);
  const found = written === null && at1.from > today ? monthOf(Number(today.slice(0, 4)) - 1, named) : at1;
  return { ...found, count: written === null ? 1 : 2 };
}

/** The last day of that number, today included; null where there is none in this month and the one before. */
export function lastDate(date: number, today: string): string | null {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const day = dayFrom(year, month, date);
  if (day !== null && day <= today) return day;
  return month === 1 ? dayFrom(year - 1, 12, date) : dayFrom(year, month - 1, date);
}

function lastSuch(date: number, month: number, year: number | null, today: string): string | null {
  if (year !== null) return dayFrom(year, month, date);
  const thisYear = Number(today.slice(0, 4));
  const day = dayFrom(thisYear, month, date);
  return day !== null && day <= today ? day : dayFrom(thisYear - 1, month, date);
}

function yearOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  return Number(text) + (text.length === 2 ? 2000 : 0);
}

function oneDay(day: string | null, count: number): ReadDate | null {
  return day === null ? null : { from: day, to: day, count };
}
