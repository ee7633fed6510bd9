import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { useNow } from '../../../state/now.ts';
import { useSettings } from '../../../state/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { countdown } from '../../../ui/time-text.ts';
import { inquire } from './inquire.ts';
import { timeLeft } from './validity.ts';

/** How long the bill may still be paid, and the way to ask again. */
export function Validity({ bill }: { bill: Transaction }) {
  const { t } = useTranslation();
  const minutes = useSettings((state) => state.view?.settings.inquiryMinutes ?? 15);
  const left = timeLeft(bill, useNow(), minutes);
  const over = left <= 0 || bill.state === 'expired';
  return (
    <div className="flex shrink-0 flex-col items-end gap-1">
      <p
        className={classes(
          'flex items-center gap-1.5 text-small font-semibold',
          over || left < 60_000 ? 'text-unknown' : 'text-ink-soft',
        )}
      >
        <Hourglass aria-hidden="true" className="size-4" />
        {over ? t('bills.expired') : t('bills.validFor', { left: countdown(left) })}
      </p>
      <Button onClick={() => void inquire()}>{t('bills.inquireAgain')}</Button>
    </div>
  );
}
