import type { SnStyle } from './catalogue/product.ts';
import type { Random } from './ports.ts';

const digits = '0123456789';
const hex = '0123456789ABCDEF';

/** A serial number in one of the ways that providers write theirs. Digits and references are unbroken, 16 long. */
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
