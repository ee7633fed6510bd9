import type { WordReader } from './word-reader.ts';

const factors: Readonly<Record<string, number>> = {
  rb: 1000,
  ribu: 1000,
  k: 1000,
  thousand: 1000,
  jt: 1_000_000,
  juta: 1_000_000,
  million: 1_000_000,
};
const units = Object.keys(factors).join('|');

const grouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/;
const decimal = /^\d{1,6}(?:[.,]\d{1,3})?$/;
const whole = /^[1-9]\d{2,8}$/;
/** A bare number is an amount only where prices are round; otherwise it is part of some other number. */
const round = 500;
const least = 100;
const most = 999_999_999;

/** "20rb", "Rp 20.000", "Rp20.000,00", "1,5 jt", "20k", and bare numbers that could be an amount. */
export const readAmount: WordReader = (words, at) => {
  const first = words[at] ?? '';
  const named = /^(?:rp|idr)\.?$/.test(first);
  const start = named ? at + 1 : at;
  const word = (words[start] ?? '').replace(/^(?:rp|idr)\.?/, '').replace(/(?:,-|[.,]00)$/, '');
  const [, number = '', glued = ''] = new RegExp(`^([\\d.,]+)(${units})?$`).exec(word) ?? [];
  if (number === '') return null;
  const next = words[start + 1] ?? '';
  const apart = glued === '' && Object.hasOwn(factors, next);
  const amount = amountOf(number, factors[apart ? next : glued] ?? null, word !== words[at]);
  if (amount === null || amount < least || amount > most) return null;
  return {
    count: start - at + (apart ? 2 : 1),
    means: { is: 'amount', amount },
    told: { as: 'amount', amount },
  };
};

function amountOf(number: string, factor: number | null, named: boolean): number | null {
  if (factor !== null) {
    if (!decimal.test(number)) return null;
    const amount = Math.round(Number(number.replace(',', '.')) * factor);
    return Number.isSafeInteger(amount) ? amount : null;
  }
  if (grouped.test(number)) return Number(number.replace(/[.,]/g, ''));
  if (!whole.test(number)) return null;
  const amount = Number(number);
  return named || (amount >= 1000 && amount % round === 0) ? amount : null;
}
