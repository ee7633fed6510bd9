import { BanknoteArrowDown, HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cashAtStake, customerOwes, owesCash } from '../../../shared/domain/cash.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Mark } from '../../../shared/domain/search/matching.ts';
import { isUnresolved } from '../../../shared/domain/transaction.ts';
import { useNow } from '../../state/clock.ts';
import { useRouter } from '../../state/router.ts';
import { useSale } from '../../state/sales.ts';
import { useShopZone } from '../../state/settings.ts';
import { classes } from '../../ui/classes.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { ageOf, shortWhen } from '../../ui/time-text.ts';
import { Marked } from './search/Marked.tsx';
import { MetElsewhere } from './search/MetElsewhere.tsx';
import { markLook } from './search/pieces.ts';

interface Props {
  id: string;
  open: boolean;
  marks: readonly Mark[];
  /** of the list, from 0 */
  row: number;
  /** rows of the whole list; null: it grows while it is read */
  count: number | null;
}

/** One sale in two lines: who and when, what and how much. */
export function ReceiptRow({ id, open, marks, row, count }: Props) {
  const { t } = useTranslation();
  const sale = useSale(id);
  const zone = useShopZone();
  const now = useNow();
  if (!sale) return null;
  const owes = owesCash(sale);
  const age = isUnresolved(sale.state) ? ageOf(now - Date.parse(sale.sentAt ?? sale.createdAt)) : null;
  return (
    // The list itself takes the arrow keys; a row takes the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see above
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the list's role, see ReceiptRows
      role="option"
      id={`receipt-${id}`}
      aria-selected={open}
      // Most of the list is not drawn: who hears it is told where they are.
      aria-posinset={row + 1}
      aria-setsize={count ?? -1}
      onClick={() => useRouter.setState({ openSale: id })}
      className={classes(
        'grid h-full cursor-pointer grid-cols-[1fr_auto] content-center gap-x-3 border-b border-line px-4',
        open ? 'bg-accent-soft shadow-[inset_4px_0_0_var(--accent)]' : 'hover:bg-sunken',
      )}
    >
      <p className="truncate font-mono font-semibold">
        <Marked text={sale.customerNo} marks={marks} field="customerNo" grouped />
        {sale.customerName ? (
          <span className="font-sans font-medium">
            {' '}
            <Marked text={sale.customerName} marks={marks} field="customerName" />
          </span>
        ) : null}
      </p>
      <p className="text-right font-semibold">
        {sale.total === null ? (
          t('common.none')
        ) : (
          <span className={marks.some(({ field }) => field === 'total') ? markLook : undefined}>
            {formatRupiah(sale.total)}
          </span>
        )}
      </p>
      <p className="truncate text-small text-ink-soft">
        {shortWhen(sale.sentAt ?? sale.createdAt, now, zone)} ·{' '}
        {sale.productName === null ? (
          <Marked text={sale.productCode} marks={marks} field="productCode" />
        ) : (
          <Marked text={sale.productName} marks={marks} field="productName" />
        )}
        <MetElsewhere sale={sale} marks={marks} />
      </p>
      <p className="flex items-center justify-end gap-2 text-small">
        {owes ? (
          <span className="flex items-center gap-1 font-semibold text-failed">
            <HandCoins aria-hidden="true" className="size-4" />
            {t('receipts.owed', { cash: formatRupiah(cashAtStake(sale)) })}
          </span>
        ) : null}
        {customerOwes(sale) ? (
          <span className="flex items-center gap-1 font-semibold text-failed">
            <BanknoteArrowDown aria-hidden="true" className="size-4" />
            {t('receipts.collect', { cash: formatRupiah(cashAtStake(sale)) })}
          </span>
        ) : null}
        {age ? <span className="text-ink-soft">{t(`frame.ago.${age.unit}`, { n: age.n })}</span> : null}
        <StateBadge state={sale.state} />
      </p>
    </div>
  );
}
