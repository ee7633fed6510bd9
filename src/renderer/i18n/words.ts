import i18next, { changeLanguage, use as withModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../shared/domain/language.ts';

/** Each language is whole by its type, so a page needs the words of one. */
const wordsOf = {
  id: async () => (await import('./id/all.ts')).words,
  en: async () => (await import('./en/all.ts')).words,
} as const satisfies Record<Language, unknown>;

/** Resolves when the shop's language is there to be spoken. */
export async function startWords(language: Language): Promise<void> {
  await withModule(initReactI18next).init({
    lng: language,
    fallbackLng: language,
    resources: { [language]: { translation: await wordsOf[language]() } },
    // React escapes; amounts and names come through as they are.
    interpolation: { escapeValue: false },
    returnNull: false,
    nsSeparator: false,
  });
  document.documentElement.lang = language;
}

/** Changes the language, once its words are there; until then the page stays as it is. */
export async function speak(language: Language): Promise<void> {
  if (i18next.language === language) return;
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await wordsOf[language]());
  }
  await changeLanguage(language);
  document.documentElement.lang = language;
}
