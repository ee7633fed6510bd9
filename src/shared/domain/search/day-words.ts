import { addDays, monthOf, weekday } from './calendar.ts';
import { readDate } from './date-words.ts';
import { longestPhrase } from './phrase.ts';
import type { WordReader } from './word-reader.ts';

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
  'kemarin lusa': back(2),
  'kemarin dulu': back(2),
  'minggu ini': week(0),
  'this week': week(0),
  'minggu lalu': week(1),
  'minggu kemarin': week(1),
  'last week': week(1),
  'bulan ini': month(0),
  'this month': month(0),
  'bulan lalu': month(1),
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

/** "kemarin", "selasa lalu", "last tuesday", "3 hari lalu", "2 days ago", "5/3", "5-3-2026", "5 maret", "maret 2026". */
export const readDays: WordReader = (words, at, today) => {
  const phrase = longestPhrase(phrases, words, at);
  if (phrase) return meaning(phrase.value(today), phrase.count);
  return readAgo(words, at, today) ?? readWeekday(words, at, today) ?? readWritten(words, at, today);
};

/** A bare weekday is the last one, today included; "last" and "lalu" leave today out. */
const readWeekday: WordReader = (words, at, today) => {
  const last = words[at] === 'last';
  const name = words[last ? at + 1 : at] ?? '';
  const wanted = Object.hasOwn(weekdays, name) ? weekdays[name] : undefined;
  if (wanted === undefined) return null;
  const behind = !last && ['lalu', 'kemarin', 'kemaren'].includes(words[at + 1] ?? '');
  const ago = (weekday(today) - wanted + 7) % 7;
  const days = ago === 0 && (last || behind) ? 7 : ago;
  return meaning(one(addDays(today, -days)), last || behind ? 2 : 1);
};

const readAgo: WordReader = (words, at, today) => {
  const count = /^\d{1,3}$/.test(words[at] ?? '') ? Number(words[at]) : null;
  const unit = words[at + 1] ?? '';
  const days = /^(?:hari|days?)$/.test(unit) ? 1 : /^(?:minggu|pekan|weeks?)$/.test(unit) ? 7 : null;
  if (count === null || days === null) return null;
  const rest = words.slice(at + 2, at + 4);
  const length = rest[0] === 'lalu' || rest[0] === 'ago' ? 3 : rest.join(' ') === 'yang lalu' ? 4 : null;
  return length === null ? null : meaning(one(addDays(today, -count * days)), length);
};

const readWritten: WordReader = (words, at, today) => {
  const date = readDate(words, at, today);
  return date && meaning(date, date.count);
};

function meaning({ from, to }: Days, count: number) {
  return { count, means: { is: 'days', from, to }, told: { as: 'days', from, to } } as const;
}
