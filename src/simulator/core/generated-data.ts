import { wallClock } from '../../shared/domain/zone.ts';
import type { PostpaidItem, SnStyle } from './catalogue.ts';

/** Deterministic pseudo-randomness. */
interface Random {
  /** a whole number, both ends included */
  between(from: number, to: number): number;
  /** a text of that length from the alphabet; the first character is never "0" */
  text(alphabet: string, length: number): string;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Mulberry32, seeded by a text: the same seed gives the same sequence. */
export function randomOf(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    text(alphabet, length) {
      let result = '';
      while (result.length < length) {
        const character = alphabet.charAt(between(0, alphabet.length - 1));
        if (result !== '' || character !== '0') result += character;
      }
      return result;
    },
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  };
}

const digits = '0123456789';
const hex = '0123456789ABCDEF';

/** A serial number in one of the providers' formats. Digits and references are unbroken, 16 long. */
export function serialNumber(style: SnStyle, random: Random, customerName: string): string {
  switch (style) {
    case 'digits':
      return random.text(digits, 16);
    case 'reference':
      return random.text(hex, 16);
    case 'token': {
      const token = random.text(digits, 20).match(/\d{4}/g)?.join('-') ?? '';
      const power = random.pick(['450VA', '900VA', '1300VA', '2200VA']);
      const kwh = `${random.between(10, 140)},${random.between(0, 9)}`;
      return `${token}/${customerName}/${random.pick(['R1', 'R1M', 'R2'])}/${power}/${kwh}`;
    }
    case 'packed':
      return `${random.text(hex, 12)}/${customerName}/${random.between(8, 45)}M3`;
    default:
      return style satisfies never;
  }
}

const first = ['BUDI', 'SITI', 'AGUS', 'DEWI', 'JOKO', 'RINA', 'EKO', 'SRI', 'HADI', 'WATI'] as const;
const last = ['CONTOH', 'UJICOBA', 'LATIHAN', 'PERAGA', 'SIMULASI'] as const;

/** The invented name of a customer number; always the same. */
export function customerName(customerNo: string): string {
  const random = randomOf(`customer/${customerNo}`);
  return `${random.pick(first)} ${random.pick(last)}`;
}

/** As an inquiry shows a name: "BU** CON***". */
export function masked(name: string): string {
  return name
    .split(' ')
    .map((word) => word.slice(0, Math.ceil(word.length / 2)).padEnd(word.length, '*'))
    .join(' ');
}

export const providerZone = 'Asia/Jakarta';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'];

interface Bill {
  /** whole rupiah, admin included */
  total: number;
  details: { period: string; bill_value: string; price_admin: string }[];
}

/** Month and year, that many months ago, in the provider's zone. */
function periodBefore(now: number, back: number): string {
  const [year = 0, month = 1] = wallClock(now, providerZone).day.split('-').map(Number);
  const index = year * 12 + (month - 1) - back;
  return `${months[index % 12]} ${Math.floor(index / 12)}`;
}

/**
 * The bill of a customer: the same for the same seed, product and number within a month.
 * @param periods their count; by default one to three, by the number
 */
export function billOf(seed: string, item: PostpaidItem, customerNo: string, now: number, periods?: number): Bill {
  const random = randomOf(`${seed}/bill/${item.code}/${customerNo}`);
  const defaultCount = random.between(1, 3);
  const count = periods ?? defaultCount;
  const details = Array.from({ length: count }, (_, index) => ({
    period: periodBefore(now, count - index),
    bill_value: String(random.between(Math.ceil(item.bill.from / 100), Math.floor(item.bill.to / 100)) * 100),
    price_admin: String(item.admin),
  }));
  return { total: details.reduce((sum, one) => sum + Number(one.bill_value) + item.admin, 0), details };
}
