import type { BackupError } from '../../shared/contract/backups.ts';
import type { KonterError } from '../../shared/contract/errors.ts';
import type { Language } from '../../shared/domain/preferences.ts';
import { messageName } from './error-reasons.ts';
import type { Messages } from './id/messages.ts';
import type { MessageTree } from './merge-messages.ts';
import { speak, type TFunction, Translation, translation } from './translation.ts';

/** Loaded one by one: a page needs one language, and each is complete by its type. */
const firstMessages = {
  id: async () => (await import('./id/first-messages.ts')).firstMessages,
  en: async () => (await import('./en/first-messages.ts')).firstMessages,
} as const satisfies Record<Language, unknown>;

const laterMessages = {
  id: async () => (await import('./id/later-messages.ts')).laterMessages,
  en: async () => (await import('./en/later-messages.ts')).laterMessages,
} as const satisfies Record<Language, unknown>;

/** Something of each language, loaded once. A load that failed is tried again by the next who needs it. */
class ByLanguage<T> {
  readonly #load: (language: Language) => Promise<T>;
  readonly #loading = new Map<Language, Promise<T>>();

  constructor(load: (language: Language) => Promise<T>) {
    this.#load = load;
  }

  of(language: Language): Promise<T> {
    const loading = this.#loading.get(language) ?? this.#load(language);
    this.#loading.set(language, loading);
    void loading.catch(() => this.#loading.delete(language));
    return loading;
  }
}

const translations = new ByLanguage(async (language) => new Translation(language, await firstMessages[language]()));

/** Adds messages that are loaded on demand. */
export const addMessages = async (language: Language, messages: MessageTree): Promise<void> =>
  (await translations.of(language)).add(messages);

const complete = new ByLanguage(async (language) => addMessages(language, await laterMessages[language]()));

/** Loads what the other screens say, in the page's language. */
export const loadLaterMessages = (language = translation().language): Promise<void> => complete.of(language);

/** Resolves when the messages of the shop's language that the first screen needs are loaded. */
export async function startI18n(language: Language): Promise<void> {
  speak(await translations.of(language));
  document.documentElement.lang = language;
}

/** Changes the language once all its messages are loaded; until then the page stays as it is. */
export async function switchLanguage(language: Language): Promise<void> {
  if (translation().language === language) return;
  await loadLaterMessages(language);
  await startI18n(language);
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
  n: new Intl.NumberFormat(translation().language).format(count),
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
