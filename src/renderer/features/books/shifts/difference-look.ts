import type { TFunction } from 'i18next';
import { ArrowDown, ArrowUp, Check, CircleSlash, type LucideIcon } from 'lucide-react';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Tone } from '../../../ui/state-look.ts';

interface DifferenceLook {
  tone: Tone;
  icon: LucideIcon;
  text: string;
}

/** A difference by shape, word and colour. @param difference counted less expected; null: nobody counted */
export function differenceLook(t: TFunction, difference: number | null): DifferenceLook {
  if (difference === null) return { tone: 'quiet', icon: CircleSlash, text: t('shifts.difference.none') };
  const amount = formatRupiah(Math.abs(difference));
  if (difference === 0) return { tone: 'success', icon: Check, text: t('shifts.difference.exact') };
  return difference < 0
    ? { tone: 'failed', icon: ArrowDown, text: t('shifts.difference.short', { amount }) }
    : { tone: 'unknown', icon: ArrowUp, text: t('shifts.difference.over', { amount }) };
}
