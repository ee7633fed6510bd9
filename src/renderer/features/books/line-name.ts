import type { TFunction } from 'i18next';
import type { BookBy, NamedLine } from '../../../shared/contract/books.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import { hasMessage } from '../../i18n/i18n.ts';
import { shortDay } from './figure-text.ts';

/** What a line of the books is about, in words. */
export function lineName(t: TFunction, by: BookBy, { key, name }: Pick<NamedLine, 'key' | 'name'>, language: Language) {
  switch (by) {
    case 'hour':
      return `${key}:00`;
    case 'day':
      return shortDay(key, language);
    case 'product':
      return name ?? key;
    case 'brand':
      return key === '' ? t('books.noBrand') : key;
    case 'cashier':
      return key === '' ? t('books.nobodyHere') : (name ?? actorName(t, key));
    case 'shift':
      return key === '' ? t('books.noShift') : t('books.shiftNo', { n: key });
  }
}

/** Whoever the log names, in words; another name as it is. */
export function actorName(t: TFunction, actor: string): string {
  return hasMessage(t, 'actors', actor) ? t(`actors.${actor}`) : actor;
}

const most = 28;

/** A long name without its middle: what tells products apart stands at the end. */
export const inLittleRoom = (name: string): string =>
  name.length <= most ? name : `${name.slice(0, 13).trimEnd()}…${name.slice(14 - most).trimStart()}`;
