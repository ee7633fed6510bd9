import type { DateOrder, StatementColumns, StatementMapping } from '../../../shared/domain/column-mapping.ts';
import { months } from '../../../shared/domain/search/query-days.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { readAmount } from '../table/amount.ts';
import { maskOf } from './statement-numbers.ts';
import { isLikeStatus } from './statement-status.ts';

/** The time of a line. `wholeDay`: it has no time of day; `at` is noon. */
interface LineTime {
  at: number;
  wholeDay: boolean;
}

const yearBefore = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
/** Two digits before a point or a colon and digits are the hour of a date without a year. */
const anyOrder = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}(?!\d)|\d{2}(?!\d|[:.]\d))/;
const monthNamed = /^(\d{1,2})[-/. ]?([a-z]{3,9})\.?[-/ ]?(\d{4}(?!\d)|\d{2}(?!\d|[:.]\d))/i;
const dashBeforeClock = /^(\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3,9})(?:[-/. ]\d{4})?)-(?=\d{1,2}[:.]\d{2})/i;
const clock = /[T\s](\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?/;
const half = /\d\s*([ap])\.?m\b/i;
const zoned = /:\d{2}(?:\.\d+)?\s*(?:(Z)|([+-])(\d{2}):?(\d{2}))$/;
const weekday = /^(?:sen|sel|rab|kam|jum|sab|min|aha|mon|tue|wed|thu|fri|sat|sun)[a-z'’`]*\.?(?:,\s*|\s+)/i;
const withoutWeekday = (text: string): string => text.trim().replace(weekday, '');
/** Hours ahead of UTC. */
const namedZones: Readonly<Record<string, number>> = { utc: 0, gmt: 0, wib: 7, wita: 8, wit: 9 };
const zoneNamed = /[\s\d(](utc|gmt|wib|wita|wit)(?:\s*([+-])(\d{1,2})(?::?(\d{2}))?)?(?:\)| \([^()]*\))?$/i;
/** A spreadsheet's days since 1899-12-30, from 2000 to 2099. */
const serial = /^(\d{5})([.,]\d+)?$/;
const firstSerial = 36_526;
const lastSerial = 73_050;
const serialOf1970 = 25_569;

/** Two digits name a year from here to 2079. No statement is older, so an earlier one shows that the order is another. */
const firstShortYear = 20;
const lastShortYear = 79;

const dateOrders = ['day_first', 'month_first', 'year_first'] as const satisfies readonly DateOrder[];

/** The only order in which this date is valid; null if several are, if it names its month, or if it begins with the year. */
export function orderOf(text: string): DateOrder | null {
  const valid = dateOrders.filter((order) => numericDay(withoutWeekday(text), order) !== null);
  return valid.length === 1 ? (valid[0] ?? null) : null;
}

/** Whether the order of the parts decides which day it is. */
export function needsOrder(text: string): boolean {
  const days = dateOrders.map((order) => numericDay(withoutWeekday(text), order)).filter((day) => day !== null);
  return new Set(days).size > 1;
}

type Period = StatementMapping['period'];

const compact = /^(20\d{2})(\d{2})(\d{2})(?:[T ]?(\d{2})(\d{2})(\d{2})?)?$/;

/**
 * Parses a time; day before month and month before day stand in for each other where only one is a date. Null if it is no time.
 * @param period gives a date without a year its year
 */
export function readTime(
  text: string,
  timeZone: string,
  order: DateOrder = 'day_first',
  period: Period = null,
): LineTime | null {
  const trimmed = withoutWeekday(text)
    .replace(dashBeforeClock, '$1 ')
    .replace(compact, (_, year, month, day, hour?: string, minutes?: string, seconds = '00') =>
      hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day} ${hour}:${minutes}:${seconds}`,
    );
  const days = serial.exec(trimmed);
  if (days) return ofSerial(Number(`${days[1]}${days[2]?.replace(',', '.') ?? ''}`), timeZone);
  const day = dayOf(trimmed, order) ?? dayWithin(trimmed, period);
  if (day === null) return null;
  const time = clock.exec(trimmed);
  const [hour = '12', minutes = '00', seconds = '00'] = time ? time.slice(1) : [];
  const hours = toHour24(hour, half.exec(trimmed)?.[1]);
  const wall = Date.parse(`${day}T${hours.padStart(2, '0')}:${minutes}:${seconds}Z`);
  if (Number.isNaN(wall)) return null;
  const ahead = time ? aheadOfUtc(trimmed) : null;
  return { at: ahead === null ? instantOf(wall, timeZone) : wall - ahead, wholeDay: time === null };
}

/** A clock's reading and nothing else; a zone's name may follow. */
const clockAlone = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?\s*\(?(?:wib|wita|wit)?\)?$/i;
/** A spreadsheet's fraction of a day. */
const fraction = /^0?[.,]\d+$/;
const midnight = /[T\s]0{1,2}[:.]00(?:[:.]00(?:\.0+)?)?$/;
const daySeconds = 86_400;

/** Seconds since midnight of a time of day; null if it is none. */
function secondsOf(text: string): number | null {
  const trimmed = text.trim();
  if (fraction.test(trimmed))
    return Math.round(Number(`0${trimmed.replace(/^0?[.,]/, '.')}`) * daySeconds) % daySeconds;
  const [, hour, minutes, seconds = '0', noon] = clockAlone.exec(trimmed) ?? [];
  if (hour === undefined) return null;
  const [hours, more] = [Number(toHour24(hour, noon?.[0])), Number(minutes) * 60 + Number(seconds)];
  return hours < 24 && Number(minutes) < 60 && Number(seconds) < 60 ? hours * 3600 + more : null;
}

/**
 * A line's time whose date and time of day stand in two cells, as one text for `readTime`. A date that has a time of day of its own keeps
 * it, and beside what is no time of day it stays a whole day.
 */
export function joinTime(date: string | null, timeOfDay: string | null): string | null {
  const seconds = timeOfDay === null ? null : secondsOf(timeOfDay);
  if (date === null || timeOfDay === null || seconds === null) return date;
  const day = date.trim().replace(midnight, '');
  if (clock.test(day) || /^\d{5}[.,]\d+$/.test(day)) return date;
  const at = serial.test(day) ? ofSerial(Number(day), 'UTC')?.at : undefined;
  const written = at === undefined ? day : new Date(at).toISOString().slice(0, 10);
  const zone = zoneNamed.exec(timeOfDay.trim())?.[1] ?? '';
  return `${written} ${new Date(seconds * 1000).toISOString().slice(11, 19)} ${zone}`.trimEnd();
}

const balance =
  /^(?:(?:sisa )?saldo(?:$|[ :]+(?:awal|akhir|pembuka|penutup|sebelum|terakhir|pindah|per ))|(?:opening|closing|beginning|ending|starting|initial|final|previous) balance|balance(?:$|[ :]+(?:brought|carried|b\/?f\b|c\/?f\b)))/i;
const total =
  /^(?:(?:grand|sub) ?)?total\b(?! (?:bayar|harga))|^jumlah(?:$| total)|^mutasi (?:debe?t|debit|kredit|credit)\b/i;

const plainBalance =
  /^(?:(?:sisa )?saldo (?:awal|akhir|pembuka|penutup|sebelumnya|terakhir|pindahan)|(?:opening|closing|beginning|ending|starting|initial|final|previous) balance|balance (?:brought forward|carried forward|b\/?f|c\/?f))(?: (?:per )?[\d/.:-]+)*$/i;

const plainLabel = (cell: string): string =>
  cell
    .trim()
    .replace(/[\s_]+/g, ' ')
    .replace(/ ?:$/, '');

/** Whether a cell says nothing but that its row is a balance, whatever its columns hold. */
export const isPlainBalance = (cell: string): boolean => plainBalance.test(plainLabel(cell));

/** Whether a cell names its row as a balance or a total, which is no transaction. Credit of a wallet, "Saldo DANA 50.000", is none. */
export function isSummaryLabel(cell: string): boolean {
  const label = plainLabel(cell);
  return balance.test(label) || total.test(label);
}

/** Whether a text is that of a page's foot. */
export const isFootnote = (text: string): boolean =>
  /^(?:(?:halaman|hal\.?|page) \d{1,4}(?!\d)|dicetak\b|printed\b)/i.test(text.trim());

/** How far the zone that ends a time is ahead, in ms; null: it names none. */
function aheadOfUtc(text: string): number | null {
  const [zone, name = '', sign, hours = 0, minutes = 0] = zoned.exec(text) ?? zoneNamed.exec(text) ?? [];
  if (zone === undefined) return null;
  const more = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return ((namedZones[name.toLowerCase()] ?? 0) * 60 + more) * minuteMs;
}

function ofSerial(days: number, timeZone: string): LineTime | null {
  if (days < firstSerial || days > lastSerial) return null;
  const wholeDay = Number.isInteger(days);
  const wall = Math.round((days - serialOf1970 + (wholeDay ? 0.5 : 0)) * 86_400) * 1000;
  return { at: instantOf(wall, timeZone), wholeDay };
}

/** @param wall a wall clock's reading as if it were UTC */
function instantOf(wall: number, timeZone: string): number {
  const clock = wallClock(wall, timeZone);
  return wall - (Date.parse(`${clock.day}T${clock.time}Z`) - wall);
}

/** @param half "a" or "p" of a twelve-hour clock */
function toHour24(hour: string, half: string | undefined): string {
  if (half === undefined || Number(hour) > 12) return hour;
  return String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
}

const yearless = /^(\d{1,2})[-/.](\d{1,2})(?![-/.\d])/;
const yearlessNamed = /^(?:(\d{1,2})[ -]([a-z]{3,9})|([a-z]{3,9})\.? (\d{1,2}))(?![a-z\d]|[-.,\s]*\d{4})/i;

/** The day of a date without a year, day first, in its period. */
function dayWithin(text: string, period: Period): string | null {
  if (period === null) return null;
  const named = yearlessNamed.exec(text);
  const month = (named?.[2] ?? named?.[3] ?? '').toLowerCase();
  const [, date, digits] = named
    ? ['', named[1] ?? named[4], Object.hasOwn(months, month) ? String(months[month]) : undefined]
    : (yearless.exec(text) ?? []);
  if (date === undefined || digits === undefined) return null;
  const days = [period.from, period.to].map((day) => isoDay(day.slice(0, 4), digits, date));
  return days.find((day) => day !== null && day >= period.from && day <= period.to) ?? null;
}

/** A leap year, which has every day. */
const anyYear = { from: '2024-01-01', to: '2024-12-31' };

/** Whether a date lacks nothing but its year. */
export const lacksYear = (text: string): boolean =>
  readTime(text, 'UTC') === null && readTime(text, 'UTC', 'day_first', anyYear) !== null;

/** The order that some of these dates show, if no other shows another one. */
export function onlyOrder(dates: readonly string[]): DateOrder | null {
  const [only, ...more] = new Set(dates.flatMap((date) => orderOf(date) ?? []));
  return more.length === 0 ? (only ?? null) : null;
}

const monthBefore = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?!\d)/i;

/** The day of a date that has a year; null: it is none. */
export function dayOf(text: string, order: DateOrder): string | null {
  const first = yearBefore.exec(text);
  if (first) return isoDay(first[1], first[2], first[3]);
  const american = monthBefore.exec(text);
  const [, date, month = '', year = ''] = american
    ? ['', american[2], american[1], american[3]]
    : (monthNamed.exec(text) ?? []);
  const name = month.toLowerCase();
  if (Object.hasOwn(months, name)) return isoDay(year.padStart(4, '20'), String(months[name]), date);
  if (order === 'year_first') return numericDay(text, order);
  return numericDay(text, order) ?? numericDay(text, order === 'day_first' ? 'month_first' : 'day_first');
}

/** The day of a date whose parts are all numbers and whose year is not named first with four digits. */
function numericDay(text: string, order: DateOrder): string | null {
  const [, one = '', two = '', three = ''] = anyOrder.exec(text) ?? [];
  switch (order) {
    case 'day_first':
      return isoDay(longYear(three), two, one);
    case 'month_first':
      return isoDay(longYear(three), one, two);
    case 'year_first':
      return three.length === 2 ? isoDay(longYear(one), two, three) : null;
  }
}

function longYear(year: string): string {
  if (year.length === 4) return year;
  return Number(year) >= firstShortYear && Number(year) <= lastShortYear ? `20${year}` : '';
}

/** YYYY-MM-DD; null: there is no such day. */
export function isoDay(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(read) && new Date(read).toISOString().startsWith(date) ? date : null;
}

/** Whether a cell holds a time of day and nothing else. */
export const isTimeOfDay = (text: string): boolean => secondsOf(text) !== null;

const all =
  (is: (value: string) => boolean) =>
  (values: readonly string[]): boolean => {
    const filled = values.map((value) => value.trim().replace(/^'/, '')).filter((value) => value !== '');
    return filled.length > 0 && filled.every(is);
  };

/** Larger numbers are ids rather than prices. */
const maxGuessedAmount = 10_000_000;

/** Whether the values of a column without a name can be those of a field. An id looks like nothing else: it is never guessed. */
export const guessByValues: Readonly<
  Record<'timeOfDay', (values: readonly string[]) => boolean> &
    Partial<Record<keyof StatementColumns, (values: readonly string[]) => boolean>>
> = {
  customerNo: all((value) => /^(?:\+?62|0)\d{8,13}$/.test(value) || maskOf(value) !== null),
  amount: all(
    (value) =>
      /^(?:rp\.?\s*)?-?\d{1,3}(?:[.,]?\d{3})+(?:[.,]\d{2})?$/i.test(value) &&
      (readAmount(value, 'comma') ?? readAmount(value, 'point') ?? { amount: maxGuessedAmount }).amount <
        maxGuessedAmount,
  ),
  // One unknown word among them is asked about rather than a column left out.
  status: (values) =>
    all((value) => !/\d/.test(value))(values) && values.filter(isLikeStatus).length * 2 >= values.length,
  time: all((value) => readTime(value, 'UTC') !== null && !serial.test(value)),
  timeOfDay: all((value) => secondsOf(value) !== null),
};

/** How the times of a statement are read. */
interface TimeReading {
  order: DateOrder;
  /** false: the pairs fit another order as well */
  orderKnown: boolean;
  /** null: none of the pairs has a time of day, or they do not agree */
  offsetMs: number | null;
}

/** A line and the sale with the same id: the line's time as it is written, and the sale's in ms since 1970. */
interface Pair {
  text: string;
  at: number;
}

const minuteMs = 60_000;
/** Clocks are apart by half hours, and providers take minutes. */
const stepMs = 30 * minuteMs;
const agreeMs = 20 * minuteMs;
/** No two clocks on earth are further apart, and the provider took less than half an hour for most sales. */
const maxApartMs = 14.5 * 60 * minuteMs;
/** Noon stands for a whole day, in whichever zone. */
const maxDaysApartMs = 27 * 60 * minuteMs;
/** How many of the pairs must agree on the offset. */
const agreeingShare = 2 / 3;
const minPairs = 2;

/**
 * Learns the order of the dates, and how far the clock is ahead, from lines whose sale is known by its id.
 * @returns null if they fit no order
 */
export function learnTimes(pairs: readonly Pair[], timeZone: string, period: Period = null): TimeReading | null {
  const readings = dateOrders.map((order) => ({ order, apart: differences(pairs, timeZone, order, period) }));
  const [best, next] = readings.toSorted((one, other) => other.apart.length - one.apart.length);
  if (!best || best.apart.length === 0) return null;
  // Dates such as 05/05 fit every order alike: the usual one is the first.
  const orderKnown = best.apart.length > (next?.apart.length ?? 0);
  return { order: best.order, orderKnown, offsetMs: commonOffset(best.apart) };
}

interface Apart {
  ms: number;
  wholeDay: boolean;
}

/** How far each line is ahead of its sale; without lines that are too far for that order to be right. */
function differences(pairs: readonly Pair[], timeZone: string, order: DateOrder, period: Period): Apart[] {
  return pairs.flatMap(({ text, at }) => {
    const time = readTime(text, timeZone, order, period);
    if (!time) return [];
    const { wholeDay } = time;
    const ms = time.at - at;
    return Math.abs(ms) <= (wholeDay ? maxDaysApartMs : maxApartMs) ? [{ ms, wholeDay }] : [];
  });
}

function commonOffset(apart: readonly Apart[]): number | null {
  const timed = apart.filter(({ wholeDay }) => !wholeDay).map(({ ms }) => ms);
  const median = timed.toSorted((one, other) => one - other)[Math.floor(timed.length / 2)];
  if (median === undefined || timed.length < minPairs) return null;
  const agreeing = timed.filter((ms) => Math.abs(ms - median) <= agreeMs).length;
  return agreeing >= timed.length * agreeingShare ? Math.round(median / stepMs) * stepMs : null;
}

const minHints = 3;

/**
 * The offset by which most lines would fit a sale of their number and amount. Only a hint: nothing is matched by it.
 * @param apart how far lines without a match are ahead of the sales that they would fit, in ms
 * @param lines how many there are
 * @returns minutes; null if too few agree
 */
export function likelyOffset(apart: readonly number[], lines: number): number | null {
  const steps = Map.groupBy(apart, (ms) => Math.round(ms / stepMs));
  steps.delete(0);
  const [bestStep] = [...steps].toSorted(([, one], [, other]) => other.length - one.length);
  if (!bestStep || bestStep[1].length < minHints || bestStep[1].length < lines / 2) return null;
  return (bestStep[0] * stepMs) / minuteMs;
}
