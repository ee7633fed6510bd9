import { useTranslation } from 'react-i18next';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { plural } from '../../i18n/i18n.ts';
import { useStatus } from '../../state/status.ts';
import type { ReceiptView } from './filter.ts';

const aboutMoney: ReadonlySet<ReceiptView> = new Set([
  'unresolved',
  'unknown',
  'pending',
  'overdue',
  'disputed',
  'cashToReturn',
  'cashToCollect',
]);

/** Cash in the drawer that is not the shop's yet: held for sales that are not clear, and to be handed back. */
export function CashFigures({ view }: { view: ReceiptView }) {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  if (!status || !aboutMoney.has(view)) return null;
  const figures = [
    [t('receipts.cash.held'), status.cashHeld],
    [t('receipts.cash.toReturn'), status.cashToReturn],
    ...(status.cashToCollect.count > 0 ? ([[t('receipts.cash.toCollect'), status.cashToCollect]] as const) : []),
  ] as const;
  return (
    <dl
      aria-label={t('receipts.cash.label')}
      className="flex shrink-0 flex-wrap gap-x-8 gap-y-1 border-b border-line px-4 py-2"
    >
      {figures.map(([label, { count, amount }]) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-small text-ink-soft">{label}</dt>
          <dd className="font-semibold">
            {formatRupiah(amount)}
            <span className="font-normal text-ink-soft"> · {t('receipts.cash.sales', plural(count))}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
