import type { WordReader } from './word-reader.ts';

const cashier: ReadonlySet<string> = new Set(['kasir', 'cashier']);
/** Before a name; a name alone it is not. */
const titles: ReadonlySet<string> = new Set([
  'pak',
  'bu',
  'bapak',
  'ibu',
  'mas',
  'mbak',
  'kak',
  'bang',
  'mr',
  'mrs',
  'ms',
]);
const leastName = 2;

/** "kasir sari": what somebody sold who was called that then. */
export const readCashier: WordReader = (words, at) => {
  if (!cashier.has(words[at] ?? '')) return null;
  const count = titles.has(words[at + 1] ?? '') && words[at + 2] !== undefined ? 2 : 1;
  const name = words.slice(at + 1, at + 1 + count).join(' ');
  if (name.length < leastName) return null;
  return { count: count + 1, means: { is: 'cashier', name }, told: { as: 'cashier', name } };
};
