import type { DateOrder, StatementMapping } from '../../../shared/domain/column-mapping.ts';
import { months } from '../../../shared/domain/search/query-days.ts';
import { cellValue } from '../table/table-file.ts';
import { dayOf, isoDay, onlyOrder } from './statement-values.ts';

type Period = StatementMapping['period'];

const month = `(?:${Object.keys(months)
  .toSorted((one, other) => other.length - one.length)
  .join('|')})(?![a-z])`;
const range = String.raw`\s*(?:s\s*[/.]\s*d\.?|sd|sampai(?: dengan)?|hingga|to|until|through|[-–—~])\s*`;
const date = new RegExp(
  String.raw`(?<![\d/.-])(?:20\d{2}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}([-/.])\d{1,2}\1(?:20)?\d{2}|\d{1,2}[-/. ]{1,2}${month}\.?[-/., ]{1,2}(?:20)?\d{2}(?!\s*${month})|${month}\.? \d{1,2},? 20\d{2}|20\d{6})(?!\d)`,
  'g',
);
/** What stands before a range's end: a day, maybe with its month. */
const openStart = new RegExp(
  String.raw`(?:(?<!\d)(\d{1,2})(?:[-/. ]{1,2}(${month}|\d{1,2}))?|(?<![a-z])(${month})\.? (\d{1,2}))\.?${range}$`,
);
/** "Nov 1 - 30, 2026" */
const daysOfMonth = new RegExp(String.raw`(${month})\.? (\d{1,2})(${range})(\d{1,2}),? (20\d{2})`, 'g');
const namedMonth = new RegExp(
  String.raw`(?<![a-z\d])(?:(${month})${range})?(${month})\.?(?:[-/ ,]*(20\d{2})|[-'’](\d{2}))(?!\d)`,
  'g',
);
const numberedMonth = /(?<![\d/.-])(?:(\d{1,2})[-/](20\d{2})|(20\d{2})[-/]?(\d{2}))(?![\d/.-])/g;

const label = /(?<![a-z])(?:periode|period|bulan|month)(?![a-z])/;
const fromLabel = /^(?:(?:tanggal|tgl\.?|date|periode|period) )?(?:dari|mulai|awal|from|start|begin)\b/;
const toLabel =
  /^(?:(?:tanggal|tgl\.?|date|periode|period) )?(?:s\s*[/.]\s*d|sd|sampai|hingga|akhir|to|until|through|end)\b/;
const continued = /^(?:[-–—]|\d)/;
const title =
  /mutasi|laporan|rekap|statement|transaksi|transaction|rekening|penjualan|history|riwayat|report|tagihan|invoice|billing/;
/** Dates of other things: when the file was made, and of which day a balance is. */
const otherDates = /(?:di)?cetak|print|unduh|download|ekspor|export|dibuat|generated|created|saldo|balance/;
const everything = /^(?:all|semua|seluruh(?:nya)?|[-–—\s]*)$/;

const plainText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\d{1,2}:\d{2}(?::\d{2})?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const textOf = (row: readonly string[]): string => plainText(row.map(cellValue).filter(Boolean).join(' '));

/**
 * The period that the rows above a table name; null: none does.
 * @param order of its dates where they do not show it
 */
export function periodIn(rows: readonly string[][], order: DateOrder | null = null): Period {
  const texts = rows.map(textOf);
  const named = texts.flatMap((text, at) => (label.test(text) ? [namedPeriod(text, texts[at + 1] ?? '', order)] : []));
  const others = texts.filter((text) => !otherDates.test(text));
  return (
    named.find((each) => each !== null) ??
    betweenRows(others, order) ??
    others.flatMap((text) => daysIn(text, order) ?? monthsIn(text, 'title') ?? [])[0] ??
    null
  );
}

/** Whether rows name a period that `periodIn` cannot read. */
export function hasUnreadPeriod(rows: readonly string[][], order: DateOrder | null = null): boolean {
  if (periodIn(rows, order) !== null) return false;
  return rows.some((row) => {
    const text = textOf(row);
    const [first = ''] = row.map(cellValue).filter(Boolean).map(plainText);
    const [words] = /^(?:[a-z]+ )?(?:periode|period|bulan|month)(?![a-z])/.exec(first) ?? [];
    if (words !== undefined) {
      const rest = text.slice(words.length).replace(/^[\s:=]+/, '');
      return !everything.test(rest) && (/^\s*(?:[:=]|$)/.test(first.slice(words.length)) || /\d/.test(rest));
    }
    return fromLabel.test(text) && text.search(date) >= 0 && !otherDates.test(text);
  });
}

/** Of a row that says "period" or "month"; its end, or its year, may stand in the next row. */
function namedPeriod(row: string, next: string, order: DateOrder | null): Period {
  const [text = ''] = row.slice(row.search(label)).split(otherDates);
  const more = toLabel.test(next) || continued.test(next) ? `${text} - ${next}` : text;
  const dated = daysIn(more, order) ?? daysIn(text, order);
  if (dated) return dated;
  const withYear = /^(?:tahun|year|thn)\b/.test(next) ? `${text} ${next}` : text;
  const whole = monthsIn(withYear, 'named');
  if (whole) return whole;
  const [day, ...others] = datesIn(text, order);
  return day && others.length === 0 ? { from: day, to: day } : null;
}

/** The first day in one row and the last one in a row below. */
function betweenRows(texts: readonly string[], order: DateOrder | null): Period {
  const from = texts.findIndex((text) => fromLabel.test(text));
  const to = texts.findIndex((text, at) => at > from && toLabel.test(text));
  return from < 0 || to < 0 ? null : daysIn(`${texts[from]} - ${texts[to]}`, order);
}

function datesIn(text: string, order: DateOrder | null): (string | null)[] {
  const written = Array.from(text.matchAll(date), ([each]) => plainDate(each));
  const dateOrder = onlyOrder(written) ?? order ?? 'day_first';
  return written.map((each) => dayOf(each, dateOrder));
}

const plainDate = (text: string): string =>
  /[a-z]/.test(text)
    ? text.replace(/[-/.,\s]+/g, ' ')
    : text.replace(/^(\d{4})(\d{2})(\d{2})$/, (_, year, number, day) => `${year}-${number}-${day}`);

/** From the first day to the last one of a text that names two; the first may lack its month or its year. */
function daysIn(source: string, order: DateOrder | null): Period {
  const text = withoutWords(source).replace(daysOfMonth, '$1 $2$3$1 $4, $5');
  const days = datesIn(text, order);
  const [to] = days;
  if (days.length === 1 && to) return withStart(text.slice(0, text.search(date)), to);
  const sorted = days.flatMap((day) => day ?? []).toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return sorted.length > 1 && first !== undefined && last !== undefined ? { from: first, to: last } : null;
}

const withoutWords = (text: string): string =>
  text
    .replace(/(?<![a-z])(?:tahun|year|thn|tanggal|tgl|date|dari|from|mulai|antara|between)(?![a-z])[ :=.]*/g, '')
    .replace(/\s+/g, ' ');

function withStart(before: string, to: string): Period {
  const [, day, monthBehind, monthBefore, dayBehind] = openStart.exec(before) ?? [];
  const start = day ?? dayBehind;
  if (start === undefined) return null;
  const number = numberOf(monthBehind ?? monthBefore) ?? to.slice(5, 7);
  const year = Number(to.slice(0, 4));
  const from = [year, year - 1].map((each) => isoDay(`${each}`, number, start)).find((each) => each && each <= to);
  return from ? { from, to } : null;
}

/** @param name of a month, or its number */
function numberOf(name: string | undefined): string | null {
  if (name === undefined) return null;
  return Object.hasOwn(months, name) ? `${months[name]}` : name;
}

/** Whole months. "title": only of a text that is a title, or the month alone. */
function monthsIn(source: string, kind: 'named' | 'title'): Period {
  const text = withoutWords(source);
  const months = Array.from(text.matchAll(namedMonth), ([, start, name, long, short]) => {
    const year = Number(long ?? `20${short}`);
    const [first, last] = [Number(numberOf(start) ?? numberOf(name)), Number(numberOf(name))];
    return { from: dayOne(first > last ? year - 1 : year, first), to: lastDay(year, last) };
  });
  const isTitle = title.test(text) || text.replace(namedMonth, '').replace(new RegExp(range, 'g'), '') === '';
  const numbers =
    kind === 'title'
      ? []
      : Array.from(text.matchAll(numberedMonth), ([, one, year, before = '', behind]) => {
          const [of, number] = [Number(year ?? before), Number(one ?? behind)];
          return { from: dayOne(of, number), to: lastDay(of, number) };
        });
  const all = kind === 'title' && !isTitle ? [] : [...months, ...(months.length === 0 ? numbers : [])];
  const [from, to] = [
    all.map((each) => each.from).toSorted()[0],
    all
      .map((each) => each.to)
      .toSorted()
      .at(-1),
  ];
  return from && to ? { from, to } : null;
}

const dayOne = (year: number, number: number): string => isoDay(`${year}`, `${number}`, '1') ?? '';
const lastDay = (year: number, number: number): string =>
  ['31', '30', '29', '28'].map((day) => isoDay(`${year}`, `${number}`, day)).find((day) => day !== null) ?? '';
