import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportCash } from '../../../shared/domain/sales-report.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Figure } from './Figures.tsx';
import { amountText } from './figure-text.ts';
import { PeekCash } from './PeekCash.tsx';
import type { Days } from './period.ts';

interface Props {
  days: Days;
  /** null: an open shift's drawer is to be counted blind */
  cash: ReportCash | null;
}

/** The cash that these sales left in the drawer; while a shift is open only a supervisor sees it, once. */
export function CashFigure({ days, cash }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [seen, setSeen] = useState<ReportCash | null>(null);
  const hasPin = useStatus((state) => state.status?.supervisorPinSet === true);
  const shown = cash ?? seen;
  if (shown) {
    return (
      <Figure label={t('books.cash')} words={[cash === null ? t('books.cashSeen') : t('books.cashOfSales')]}>
        {amountText(shown.expected)}
      </Figure>
    );
  }
  return (
    <div className="flex min-w-0 flex-col rounded-box border border-line bg-surface px-3 py-2">
      <dt className="text-small text-ink-soft">{t('books.cash')}</dt>
      <dd className="flex flex-1 flex-col justify-between gap-1">
        <span className="flex items-center gap-1.5 text-small">
          <EyeOff aria-hidden="true" className="size-4 shrink-0" />
          {t('books.blind')}
        </span>
        {hasPin ? (
          <Button className="-mx-1 px-2!" onClick={() => setAsking(true)}>
            {t('books.peek')}
          </Button>
        ) : null}
      </dd>
      {asking ? <PeekCash days={days} onSeen={setSeen} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}
