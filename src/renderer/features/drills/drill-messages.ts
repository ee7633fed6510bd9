import i18next from 'i18next';
import { useEffect, useState } from 'react';
import type { Language } from '../../../shared/domain/preferences.ts';
import { useLanguage } from '../../state/settings.ts';

/** Read when somebody drills: nobody else needs them. */
const wordsOf = {
  id: async () => (await import('../../i18n/id/drills.json')).default,
  en: async () => (await import('../../i18n/en/drills.json')).default,
} as const satisfies Record<Language, unknown>;

/** Whether the drills' words are there in the language of the screen. */
export function useDrillWords(): boolean {
  const language = useLanguage();
  const [read, setRead] = useState<Language | null>(null);
  useEffect(() => {
    const bring = async (): Promise<void> => {
      i18next.addResourceBundle(language, 'translation', await wordsOf[language](), true, true);
      setRead(language);
    };
    void bring();
  }, [language]);
  return read === language;
}
