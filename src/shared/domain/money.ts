import type { z } from 'zod';
import { NonNegativeInt } from './common-schemas.ts';

/** Whole rupiah. The interface has no cents, and neither has the drawer. */
export const Rupiah = NonNegativeInt;
export type Rupiah = z.infer<typeof Rupiah>;

const wholeAmount = /^(\d{1,15})(?:[.,]0{1,2})?$/;
const groupedByDots = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,0{1,2})?$/;
const groupedByCommas = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.0{1,2})?$/;

/**
 * Reads an amount that the interface gives as numeric text (spec: bill_value, price_admin) without floating point.
 * Takes "150000", "150000.00", "150.000", "150,000" and "150.000,00"; answers null for anything else, a fraction of a rupiah included.
 */
export function rupiahFromText(text: string): Rupiah | null {
  const trimmed = text.trim();
  for (const form of [groupedByDots, groupedByCommas, wholeAmount]) {
    const amount = form.exec(trimmed)?.[1];
    if (amount !== undefined) return safe(amount.replace(/[.,]/g, ''));
  }
  return null;
}

function safe(digits: string): Rupiah | null {
  const amount = Number(digits);
  return Number.isSafeInteger(amount) ? amount : null;
}

/** "Rp12.500": the way Indonesian price tags and receipts are written, in both languages of the counter. */
export function formatRupiah(amount: Rupiah): string {
  const sign = amount < 0 ? '-' : '';
  return `${sign}Rp${groupThousands(Math.abs(amount))}`;
}

/** "12.500", without the unit. */
export function groupThousands(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+(?!\d))/g, '.');
}
