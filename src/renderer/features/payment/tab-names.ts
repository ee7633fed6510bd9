import { fold } from '../../../shared/domain/search/matching.ts';

interface Named {
  name: string;
}

const nameKey = (name: string): string => fold(name).trim();

/** Whether the text can be a new customer's name: it has a letter, and no listed customer is called so. Main refuses a name that is taken. */
export function isNewName(text: string, listed: readonly Named[]): boolean {
  const key = nameKey(text);
  return /\p{L}/u.test(key) && listed.every(({ name }) => nameKey(name) !== key);
}

/**
 * The row that Enter takes before an arrow is pressed: the first, a new name where none matches. -1: the first listed name is that of
 * several people, and a person has to choose.
 */
export function markedAtFirst(listed: readonly Named[]): number {
  const [first] = listed;
  if (first === undefined) return 0;
  const key = nameKey(first.name);
  return listed.filter(({ name }) => nameKey(name) === key).length > 1 ? -1 : 0;
}
