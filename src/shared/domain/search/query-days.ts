import { longestPhrase, type WordMeaning, type WordReader } from './query-terms.ts';

interface Days {
  from: string;
  to: string;
}

const one = (day: string): Days => ({ from: day, to: day });
const back = (days: number) => (today: string) => one(addDays(today, -days));
/** the whole week, Monday to Sunday */
const week = (ago: number) => (today: string) => {
  const from = addDays(today, -weekday(today) - 7 * ago);
  return { from, to: addDays(from, 6) };
};
const month = (ago: number) => (today: string) => monthOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - ago);

const phrases: Readonly<Record<string, (today: string) => Days>> = {
  'hari ini': back(0),
  tadi: back(0),
  today: back(0),
  kemarin: back(1),
  kemaren: back(1),
  kmrn: back(1),
  yesterday: back(1),
  'this morning': back(0),
  'this afternoon': back(0),
  'this evening': back(0),
  // After midnight it is still the same night.
  'tadi malam': (today) => ({ from: addDays(today, -1), to: today }),
  semalam: (today) => ({ from: addDays(today, -1), to: today }),
  'last night': (today) => ({ from: addDays(today, -1), to: today }),
  'kemarin lusa': back(2),
  'kemarin dulu': back(2),
  'minggu ini': week(0),
  'this week': week(0),
  'minggu lalu': week(1),
  'minggu yang lalu': week(1),
  'minggu kemarin': week(1),
  'seminggu lalu': back(7),
  'seminggu yang lalu': back(7),
  'last week': week(1),
  'bulan ini': month(0),
  'this month': month(0),
  'bulan lalu': month(1),
  'bulan yang lalu': month(1),
  'bulan kemarin': month(1),
  'last month': month(1),
};

/** 0 is Monday. */
const weekdays: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['senin', 'monday'],
    ['selasa', 'tuesday'],
    ['rabu', 'wednesday'],
    ['kamis', 'thursday'],
    ['jumat', "jum'at", 'friday'],
    ['sabtu', 'saturday'],
    ['minggu', 'ahad', 'sunday'],
  ].flatMap((names, day) => names.map((name) => [name, day])),
);

/** These follow a day and are ignored: the whole day is shown. */
const hours: ReadonlySet<string> = new Set('subuh pagi siang sore petang malam morning afternoon evening'.split(' '));

/**
 * "kemarin", "selasa lalu", "last tuesday", "3 hari lalu", "2 days ago", "5/3", "5-3-2026", "5 maret", "maret 2026"; also as
 * "hari selasa", "tgl 5", "bulan maret", and with a part of the day: "tadi pagi", "kemarin sore".
 */
export const readDays: WordReader = (words, at, today) => {
  const day = readDay(words, at, today);
  if (!day) return null;
  return hours.has(words[at + day.count] ?? '') ? { ...day, count: day.count + 1 } : day;
};

const readDay: WordReader = (words, at, today) => {
  const phrase = longestPhrase(phrases, words, at);
  if (phrase) return meaning(phrase.value(today), phrase.count);
  return (
    readAgo(words, at, today) ??
    readWeekday(words, at, today) ??
    readWritten(words, at, today) ??
    readIntroduced(words, at, today)
  );
};

/** "hari", "bulan" or "tanggal" before a day. */
const readIntroduced: WordReader = (words, at, today) => {
  const day = readAfter(words[at] ?? '', words, at + 1, today);
  return day && { ...day, count: day.count + 1 };
};

function readAfter(word: string, words: readonly string[], at: number, today: string): WordMeaning | null {
  if (word === 'hari') {
    const phrase = longestPhrase(phrases, words, at);
    return readWeekday(words, at, today) ?? (phrase && meaning(phrase.value(today), phrase.count));
  }
  if (word === 'bulan') return /^\d/.test(words[at] ?? '') ? null : readWritten(words, at, today);
  if (!/^(?:tgl|tanggal)\.?$/.test(word)) return null;
  const written = readWritten(words, at, today);
  const day = written === null && /^\d{1,2}$/.test(words[at] ?? '') ? lastDate(Number(words[at]), today) : null;
  return day === null ? written : meaning(one(day), 1);
}

/** A weekday alone is the latest one, today included; "last" and "lalu" exclude today. */
const readWeekday: WordReader = (words, at, today) => {
  const last = words[at] === 'last';
  const name = words[last ? at + 1 : at] ?? '';
  const wanted = Object.hasOwn(weekdays, name) ? weekdays[name] : undefined;
  if (wanted === undefined) return null;
  const behind = last ? 0 : pastAt(words, at + 1);
  const ago = (weekday(today) - wanted + 7) % 7;
  const days = ago === 0 && (last || behind > 0) ? 7 : ago;
  return meaning(one(addDays(today, -days)), last ? 2 : 1 + behind);
};

/** How many words at this position say "last". */
function pastAt(words: readonly string[], at: number): number {
  if (['lalu', 'kemarin', 'kemaren'].includes(words[at] ?? '')) return 1;
  return words[at] === 'yang' && words[at + 1] === 'lalu' ? 2 : 0;
}

const counts: Readonly<Record<string, number>> = { dua: 2, tiga: 3, empat: 4, lima: 5, enam: 6, tujuh: 7 };

const readAgo: WordReader = (words, at, today) => {
  const word = words[at] ?? '';
  const count = /^\d{1,3}$/.test(word) ? Number(word) : Object.hasOwn(counts, word) ? (counts[word] ?? null) : null;
  const unit = words[at + 1] ?? '';
  const days = /^(?:hari|days?)$/.test(unit) ? 1 : /^(?:minggu|pekan|weeks?)$/.test(unit) ? 7 : null;
  if (count === null || days === null) return null;
  const past = words[at + 2] === 'ago' ? 1 : words[at + 2] === 'kemarin' ? 0 : pastAt(words, at + 2);
  return past === 0 ? null : meaning(one(addDays(today, -count * days)), 2 + past);
};

const readWritten: WordReader = (words, at, today) => {
  const date = readDate(words, at, today);
  return date && meaning(date, date.count);
};

function meaning({ from, to }: Days, count: number) {
  return { count, condition: { is: 'days', from, to }, term: { as: 'days', from, to } } as const;
}

interface ReadDate {
  from: string;
  to: string;
  count: number;
}

/** 1 to 12, by their names in both languages, in lower case. */
export const months: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['jan', 'januari', 'january'],
    ['feb', 'peb', 'februari', 'february', 'pebruari'],
    ['mar', 'maret', 'march'],
    ['apr', 'april'],
    ['mei', 'may'],
    ['jun', 'juni', 'june'],
    ['jul', 'juli', 'july'],
    ['agu', 'agt', 'ags', 'agus', 'agst', 'aug', 'agustus', 'august'],
    ['sep', 'sept', 'september'],
    ['okt', 'oct', 'oktober', 'october'],
    ['nov', 'nop', 'november', 'nopember'],
    ['des', 'dec', 'desember', 'december'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1])),
);

/** Day before month, as Indonesia writes it. Without a year it is the latest such day. */
function readDate(words: readonly string[], at: number, today: string): ReadDate | null {
  return readNumbers(words[at] ?? '', today) ?? readNamed(words, at, today);
}

function readNumbers(word: string, today: string): ReadDate | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(word);
  if (iso) return oneDay(dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3])), 1);
  const short =
    /^(\d{1,2})([-/])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(word) ?? /^(\d{1,2})(\.)(\d{1,2})\.(\d{4})$/.exec(word);
  if (!short) return null;
  return oneDay(latestDay(Number(short[1]), Number(short[3]), yearOf(short[4]), today), 1);
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
    return oneDay(latestDay(day, named, written, today), written === null ? 2 : 3);
  }
  const written = year(second);
  const thisYear = monthOf(written ?? Number(today.slice(0, 4)), named);
  const span = written === null && thisYear.from > today ? monthOf(Number(today.slice(0, 4)) - 1, named) : thisYear;
  return { ...span, count: written === null ? 1 : 2 };
}

/** The latest day of that number, today included; null where this month and the one before have none. */
function lastDate(date: number, today: string): string | null {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const day = dayFrom(year, month, date);
  if (day !== null && day <= today) return day;
  return month === 1 ? dayFrom(year - 1, 12, date) : dayFrom(year, month - 1, date);
}

function latestDay(date: number, month: number, year: number | null, today: string): string | null {
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

// Days are YYYY-MM-DD and counted in UTC, where each has 24 hours.
const dayMs = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayMs);
}

/** 0 is Monday */
function weekday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** Null where the calendar lacks that day. @param month 1 to 12 */
function dayFrom(year: number, month: number, date: number): string | null {
  const day = dayOf(Date.UTC(year, month - 1, date));
  const written = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  return day === written ? day : null;
}

/** The month's first and last day. @param month 1 to 12, or beyond: 0 is the December before */
function monthOf(year: number, month: number): { from: string; to: string } {
  return { from: dayOf(Date.UTC(year, month - 1, 1)), to: dayOf(Date.UTC(year, month, 0)) };
}
