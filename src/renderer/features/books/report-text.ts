import type { BookBy, NamedLine } from '../../../shared/contract/ledger.ts';
import { isCustomerService } from '../../../shared/domain/cash-service.ts';
import { type CashServiceSum, nonZeroSums, totalOf } from '../../../shared/domain/cash-service-sums.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import type { Shift } from '../../../shared/domain/shift.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { hasMessage } from '../../i18n/i18n.ts';
import { timeText } from '../../i18n/time-text.ts';
import type { TFunction } from '../../i18n/translation.ts';
import type { Measure } from './books-store.ts';

/** "98,5%", with the language's own comma; null while nothing was tried. A rate below one is never rounded up to 100%. */
export function rateText(rate: number | null, language: Language): string | null {
  if (rate === null) return null;
  const cappedRate = rate < 1 ? Math.min(rate, 0.999) : rate;
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(cappedRate);
}

/** A number of sales, with the language's own separators. Amounts of rupiah are written alike in all languages. */
export const countText = (count: number, language: Language): string => new Intl.NumberFormat(language).format(count);

/** A formatted amount; null for an unknown one. */
export const amountText = (amount: number | null): string | null => (amount === null ? null : formatRupiah(amount));

/** A value of a chart in full; empty for an unknown one. */
export function measureText(value: number | null, measure: Measure, language: Language): string {
  return measure === 'count' ? countText(value ?? 0, language) : (amountText(value) ?? '');
}

const thousands = { id: 'rb', en: 'k' } as const;
const millions = { id: 'jt', en: 'm' } as const;
const billions = { id: 'M', en: 'bn' } as const;

/** "1,2 jt": an amount where there is room for a few letters only. Below a thousand as it is. */
export function shortAmount(amount: number, language: Language): string {
  const size = Math.abs(amount);
  const [unit, name] =
    size >= 999_500_000
      ? [1_000_000_000, billions[language]]
      : size >= 999_500
        ? [1_000_000, millions[language]]
        : size >= 1000
          ? [1000, thousands[language]]
          : [1, ''];
  const digits = unit > 1 && size / unit < 99.95 ? 1 : 0;
  const text = new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(amount / unit);
  return name === '' ? text : `${text}\u00a0${name}`;
}

/** "Jum 20/11": a day in little room. */
export function shortDay(day: string, language: Language): string {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const [, month, date] = day.split('-');
  return `${weekday.format(Date.parse(`${day}T00:00:00Z`))} ${date}/${month}`;
}

/** "1 Nov": the first of a month on an axis of many days */
export function monthStart(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  return `${Number(day.slice(8))} ${format.format(Date.parse(`${day}T00:00:00Z`))}`;
}

/** "Nov 2026" */
function shortMonth(month: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return format.format(Date.parse(`${month}-01T00:00:00Z`));
}

/** The name of a line of the books. */
export function lineName(t: TFunction, by: BookBy, { key, name }: Pick<NamedLine, 'key' | 'name'>, language: Language) {
  switch (by) {
    case 'hour':
      return `${key}:00`;
    case 'day':
      return shortDay(key, language);
    case 'month':
      return shortMonth(key, language);
    case 'product':
      return name ?? key;
    case 'brand':
      return key === '' ? t('books.noBrand') : key;
    case 'cashier':
      return key === '' ? t('books.nobodyHere') : (name ?? actorName(t, key));
    case 'counter':
      return name ?? key;
    case 'shift':
      // At an office it is named: numbers are a counter's own.
      return key === '' ? t('books.noShift') : (name ?? t('books.shiftNo', { n: key }));
  }
}

/** An actor of the log, in words; a person's name as it is. */
export function actorName(t: TFunction, actor: string): string {
  return hasMessage(t, 'actors', actor) ? t(`actors.${actor}`) : actor;
}

/**
 * "27/11 07:58 – 21:05": from when to when a shift was open. The day of its end stands there only where it is another one.
 * @param whenText writes a time with its day
 */
export function shiftSpan(
  { openedAt, closed }: Pick<Shift, 'openedAt' | 'closed'>,
  zone: string,
  whenText: (iso: string) => string,
): string {
  const opened = whenText(openedAt);
  if (closed === null) return opened;
  const dayOf = (iso: string): string => wallClock(Date.parse(iso), zone).day;
  return `${opened} – ${dayOf(openedAt) === dayOf(closed.at) ? timeText(closed.at, zone) : whenText(closed.at)}`;
}

/** Who opened a shift, and who closed it where that was somebody else. */
export function shiftPeople(t: TFunction, { openedBy, closed }: Pick<Shift, 'openedBy' | 'closed'>): string {
  const people = new Set([openedBy, closed?.by ?? openedBy]);
  return [...people].map((actor) => actorName(t, actor)).join(', ');
}

const maxLetters = 28;

/** A long name without its middle: the distinguishing part of a product's name comes last. */
export const shortenName = (name: string): string =>
  name.length <= maxLetters ? name : `${name.slice(0, 13).trimEnd()}…${name.slice(14 - maxLetters).trimStart()}`;

/** What was passed on for customers, by service and together, and the fees, which are earned. */
export function serviceRows(t: TFunction, sums: readonly CashServiceSum[]): [label: string, amount: number][] {
  const ofCustomers = nonZeroSums(sums.filter(({ kind }) => isCustomerService(kind)));
  const { amount, fee } = totalOf(sums);
  return [
    ...ofCustomers.map(({ kind, count, amount: passedOn }): [string, number] => [
      `${t(`cashServices.kind.${kind}`)} (${count})`,
      passedOn,
    ]),
    [t('cashServices.books.amount'), amount],
    [t('cashServices.books.fee'), fee],
  ];
}
