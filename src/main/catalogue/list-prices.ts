import { CatalogueAmount, readTypedAmount } from '../../shared/domain/catalogue.ts';
import type { ListMapping, PriceUnit } from '../../shared/domain/column-mapping.ts';
import { isAmbiguous, readAmount, type shownDecimals } from '../files/index.ts';

type Written = Pick<ListMapping, 'decimal' | 'unit'>;
/** Signs before decimals, as the prices of the list show. */
type Decimals = ReturnType<typeof shownDecimals>;

/** The price of a table's cell in whole rupiah; null: it cannot be read, or is below nothing. */
export function tablePrice(cell: string, { decimal, unit }: Written, decimals: Decimals): number | null {
  if (unit === 'thousands') return priceInThousands(cell);
  return startsWithZero(cell) || isAmbiguous(cell, decimals) ? null : plainAmount(cell, decimal);
}

/** The same of a pasted list, whose amounts have either sign. */
export function pastedPrice(cell: string, unit: PriceUnit, decimals: Decimals): number | null {
  if (unit === 'thousands') return priceInThousands(cell);
  return isAmbiguous(cell, decimals) ? null : readTypedAmount(cell);
}

/** "10,65" and "11": 10,650 and 11,000 rupiah. What has its thousands already is rupiah. */
function priceInThousands(cell: string): number | null {
  const bare = bareAmount(cell);
  // Without a sign four digits may be either unit; and no price has a part of a rupiah.
  if (/^\d{4}$/.test(bare) || /[.,]\d{3}\d*[1-9]/.test(bare) || startsWithZero(cell)) return null;
  if (!/^\d{1,3}(?:[.,]\d+)?$/.test(bare)) return readTypedAmount(cell);
  const amount = Number(bare.replace(',', '.')) * 1000;
  return CatalogueAmount.safeParse(Math.round(amount)).data ?? null;
}

/** Whether a price is below 1,000 rupiah, or has a fraction of one: no product costs that. */
export function looksLikeThousands(cell: string): boolean {
  const [, whole = '', decimals = ''] = /^(\d{1,5})(?:[.,](\d+))?$/.exec(bareAmount(cell)) ?? [];
  if (whole === '') return [plainAmount(cell, 'comma'), plainAmount(cell, 'point')].some(isSmall);
  // "10275.125" has decimals, "525.375" may have its thousands.
  if (whole.length > 3) return decimals.length === 3 && decimals !== '000';
  return decimals.length !== 3 && (Number(whole) > 0 || /[1-9]/.test(decimals));
}

export const isPrice = (cell: string): boolean => readTypedAmount(cell) !== null || looksLikeThousands(cell);

const isSmall = (amount: number | null): boolean => amount !== null && amount > 0 && amount < 1000;

function plainAmount(cell: string, decimal: Written['decimal']): number | null {
  const read = readAmount(cell, decimal);
  return read === null || read.negative || read.mark !== null
    ? null
    : (CatalogueAmount.safeParse(read.amount).data ?? null);
}

/** "Rp 11,-", "11 IDR" and "11.-" without what is no digit. */
const bareAmount = (cell: string): string =>
  cell
    .trim()
    .replace(/^\+?\s*(?:rp|idr)?\.?\s*\+?/i, '')
    .replace(/\s*(?:rp|idr)\.?$/i, '')
    .replace(/\s*[.,]-+$/, '');

/** A telephone number, or a code. */
const startsWithZero = (cell: string): boolean => /^0\d/.test(bareAmount(cell));
