import { compact } from '../../../../shared/domain/search/fold.ts';

const length = 3;

/**
 * Of a text at least three signs long, grams that together cover it: every third one and the last. Whatever holds the text
 * holds them all. Null for a shorter text.
 */
export function gramsOf(text: string): string[] | null {
  const signs = Array.from(compact(text));
  if (signs.length < length) return null;
  const grams: string[] = [];
  for (let at = 0; at + length <= signs.length; at += length) grams.push(signs.slice(at, at + length).join(''));
  grams.push(signs.slice(-length).join(''));
  return [...new Set(grams)];
}

/** One gram, or one made-up token, in the words of a query. */
export const quoted = (gram: string): string => `"${gram.replaceAll('"', '""')}"`;
