import { rupiahFromText } from '../money.ts';
import { CatalogueAmount } from './item.ts';

/**
 * Reads an amount as price lists write it: "12500", "12.500", "12,500", "Rp12.500,00", "Rp 12.500,-", "IDR 12500". Whole
 * rupiah; null for anything else: below nothing, a fraction, a formula, more than a counter takes.
 */
export function readTypedAmount(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^(rp|idr)\.?\s*/i, '')
    .replace(/\s*(?:[,.]-+|rp|idr)$/i, '');
  const amount = rupiahFromText(bare);
  return CatalogueAmount.safeParse(amount).success ? amount : null;
}
