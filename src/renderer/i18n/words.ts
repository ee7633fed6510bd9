import i18next, { changeLanguage, use as withModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../shared/contract/settings.ts';
import { words as en } from './en/all.ts';
import { words as id } from './id/all.ts';

/** Indonesian first: what is missing in another language is said in Indonesian. Both are part of the page. */
export async function startWords(language: Language): Promise<void> {
  await withModule(initReactI18next).init({
    lng: language,
    fallbackLng: 'id',
    resources: { id: { translation: id }, en: { translation: en } },
    // React escapes; amounts and names come through as they are.
    interpolation: { escapeValue: false },
    returnNull: false,
    nsSeparator: false,
  });
  document.documentElement.lang = language;
}

export async function speak(language: Language): Promise<void> {
  if (i18next.language === language) return;
  await changeLanguage(language);
  document.documentElement.lang = language;
}
