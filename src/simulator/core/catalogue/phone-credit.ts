import { type Pause, type PrepaidItem, prepaid } from './product.ts';

interface Operator {
  prefix: string;
  brand: string;
  /** thousands of rupiah */
  nominals: readonly number[];
  /** what a nominal costs above (or below) itself, rupiah */
  margin: number;
  pause: Pause;
}

const aroundMidnight = { start: '23:45:00', end: '00:15:00' };

const operators: readonly Operator[] = [
  // No pause: the order of TSEL10 must succeed at any hour.
  { prefix: 'TSEL', brand: 'TELKOMSEL', nominals: [5, 10, 15, 20, 25, 50, 100], margin: 275, pause: null },
  { prefix: 'ISAT', brand: 'INDOSAT', nominals: [5, 10, 20, 25, 50, 100], margin: 620, pause: aroundMidnight },
  { prefix: 'XL', brand: 'XL', nominals: [5, 10, 15, 25, 50, 100], margin: 540, pause: aroundMidnight },
  { prefix: 'AXIS', brand: 'AXIS', nominals: [5, 10, 15, 25, 50, 100], margin: 550, pause: aroundMidnight },
  {
    prefix: 'TRI',
    brand: 'TRI',
    nominals: [5, 10, 20, 25, 50, 100],
    margin: 180,
    pause: { start: '23:30:00', end: '00:30:00' },
  },
  { prefix: 'SMART', brand: 'SMARTFREN', nominals: [5, 10, 20, 25, 50, 100], margin: 90, pause: null },
];

const titled = (brand: string): string => (brand.length <= 3 ? brand : brand.charAt(0) + brand.slice(1).toLowerCase());

export const phoneCredit: readonly PrepaidItem[] = operators.flatMap(({ prefix, brand, nominals, margin, pause }) =>
  nominals.map((thousands) =>
    prepaid({
      code: `${prefix}${thousands}`,
      name: `${titled(brand)} ${thousands}.000`,
      brand,
      category: 'Pulsa',
      cost: thousands * 1000 + margin,
      description: `Pulsa ${titled(brand)} Rp${thousands}.000`,
      pause,
    }),
  ),
);
