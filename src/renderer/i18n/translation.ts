import { create } from 'zustand';
import type { Language } from '../../shared/domain/preferences.ts';
import type drills from './id/drills.json';
import type { Messages } from './id/messages.ts';
import type { MessageTree } from './merge-messages.ts';

/** A message without the form that its count chooses. */
type WithoutForm<Name extends string> = Name extends `${infer Base}_${'one' | 'other'}` ? Base : Name;

/** The path of every text below, as "printing.pin.title". */
type PathsOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? WithoutForm<Name>
    : Tree[Name] extends readonly string[]
      ? never
      : `${Name}.${PathsOf<Tree[Name]>}`;
}[keyof Tree & string];

/** The path of every list of texts below. */
type ListsOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? never
    : Tree[Name] extends readonly string[]
      ? Name
      : `${Name}.${ListsOf<Tree[Name]>}`;
}[keyof Tree & string];

/** All messages of a counter; the drills' are loaded on demand (features/drills). */
type AllMessages = Messages & typeof drills;
export type MessageKey = PathsOf<AllMessages>;
type MessageList = ListsOf<AllMessages>;

/** What stands in place of `{{name}}`. `count` chooses among plural forms; `defaultValue` is for a message that there may not be. */
type Values = Readonly<Record<string, string | number | null | undefined>>;

export interface TFunction {
  (key: MessageKey, values?: Values): string;
  /** the texts of a list */
  list: (key: MessageList) => string[];
}

/** The messages of one language that are loaded so far. Each is found by its path. */
export class Translation {
  readonly language: Language;
  readonly #texts = new Map<string, string>();
  readonly #lists = new Map<string, readonly string[]>();
  readonly #plurals: Intl.PluralRules;
  readonly t: TFunction;

  constructor(language: Language, messages: MessageTree) {
    this.language = language;
    this.#plurals = new Intl.PluralRules(language);
    this.add(messages);
    this.t = Object.assign((key: string, values?: Values) => this.#say(key, values), {
      list: (key: string) => [...(this.#lists.get(key) ?? [])],
    });
  }

  add(messages: MessageTree, path = ''): void {
    for (const [name, message] of Object.entries(messages)) {
      if (typeof message === 'string') this.#texts.set(path + name, message);
      else if (isList(message)) this.#lists.set(path + name, message);
      else this.add(message, `${path}${name}.`);
    }
  }

  #say(key: string, values?: Values): string {
    const text = this.#find(key, values?.['count']);
    if (text === undefined) return String(values?.['defaultValue'] ?? key);
    if (values === undefined) return text;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  }

  #find(key: string, count: Values[string]): string | undefined {
    if (typeof count !== 'number') return this.#texts.get(key);
    const form = this.#texts.get(`${key}_${this.#plurals.select(count)}`);
    return form ?? this.#texts.get(`${key}_other`) ?? this.#texts.get(key);
  }
}

const isList = (message: readonly string[] | MessageTree): message is readonly string[] => Array.isArray(message);

const nothingLoaded = new Translation('id', {});

/** What the page speaks now. */
const useCurrent = create<{ translation: Translation }>(() => ({ translation: nothingLoaded }));

/** The page's messages; the component is drawn again when the language changes. */
export const useTranslation = (): Translation => useCurrent((state) => state.translation);

export const translation = (): Translation => useCurrent.getState().translation;

export const speak = (next: Translation): void => useCurrent.setState({ translation: next });

/** For what is no component: a toast, an error. */
export const t: TFunction = Object.assign((key: MessageKey, values?: Values) => translation().t(key, values), {
  list: (key: MessageList) => translation().t.list(key),
});
