import { months } from '../../../shared/domain/search/query-days.ts';
import { wallClock } from '../../../shared/domain/zone.ts';

/**
 * Two digits behind the last point or comma are cents, three are thousands; but databases write four ("10275.0000"), or three
 * behind digits that are in no groups ("10275.000") or are grouped by the other sign ("10.275,000").
 */
const cents = /[.,](?:\d{1,2}|\d{4,})$|(?<=^\d{4,})[.,]\d{3}$|(?<=\..*),\d{3}$|(?<=,.*)\.\d{3}$/;

/** Whole rupiah, without a sign: statements write what was taken as a debit or below zero. Null when it is no amount. */
export function readAmount(text: string): number | null {
  if (/\de[+-]?\d/i.test(text)) return null;
  // "Rp." ends with a point of its own.
  const bare = text.replace(/[^\d.,]/g, '').replace(/^[.,]+/, '');
  if (bare === '') return null;
  const whole = bare.replace(cents, '').replace(/[.,]/g, '');
  const amount = Number(whole);
  return Number.isSafeInteger(amount) ? amount : null;
}

/** When a line says it was. `wholeDay`: it names no time of day, and this is its middle. */
export interface LineTime {
  at: number;
  wholeDay: boolean;
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})/;
const named = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4}|\d{2})(?!\d)/i;
const clock = /[T\s](\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?/;
const half = /\d\s*([ap])\.?m\b/i;
const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/;

/** In which order a date has its parts. */
export type DateOrder = 'day_first' | 'month_first';

/** The only order in which this date can be read; null where it can be read in both, names its month, or begins with its year. */
export function orderOf(text: string): DateOrder | null {
  const [, first, second, year] = yearLast.exec(text.trim()) ?? [];
  const [day, month] = [isoDay(year, second, first) !== null, isoDay(year, first, second) !== null];
  return day === month ? null : day ? 'day_first' : 'month_first';
}

/** Days before months, as the country writes them, unless told otherwise or that is no date. Null when it cannot be read. */
export function readTime(text: string, timeZone: string, order: DateOrder = 'day_first'): LineTime | null {
  const said = text.trim();
  const day = dayOf(said, order);
  if (day === null) return null;
  const time = clock.exec(said);
  if (time && zoned.test(said)) {
    const at = Date.parse(said.replace(' ', 'T'));
    return Number.isNaN(at) ? null : { at, wholeDay: false };
  }
  const [said12 = '12', minutes = '00', seconds = '00'] = time ? time.slice(1) : [];
  const hours = hoursOf(said12, half.exec(said)?.[1]);
  const wall = Date.parse(`${day}T${hours.padStart(2, '0')}:${minutes}:${seconds}Z`);
  if (Number.isNaN(wall)) return null;
  const shown = wallClock(wall, timeZone);
  return { at: wall - (Date.parse(`${shown.day}T${shown.time}Z`) - wall), wholeDay: time === null };
}

/** @param named "a" or "p", where the clock has twelve hours */
function hoursOf(said: string, named: string | undefined): string {
  if (named === undefined || Number(said) > 12) return said;
  return String((Number(said) % 12) + (named.toLowerCase() === 'p' ? 12 : 0));
}

function dayOf(text: string, order: DateOrder): string | null {
  const first = yearFirst.exec(text);
  if (first) return isoDay(first[1], first[2], first[3]);
  const [, date, month = '', year = ''] = named.exec(text) ?? [];
  const name = month.toLowerCase();
  if (Object.hasOwn(months, name)) return isoDay(year.padStart(4, '20'), String(months[name]), date);
  const last = yearLast.exec(text);
  if (!last) return null;
  const [dayFirst, monthFirst] = [isoDay(last[3], last[2], last[1]), isoDay(last[3], last[1], last[2])];
  return order === 'day_first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
}

function isoDay(year = '', month = '', day = ''): string | null {
  const said = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = Date.parse(`${said}T00:00:00Z`);
  return !Number.isNaN(read) && new Date(read).toISOString().startsWith(said) ? said : null;
}

export type LineStatus = 'success' | 'failed' | 'open';

const words: ReadonlyArray<[RegExp, LineStatus]> = [
  [
    /gagal|fail|refund|batal|cancel|reject|tolak|revers|expired|kembali|unsucc|(?:tidak|tdk|not)[ _-]?(?:berhasil|sukses|succ)/,
    'failed',
  ],
  [/pend|proses|process|tunggu|wait|queue|antri|belum|unpaid|incomplete|not[ _-]?(?:yet|paid|complete)/, 'open'],
  [/sukses|succe|berhasil|lunas|paid|selesai|complete|^ok$|^done$|^0+$/, 'success'],
];

/** What the provider's word for a status means; null for one that is not known. */
export function readStatus(text: string): LineStatus | null {
  const said = text.trim().toLowerCase();
  return words.find(([pattern]) => pattern.test(said))?.[1] ?? null;
}
