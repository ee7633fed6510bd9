import { randomOf } from './random.ts';

const first = ['BUDI', 'SITI', 'AGUS', 'DEWI', 'JOKO', 'RINA', 'EKO', 'SRI', 'HADI', 'WATI'] as const;
const last = ['CONTOH', 'UJICOBA', 'LATIHAN', 'PERAGA', 'SIMULASI'] as const;

/** The made-up person behind a number: always the same one. */
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
