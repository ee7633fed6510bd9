import { longestPhrase } from './phrase.ts';
import type { WordReader } from './word-reader.ts';

/** What people ask for that stands there under another name, and what the provider may call it: parts of a product's code, name, brand or category. */
const names: Readonly<Record<string, readonly string[]>> = {
  listrik: ['listrik', 'pln', 'electric'],
  electricity: ['listrik', 'pln', 'electric'],
  token: ['token'],
  pln: ['pln', 'listrik'],
  air: ['pdam'],
  water: ['pdam', 'water'],
  pdam: ['pdam'],
  internet: ['internet', 'indihome', 'wifi', 'speedy'],
  wifi: ['internet', 'indihome', 'wifi'],
  indihome: ['indihome'],
  kesehatan: ['kesehatan', 'bpjs'],
  health: ['kesehatan', 'bpjs', 'health'],
  bpjs: ['bpjs'],
  pulsa: ['pulsa', 'credit'],
  credit: ['pulsa', 'credit'],
  'phone credit': ['pulsa', 'credit'],
  kuota: ['data', 'paket', 'kuota'],
  paket: ['data', 'paket', 'kuota'],
  data: ['data', 'paket', 'kuota'],
  tsel: ['tsel', 'telkomsel'],
  telkomsel: ['telkomsel', 'tsel'],
  isat: ['isat', 'indosat'],
  indosat: ['indosat', 'isat'],
  axis: ['axis'],
  three: ['tri', 'three'],
  tri: ['tri', 'three'],
  smartfren: ['smart'],
};

/** Whether it is a bill, in one word. */
const kinds = {
  tagihan: 'postpaid',
  bill: 'postpaid',
  bills: 'postpaid',
  pascabayar: 'postpaid',
  postpaid: 'postpaid',
  prabayar: 'prepaid',
  prepaid: 'prepaid',
} as const;

export const readProduct: WordReader = (words, at) => {
  const kind = longestPhrase(kinds, words, at);
  if (kind) {
    return {
      count: kind.count,
      means: { is: 'kind', kind: kind.value },
      told: { as: 'kind', kind: kind.value },
    };
  }
  const found = longestPhrase(names, words, at);
  if (!found) return null;
  const texts = [...found.value];
  return { count: found.count, means: { is: 'product', texts }, told: { as: 'product', names: texts } };
};
