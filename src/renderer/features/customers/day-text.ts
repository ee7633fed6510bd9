import type { Language } from '../../../shared/domain/preferences.ts';

/** A day of the calendar in words: "20 November 2027". @param day YYYY-MM-DD, of no time zone */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'id' ? 'id-ID' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
