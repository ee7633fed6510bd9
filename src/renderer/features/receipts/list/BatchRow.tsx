import { useShallow } from 'zustand/react/shallow';
import { moneyAtStake, owesMoney, saleAmount, saleProfit } from '../../../../shared/domain/cash.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { isUnresolved, type Transaction } from '../../../../shared/domain/transaction.ts';
import { plural } from '../../../i18n/i18n.ts';
import { shortWhen } from '../../../i18n/time-text.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { useNow } from '../../../state/clock.ts';
import { useSellerName } from '../../../state/office.ts';
import { useMay } from '../../../state/people.ts';
import { useRouter } from '../../../state/router.ts';
import { useSales } from '../../../state/sales.ts';
import { useShopZone } from '../../../state/settings.ts';
import { classes } from '../../../ui/classes.ts';
import { ChevronDown, HandCoins, TriangleAlert, X } from '../../../ui/icons.tsx';
import { SaleBadge } from '../../../ui/SaleSummary.tsx';
import { unfoldBatch } from '../receipts-store.ts';
import { DayHeading } from './DayHeading.tsx';
import { rowLook } from './list-rows.ts';

interface Props {
  id: string;
  /** of its lines, in the order of sending */
  lines: readonly string[];
  isUnfolded: boolean;
  /** one of its lines is open and has no row of its own */
  open: boolean;
  row: number;
  count: number | null;
  above: string | null;
}

/** What was paid together, in two lines: how many for how much; then when, and how many failed or are not certain. */
export function BatchRow({ id, lines, isUnfolded, open, row, count, above }: Props) {
  const { t } = useTranslation();
  const sales = useSales(useShallow(({ byId }) => lines.flatMap((line) => byId[line] ?? [])));
  const [first] = sales;
  if (!first) return null;
  const toggle = (): void => {
    unfoldBatch(id);
    if (!open) useRouter.setState({ openSale: first.id });
  };
  return (
    // As ReceiptRow: the list takes the keys, a row the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/control-has-associated-label -- see above
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the list's role, see ReceiptRows
      role="option"
      id={`receipt-batch-${id}`}
      aria-selected={open}
      aria-posinset={row + 1}
      aria-setsize={count ?? -1}
      onClick={toggle}
      className={rowLook(open)}
    >
      <DayHeading sale={first} row={row} above={above} />
      <div className="flex gap-x-3">
        <p className="flex min-w-0 flex-1 items-center gap-1 font-semibold">
          <ChevronDown aria-hidden="true" className={classes('size-4 shrink-0', !isUnfolded && '-rotate-90')} />
          <span className="truncate">{t('receipts.batch', plural(lines.length))}</span>
          <span className="sr-only">{t(isUnfolded ? 'receipts.batchUnfolded' : 'receipts.batchFolded')}</span>
        </p>
        <p className="text-right font-semibold">
          {formatRupiah(sales.reduce((sum, sale) => sum + saleAmount(sale), 0))}
        </p>
      </div>
      <div className="flex gap-x-3">
        <WhenAndWho sale={first} />
        <Outcomes sales={sales} />
      </div>
    </div>
  );
}

function WhenAndWho({ sale }: { sale: Transaction }) {
  const zone = useShopZone();
  const now = useNow();
  const seller = useSellerName(sale);
  return (
    <p className="flex min-w-0 flex-1 gap-1 text-small text-ink-soft">
      <span className="shrink-0">{shortWhen(sale.sentAt ?? sale.createdAt, now, zone)}</span>
      {seller === null ? null : <span className="min-w-20 truncate">· {seller}</span>}
    </p>
  );
}

/**
 * One state where all lines have it; else how many failed and how many are not certain. There is no room for all: what is to be handed back is
 * in the row once nothing is uncertain, and in the lines before.
 */
function Outcomes({ sales }: { sales: readonly Transaction[] }) {
  const { t } = useTranslation();
  const seesCosts = useMay('seeCosts');
  const [first] = sales;
  const failed = sales.filter(({ state }) => state === 'failed' || state === 'unsent').length;
  const uncertain = sales.filter(({ state }) => isUnresolved(state)).length;
  const owed = sales.filter(owesMoney).reduce((sum, sale) => sum + moneyAtStake(sale), 0);
  const isPrepaid = sales.every(({ kind }) => kind === 'prepaid');
  const profits = seesCosts && isPrepaid ? sales.flatMap((sale) => saleProfit(sale, null) ?? []) : [];
  const isSame = sales.every(({ state }) => state === first?.state);
  return (
    <p className="flex shrink-0 items-center justify-end gap-2 text-small whitespace-nowrap">
      {owed > 0 && uncertain === 0 ? (
        <span className="flex items-center gap-1 font-semibold text-failed">
          <HandCoins aria-hidden="true" className="size-4" />
          {t('receipts.owed', { cash: formatRupiah(owed) })}
        </span>
      ) : null}
      {isSame && profits.length > 0 ? (
        <span className="text-ink-soft">
          {t('receipts.profit', { amount: formatRupiah(profits.reduce((sum, profit) => sum + profit, 0)) })}
        </span>
      ) : null}
      {isSame && first ? <SaleBadge sale={first} /> : null}
      {!isSame && failed > 0 ? (
        <span className="flex items-center gap-1 font-semibold text-failed">
          <X aria-hidden="true" className="size-4" />
          {t('receipts.batchFailed', plural(failed))}
        </span>
      ) : null}
      {!isSame && uncertain > 0 ? (
        <span className="flex items-center gap-1 font-semibold text-unknown">
          <TriangleAlert aria-hidden="true" className="size-4" />
          {t('receipts.batchUncertain', plural(uncertain))}
        </span>
      ) : null}
    </p>
  );
}
