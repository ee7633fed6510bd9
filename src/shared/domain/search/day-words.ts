import { addDays, monthOf, weekday } from './calendar.ts';
import { lastDate, readDate } from './date-words.ts';
import { longestPhrase } from './phrase.ts';
import type { WordMeaning, WordReader } from './word-reader.ts';

interface Days {
  from: string;
  to: string;
}

const one = (day: string): Days => ({ from: day, to: day });
const back = (days: number) => (today: string) => one(addDays(today, -days));
/** the whole week from Monday on, so many weeks ago */
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
  // Behind midnight it is still the same night.
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

const weekdays: Readonly<Record<string, number>> = {
  senin: 0,
  selasa: 1,
  rabu: 2,
  kamis: 3,
  jumat: 4,
  "jum'at": 4,
  sabtu: 5,
  minggu: 6,
  ahad: 6,
  monday: 0,
  tuesday: 1,
  wednesday: 2,
  thursday: 3,
  friday: 4,
  saturday: 5,
  sunday: 6,
};

/** Behind a day; what was sold at another hour of it is shown too. */
const hours: ReadonlySet<string> = new Set([
  'subuh',
  'pagi',
  'siang',
  'sore',
  'petang',
  'malam',
  'morning',
  'afternoon',
  'evening',
]);

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

/** A word that says what kind of day follows. */
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

/** A bare weekday is the last one, today included; "last" and "lalu" leave today out. */
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

/** How many words from here on say that it is past. */
function pastAt(words: readonly string[], at: number): number {
  if (['lalu', 'kemarin', 'kemaren'].includes(words[at] ?? '')) return 1;
  return words[at] === 'yang' && words[at + 1] === 'lalu' ? 2 : 0;
}

const counts: Readonly<Record<string, number>> = { dua: 2, tiga: 3, empat: 4, lima: 5, enam: 6, tujuh: 7 };

const readAgo: WordReader = (words, at, today) => {
  const said = words[at] ?? '';
  const count = /^\d{1,3}$/.test(said) ? Number(said) : Object.hasOwn(counts, said) ? (counts[said] ?? null) : null;
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
  return { count, means: { is: 'days', from, to }, told: { as: 'days', from, to } } as const;
}
