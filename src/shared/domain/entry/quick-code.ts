import { letteredNumber, writtenNumber } from './written-number.ts';

interface QuickCode {
  product: string;
  customerNo: string;
}

/** Fewer digits behind the dot belong to a code or to an amount ("10.000", "PLN.20"). */
const fewestBehindDot = 8;

/**
 * The habit of counters: `product.number`, and `product.2.number` for the second one to the same number on a day. The count is
 * read and answers nothing: a repeat is asked about where it is known how many there were. The product may be its nominal
 * alone ("10.0812…"). Spaces, '*' and '#' are typed for the dot, too. Null for anything else.
 */
export function readQuickCode(text: string): QuickCode | null {
  const match = /^([\dA-Za-z][\w-]{0,49})\s*[.*#]\s*(?:[2-9]\s*[.*#]\s*)?([^.*#].*)$/.exec(text.trim());
  if (!match?.[1] || !match[2]) return null;
  const [, product, number] = match;
  // "0812.3456.7890" is a number with dots.
  if (/^0\d/.test(product)) return null;
  const customerNo = writtenNumber(number) ?? letteredNumber(number);
  if (customerNo === null || customerNo.length < fewestBehindDot) return null;
  return { product, customerNo };
}
