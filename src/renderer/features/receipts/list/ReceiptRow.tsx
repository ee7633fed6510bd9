import { customerOwes, handBack, moneyAtStake, owesMoney, saleProfit } from '../../../../shared/domain/cash.ts';
import { readToken } from '../../../../shared/domain/electricity-token.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Mark } from '../../../../shared/domain/search/matching.ts';
import { fieldsWith, isRefusedInquiry, isUnresolved, type Transaction } from '../../../../shared/domain/transaction.ts';
import { ageOf, shortWhen } from '../../../i18n/time-text.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { useNow } from '../../../state/clock.ts';
import { useSellerName } from '../../../state/office.ts';
import { useMay } from '../../../state/people.ts';
import { useRouter } from '../../../state/router.ts';
import { useSale } from '../../../state/sales.ts';
import { useShopZone } from '../../../state/settings.ts';
import { classes } from '../../../ui/classes.ts';
import { BanknoteArrowDown, HandCoins } from '../../../ui/icons.tsx';
import { ProductName } from '../../../ui/Logo.tsx';
import { Skeleton } from '../../../ui/Notice.tsx';
import { SaleBadge } from '../../../ui/SaleSummary.tsx';
import { DayHeading } from './DayHeading.tsx';
import { rowLook } from './list-rows.ts';

interface Props {
  id: string;
  open: boolean;
  marks: readonly Mark[];
  /** of the list, from 0 */
  row: number;
  /** rows of the whole list; null: it grows while it is read */
  count: number | null;
  /** the sale of the row above; null: there is none, or it is not here */
  above: string | null;
  /** below the row of its batch */
  isLine: boolean;
}

const unknownSale = { id: '', receiptNo: null };

/** One sale in two lines: which number had what for how much; then when, at an office where, whose it is, and how it stands. */
export function ReceiptRow({ id, open, marks, row, count, above, isLine }: Props) {
  const { t } = useTranslation();
  const sale = useSale(id);
  const seller = useSellerName(sale ?? unknownSale);
  const zone = useShopZone();
  const now = useNow();
  const seesCosts = useMay('seeCosts');
  if (!sale) return null;
  const owes = owesMoney(sale);
  // What the provider took is in the sale; what it was expected to cost, and a bill's commission, is in its events, which the details read.
  const profit = seesCosts && sale.kind === 'prepaid' ? saleProfit(sale, null) : null;
  const age = isUnresolved(sale.state) ? ageOf(now - Date.parse(sale.sentAt ?? sale.createdAt)) : null;
  return (
    // The list itself takes the arrow keys; a row takes the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/control-has-associated-label -- see above; its text lies deeper than the rule looks
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the list's role, see ReceiptRows
      role="option"
      id={`receipt-${id}`}
      aria-selected={open}
      // Most of the list is not rendered: this gives screen readers the position.
      aria-posinset={row + 1}
      aria-setsize={count ?? -1}
      onClick={() => useRouter.setState({ openSale: id })}
      className={classes(rowLook(open), isLine && 'pl-9')}
    >
      {isLine ? null : <DayHeading sale={sale} row={row} above={above} />}
      <div className="flex gap-x-3">
        <p className="flex min-w-0 flex-1 items-baseline gap-2">
          <span className="max-w-full shrink-0 truncate font-mono font-semibold">
            <Marked text={sale.customerNo} marks={marks} field="customerNo" grouped />
          </span>{' '}
          <span className="min-w-0 truncate text-small font-medium">
            {sale.productName === null ? (
              <Marked text={sale.productCode} marks={marks} field="productCode" />
            ) : marks.some(({ field }) => field === 'productName') ? (
              <Marked text={sale.productName} marks={marks} field="productName" />
            ) : (
              <ProductName name={sale.productName} />
            )}
          </span>
        </p>
        <p className="text-right font-semibold">
          {sale.total === null || isRefusedInquiry(sale) ? (
            t('common.none')
          ) : (
            <span className={marks.some(({ field }) => field === 'total') ? markLook : undefined}>
              {formatRupiah(sale.total)}
            </span>
          )}
        </p>
      </div>
      <div className="flex gap-x-3">
        <p className="flex min-w-0 flex-1 gap-1 text-small text-ink-soft">
          <span className="shrink-0">{shortWhen(sale.sentAt ?? sale.createdAt, now, zone)}</span>
          {seller === null ? null : <span className="min-w-14 truncate">· {seller}</span>}
          {sale.customerName ? (
            <span className="min-w-16 shrink-[20] truncate">
              · <Marked text={sale.customerName} marks={marks} field="customerName" />
            </span>
          ) : null}
          {sale.flags.includes('batch_line') && !isLine ? (
            <span className="min-w-0 truncate">· {t('receipts.batchRow')}</span>
          ) : null}
          {seller === null || marks.length > 0 ? <RowField sale={sale} marks={marks} /> : null}
        </p>
        <p className="flex items-center justify-end gap-2 text-small">
          {owes ? (
            <span className="flex items-center gap-1 font-semibold text-failed">
              <HandCoins aria-hidden="true" className="size-4" />
              {t('receipts.owed', { cash: formatRupiah(handBack(sale)?.sum ?? moneyAtStake(sale)) })}
            </span>
          ) : null}
          {customerOwes(sale) ? (
            <span className="flex items-center gap-1 font-semibold text-failed">
              <BanknoteArrowDown aria-hidden="true" className="size-4" />
              {t('receipts.collect', { cash: formatRupiah(moneyAtStake(sale)) })}
            </span>
          ) : null}
          {profit === null ? null : (
            // At an office the counter's name comes first where there is no room for both; the detail has it.
            <span
              className={classes(
                profit < 0 ? 'font-semibold text-failed' : 'text-ink-soft',
                seller !== null && 'max-xl:hidden',
              )}
            >
              {t('receipts.profit', { amount: formatRupiah(profit) })}
            </span>
          )}
          {age ? <span className="text-ink-soft">{t(`appShell.age.${age.unit}`, { n: age.n })}</span> : null}
          <SaleBadge sale={sale} />
        </p>
      </div>
    </div>
  );
}

export function RowsLoading() {
  const { t } = useTranslation();
  return (
    <output aria-label={t('common.loading')} className="flex flex-col gap-2 p-3">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
        <Skeleton key={name} className="h-14" />
      ))}
    </output>
  );
}

/** The searched fields that no row shows; every row shows the product and the customer's number. */
const unseen = fieldsWith('search', ['text', 'grouped']).filter(
  (field) => field !== 'customerNo' && field !== 'customerName',
);

/** What the search met that no row shows; otherwise the serial number, which customers ask for. */
function RowField({ sale, marks }: { sale: Transaction; marks: readonly Mark[] }) {
  const { t } = useTranslation();
  const field = unseen.find((name) => marks.some((mark) => mark.field === name)) ?? 'sn';
  const text = sale[field];
  if (!text) return null;
  return (
    <span className="min-w-0 truncate text-ink">
      · {field === 'sn' && readToken(text) !== null ? t('share.token') : t(`search.field.${field}`)}{' '}
      <span className="font-mono">
        <Marked text={text} marks={marks} field={field} />
      </span>
    </span>
  );
}

interface MarkedProps {
  text: string;
  field: Mark['field'];
  marks: readonly Mark[];
  /** a number in groups of four */
  grouped?: boolean;
}

/** A field of a sale, with the matches of the search marked. */
function Marked({ text, field, marks, grouped = false }: MarkedProps) {
  const pieces = piecesOf(
    text,
    marks.filter((mark) => mark.field === field),
  );
  return (
    <>
      {pieces.map((piece) => {
        const text = grouped ? groupedPiece(piece) : piece.text;
        return piece.met ? (
          <mark key={piece.at} className={markLook}>
            {text}
          </mark>
        ) : (
          <span key={piece.at}>{text}</span>
        );
      })}
    </>
  );
}

/** A stretch of a text, met by the search or not. */
interface Piece {
  text: string;
  met: boolean;
  /** where it begins, for a key */
  at: number;
}

/** Cuts a text where marks begin and end. @param places in order, not overlapping */
function piecesOf(text: string, places: ReadonlyArray<{ start: number; end: number }>): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const cut = (to: number, met: boolean): void => {
    const end = Math.min(text.length, to);
    if (end > at) pieces.push({ text: text.slice(at, end), met, at });
    at = Math.max(at, end);
  };
  for (const { start, end } of places) {
    cut(start, false);
    cut(end, true);
  }
  cut(text.length, false);
  return pieces;
}

/** A piece of a number, with a space before each group of four of the whole number. */
function groupedPiece({ text, at }: Piece): string {
  return Array.from(text, (digit, index) => ((at + index) % 4 === 0 && at + index > 0 ? ` ${digit}` : digit)).join('');
}

/** The look of a match. Underlined, because colour alone is not visible to everybody. */
const markLook = 'rounded-xs bg-unknown-soft text-ink underline decoration-2 underline-offset-2';
