import { create } from 'zustand';
import type { Settings } from '../../../../shared/contract/settings.ts';
import { maxDrawerAmount } from '../../../../shared/domain/bounds.ts';
import {
  type CashCount,
  type Denomination,
  denominations,
  notes,
  sumOfCount,
} from '../../../../shared/domain/drawer-count.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { TFunction } from '../../../i18n/translation.ts';
import { dropOnPersonChange } from '../../../state/page-data.ts';
import type { Tone } from '../../../state/toast.ts';
import type { LucideIcon } from '../../../ui/icon.tsx';
import { Check, CircleSlash } from '../../../ui/icons.tsx';
import { ArrowDown, ArrowUp } from '../../../ui/later-icons.tsx';

/** A drawer as far as it is counted. */
interface Count {
  by: 'notes' | 'amount';
  /** how many of each; null: not counted yet */
  pieces: Readonly<Partial<Record<Denomination, number | null>>>;
  /** all coins together, whole rupiah, where they are not counted by the piece */
  coins: number | null;
  /** all at once, where it is not counted note by note */
  amount: number | null;
  /** the balance at the bank or wallet, where the shop keeps one */
  purse: number | null;
}

export const notCounted: Count = { by: 'notes', pieces: {}, coins: null, amount: null, purse: null };

/** Stays while somebody sells in between, and is cleared when a shift is opened or closed with it. */
export const useCount = create<Count>(() => notCounted);

// Who comes next counts with their own hands, and does not see what was counted before.
dropOnPersonChange(() => useCount.setState(notCounted));

export const setCount = (change: Partial<Count>): void => useCount.setState(change);

export const setPieces = (note: Denomination, pieces: number | null): void =>
  useCount.setState((count) => ({ pieces: { ...count.pieces, [note]: pieces } }));

export const forgetCount = (): void => useCount.setState(({ by }) => ({ ...notCounted, by }));

/** How a shop counts: coins by the piece too, and never the sum alone, or as a person likes. */
export type CountWay = Settings['drawerCount'];

/** What is counted by the piece. */
export const piecesOfWay = (way: CountWay): readonly Denomination[] => (way === 'pieces' ? denominations : notes);

/** A drawer that is counted: what it comes to, whole rupiah, NaN for what is no amount, and by its pieces where they were counted. */
export interface Counted {
  counted: number;
  count?: CashCount;
}

/** Null before anything was counted: an empty drawer is counted as 0. */
export function countedOf({ by, pieces, coins: together, amount }: Count, way: CountWay): Counted | null {
  if (by === 'amount' && way === 'free') return amount === null ? null : { counted: amount };
  const counted = piecesOfWay(way).flatMap((each) => {
    const number = pieces[each] ?? null;
    return number === null ? [] : [[each, number] as const];
  });
  const ofCoins = way === 'free' ? together : null;
  if (counted.length === 0 && ofCoins === null) return null;
  const count = { pieces: Object.fromEntries(counted), coins: ofCoins ?? 0 };
  return { counted: sumOfCount(count), count };
}

/** More than a counter takes by hand, or NaN for what is no amount: something was typed wrong. */
export const isTooMuch = (counted: number): boolean => !(counted <= maxDrawerAmount);

interface DifferenceLook {
  tone: Tone;
  icon: LucideIcon;
  text: string;
}

/** A difference by shape, word and colour. @param difference counted less expected; null: not counted */
export function differenceLook(t: TFunction, difference: number | null): DifferenceLook {
  if (difference === null) return { tone: 'quiet', icon: CircleSlash, text: t('shifts.difference.none') };
  const amount = formatRupiah(Math.abs(difference));
  if (difference === 0) return { tone: 'success', icon: Check, text: t('shifts.difference.exact') };
  return difference < 0
    ? { tone: 'failed', icon: ArrowDown, text: t('shifts.difference.short', { amount }) }
    : { tone: 'unknown', icon: ArrowUp, text: t('shifts.difference.over', { amount }) };
}
