import type { Result } from '../../../../shared/contract/errors.ts';

/**
 * Asks about a product code as typed and, when there is none, once more in capitals: codes are mostly written so, and
 * hands are in a hurry. Only for questions that change nothing.
 */
export async function orInCapitals<T>(code: string, ask: (code: string) => Promise<Result<T>>): Promise<Result<T>> {
  const first = await ask(code);
  const capitals = code.toUpperCase();
  if (first.ok || first.error.code !== 'not_found' || capitals === code) return first;
  return ask(capitals);
}
