import { useCallback } from 'react';
import type { CounterId } from '../../../shared/contract/office.ts';
import type { DrawerSums } from '../../../shared/domain/drawer-sums.ts';
import { call, useAnswer } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { type Days, ofCounter } from './books-store.ts';
import { SumRow } from './SumRow.tsx';

interface Props {
  days: Days;
  /** at an office: of this counter alone */
  counter: CounterId | null;
}

const minuteMs = 60_000;

/** What the drawers of the days' shifts lacked or had too much, and what was paid in and out by category; nothing where nothing was. */
export function DrawerFigures({ days: { from, to }, counter }: Props) {
  // Sales change none of it: it is not read again for each of them.
  const minute = Math.floor(useNow() / minuteMs);
  const read = useCallback(() => call('books.drawers', { from, to, ...ofCounter(counter) }), [from, to, counter]);
  const answer = useAnswer(read, `${from} ${to} ${counter ?? ''}`, minute)?.answer;
  return answer?.ok ? <Sums {...answer.value} /> : null;
}

function Sums({ atOpening, atClose, moves }: DrawerSums) {
  const { t } = useTranslation();
  const differences = [
    { label: t('books.drawer.openingShort'), amount: -atOpening.short },
    { label: t('books.drawer.openingOver'), amount: atOpening.over },
    { label: t('books.drawer.closingShort'), amount: -atClose.short },
    { label: t('books.drawer.closingOver'), amount: atClose.over },
  ].filter(({ amount }) => amount !== 0);
  if (differences.length === 0 && moves.length === 0) return null;
  return (
    <section aria-label={t('books.drawer.label')} className="shrink-0 px-3 py-2">
      <dl className="flex flex-col gap-y-1">
        {differences.map(({ label, amount }) => (
          <SumRow key={label} label={label} amount={amount} isLoss={amount < 0} />
        ))}
        {moves.map(({ direction, category, amount }) => (
          <SumRow
            key={`${direction} ${category}`}
            label={`${t(`shifts.move.${direction}`)}: ${category ?? t('shifts.move.noCategory')}`}
            amount={direction === 'in' ? amount : -amount}
          />
        ))}
      </dl>
    </section>
  );
}
