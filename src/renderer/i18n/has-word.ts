import type { TFunction } from 'i18next';

/** Whether the language that is spoken has words under this name, as "reasons.other". All languages are alike, and only one is here. */
export function hasWord(t: TFunction, name: string): boolean {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- whether it is one of the names is what is asked
  return t(name as 'reasons.other', { defaultValue: '' }) !== '';
}
