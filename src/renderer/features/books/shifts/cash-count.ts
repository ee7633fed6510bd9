import { create } from 'zustand';
import { maxDrawerAmount } from '../../../../shared/domain/bounds.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { TFunction } from '../../../i18n/translation.ts';
import { dropOnPersonChange } from '../../../state/page-data.ts';
import type { Tone } from '../../../state/toast.ts';
import type { LucideIcon } from '../../../ui/icon.tsx';
import { Check, CircleSlash } from '../../../ui/icons.tsx';
import { ArrowDown, ArrowUp } from '../../../ui/later-icons.tsx';

/** Notes of rupiah, as they lie in a drawer; coins are counted together. */
export const notes = [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000] as const;
export type Note = (typeof notes)[number];

/** A drawer as far as it is counted. */
interface Count {
  by: 'notes' | 'amount';
  /** how many of each; null: not counted yet */
  pieces: Readonly<Partial<Record<Note, number | null>>>;
  /** all coins together, whole rupiah */
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

export const setPieces = (note: Note, pieces: number | null): void =>
  useCount.setState((count) => ({ pieces: { ...count.pieces, [note]: pieces } }));

export const forgetCount = (): void => useCount.setState(({ by }) => ({ ...notCounted, by }));

/** The counted cash, whole rupiah; null before anything was counted: an empty drawer is counted as 0. */
export function countedOf({ by, pieces, coins, amount }: Count): number | null {
  if (by === 'amount') return amount;
  const counted = notes.filter((note) => (pieces[note] ?? null) !== null);
  if (counted.length === 0 && coins === null) return null;
  return counted.reduce((sum, note) => sum + note * (pieces[note] ?? 0), coins ?? 0);
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
