import { asDialled } from '../../shared/domain/customer-no.ts';
import { fold } from '../../shared/domain/search/matching.ts';

/** A name as it is sorted and compared. */
export const nameKey = (name: string): string => fold(name).trim();

/** The words of a name, each once. */
export function wordsOf(name: string): string[] {
  return [...new Set(nameKey(name).split(/[^\p{L}\p{N}\p{M}]+/u))].filter((word) => word !== '');
}

/** Everything that begins with a text lies from the text up to this. */
export const afterAll = (prefix: string): string => `${prefix}\u{10ffff}`;

/** What was typed as the beginning of a number, or null where it is none. */
export function numberPrefix(text: string): string | null {
  const dialled = asDialled(text);
  return /^\d[0-9A-Z]*$/.test(dialled) ? dialled : null;
}
