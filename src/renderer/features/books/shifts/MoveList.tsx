import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { CashMove } from '../../../../shared/domain/shift.ts';
import { useShopZone } from '../../../state/settings.ts';
import { timeText } from '../../../ui/time-text.ts';
import { actorName } from '../line-name.ts';

/** Cash that was put in or taken out, with who and why. */
export function MoveList({ moves }: { moves: readonly CashMove[] }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  if (moves.length === 0) return <p className="text-ink-soft">{t('shifts.move.none')}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {moves.map(({ seq, at, by, direction, amount, reason }) => {
        const Icon = direction === 'in' ? Plus : Minus;
        return (
          <li key={seq} className="flex items-baseline gap-3 py-1.5">
            <Icon aria-hidden="true" className="size-4 shrink-0 self-center" strokeWidth={2.5} />
            <span className="min-w-0 flex-1 break-words">
              {reason ?? t('receipts.erased')}
              <span className="text-small text-ink-soft">
                {' '}
                · {timeText(at, zone)} · {actorName(t, by)}
              </span>
            </span>
            <span className="font-semibold whitespace-nowrap">
              <span className="sr-only">{t(`shifts.move.${direction}`)} </span>
              {formatRupiah(direction === 'in' ? amount : -amount)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
