import { maxAmount, maxBillAmount } from '../../shared/domain/bounds.ts';

/** How many characters of a text stand before a position of what is shown; the field put the other ones there by itself. */
export function textPosition(text: string, display: string, position: number): number {
  let before = 0;
  for (let at = 0; at < position; at += 1) if (display[at] === text[before]) before += 1;
  return Math.min(before, text.length);
}

/** The first position of what is shown that has this number of characters of the text before it. */
export function shownPosition(text: string, display: string, before: number): number {
  for (let at = 0; at < display.length; at += 1) if (textPosition(text, display, at) === before) return at;
  return display.length;
}

/**
 * The text after an edit of what is shown with separators. Only what was typed or taken out changes, so that no separator gets into
 * the text and none that was typed is lost, whatever the groups do meanwhile.
 * @param value what the field has now, `caret` where it stands there
 * @returns the text, and the caret in it
 */
export function editText(text: string, display: string, value: string, caret: number): { text: string; caret: number } {
  const tail = value.length - caret;
  let tailLength = 0;
  while (tailLength < Math.min(tail, display.length) && value.at(-1 - tailLength) === display.at(-1 - tailLength))
    tailLength += 1;
  const most = Math.min(value.length, display.length) - tailLength;
  let start = 0;
  while (start < most && value[start] === display[start]) start += 1;
  const head = text.slice(0, textPosition(text, display, start)) + value.slice(start, value.length - tailLength);
  return { text: head + text.slice(textPosition(text, display, display.length - tailLength)), caret: head.length };
}

/** A longer end would leave the beginning no room. */
const maxEnd = 12;

/** A product's name and its end, which distinguishes it from its neighbours: what follows from the last word that has a digit. */
export function splitName(name: string): readonly [beginning: string, end: string] {
  const match = /\s\S*\d\S*(?:\s+[^\s\d]{1,4})?$/.exec(name);
  if (match === null || match[0].length > maxEnd) return [name, ''];
  return [name.slice(0, match.index), match[0]];
}

const steps = [5000, 10_000, 20_000, 50_000, 100_000];

/**
 * Likely amounts of tendered cash besides the exact total, smallest first: the next five and tens of thousands, and the total
 * in notes of 50.000 and of 100.000.
 */
export function likelyCash(total: number): number[] {
  // A bill may exceed the maximum of an order.
  const maxCash = total > maxAmount ? maxBillAmount : maxAmount;
  const sums = steps.map((step) => Math.ceil(total / step) * step);
  return [...new Set(sums)].filter((sum) => sum > total && sum <= maxCash).toSorted((one, other) => one - other);
}

/**
 * The amount that an arrow key selects. Down: the next larger one. Up: the next smaller one, and below the smallest the exact
 * amount, which is null. Any other key: undefined.
 * @param sums smallest first, whole rupiah
 */
export function nextSum(key: string, sums: readonly number[], cash: number | null): number | null | undefined {
  if (key === 'ArrowDown') return sums.find((sum) => sum > (cash ?? 0)) ?? sums.at(-1) ?? null;
  if (key === 'ArrowUp') return cash === null ? null : (sums.findLast((sum) => sum < cash) ?? null);
  return undefined;
}
