import i18next, { changeLanguage, type TFunction, use as withModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { BackupError } from '../../shared/contract/backups.ts';
import type { KonterError } from '../../shared/contract/errors.ts';
import type { Language } from '../../shared/domain/preferences.ts';
import { messageName } from './error-reasons.ts';
import type { Messages } from './id/messages.ts';

/** Loaded one by one: a page needs one language, and each is complete by its type. */
const loadMessages = {
  id: async () => (await import('./id/messages.ts')).messages,
  en: async () => (await import('./en/messages.ts')).messages,
} as const satisfies Record<Language, unknown>;

/** Resolves when the messages of the shop's language are loaded. */
export async function startI18n(language: Language): Promise<void> {
  await withModule(initReactI18next).init({
    lng: language,
    fallbackLng: language,
    resources: { [language]: { translation: await loadMessages[language]() } },
    // React escapes; amounts and names come through as they are.
    interpolation: { escapeValue: false },
    returnNull: false,
    nsSeparator: false,
  });
  document.documentElement.lang = language;
}

/** Changes the language once its messages are loaded; until then the page stays as it is. */
export async function switchLanguage(language: Language): Promise<void> {
  if (i18next.language === language) return;
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await loadMessages[language]());
  }
  await changeLanguage(language);
  document.documentElement.lang = language;
}

/** The part of the messages at a path, as "printing.go". */
type Section<Tree, Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? First extends keyof Tree
    ? Section<Tree[First], Rest>
    : never
  : Path extends keyof Tree
    ? Tree[Path]
    : never;

/**
 * Whether a section, such as "actors", has a message of this name. Both languages have the same keys, so the loaded one
 * decides.
 */
export function hasMessage<Path extends string>(
  t: TFunction,
  section: Path,
  name: string | undefined,
): name is Extract<keyof Section<Messages, Path>, string> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- whether it is one of the keys is the question
  return name !== undefined && t(`${section}.${name}` as 'errors.why.other', { defaultValue: '' }) !== '';
}

/** A number for a message with plurals: `count` chooses the form, `n` is how the language writes it ("20.000", "20,000"). */
export const plural = (count: number): { count: number; n: string } => ({
  count,
  n: new Intl.NumberFormat(i18next.language ?? 'id').format(count),
});

/** "0,1" in Indonesian, "0.1" in English. */
export const oneDecimal = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

export interface ErrorWords {
  title: string;
  /** why, the provider's message, what to do */
  lines: string[];
}

/** Why, and what to do where the why does not say it; nothing for a reason that has no messages. */
export function reasonLines(t: TFunction, reason: string | undefined): string[] {
  return [reasonText(t, 'why', reason), reasonText(t, 'do', reason)].filter((text) => text !== '');
}

/** "" where the reason says nothing of this part. */
function reasonText(t: TFunction, slot: 'title' | 'why' | 'do', reason = ''): string {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- whether it is one of the keys is the question
  return t(`errors.${slot}.${messageName(slot, reason)}` as 'errors.why.other', { defaultValue: '' });
}

/** An error in the shop's language: first the money, then why (its reason, where it has one), then what to do. */
export function errorWords(t: TFunction, error: KonterError): ErrorWords {
  const { code, reason, providerMessage, cutOff, counter } = error;
  const [why, ...act] = reasonLines(t, reason);
  return {
    title: reasonText(t, 'title', reason) || t(`errors.title.${code}`),
    lines: [
      why ?? t(`errors.why.${code}`),
      ...(counter ? [t('errors.atCounter', { counter: counter.name })] : []),
      ...(cutOff
        ? [
            t('errors.cutOffWindow', {
              start: cutOff.start.slice(0, 5),
              end: cutOff.end.slice(0, 5),
              zone: cutOff.timeZone,
            }),
          ]
        : []),
      ...(providerMessage ? [t('outcome.providerSays', { message: providerMessage })] : []),
      ...(why === undefined ? [t(`errors.do.${code}`)] : act),
    ],
  };
}

/** Why a backup failed: its disk and its folder are others than those of the sales. */
export const backupErrorText = (t: TFunction, error: BackupError): string =>
  error === 'disk_full' || error === 'read_only' ? t(`backup.errors.${error}`) : t(`errors.why.${error}`);
