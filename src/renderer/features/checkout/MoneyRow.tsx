import type { ReactNode } from 'react';
import { cashShortfall, changeDue } from '../../../shared/domain/cash.ts';
import type { EntryStep } from '../../../shared/domain/entry.ts';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { Kbd } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { likelyCash } from '../../ui/number-text.ts';
import { cashCount, isAllCash, type PaymentChoice, paymentParts, typesPart } from '../payment/index.ts';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';

interface Props {
  kind: CheckoutKind;
  total: number | null;
  /** no cash is counted for a sale that goes no further */
  isRefused: boolean;
  payment: PaymentChoice;
  /** the amount of the cash step */
  tendered: number | null;
  /** what the entry field expects */
  step: EntryStep;
  /** null: the price is the provider's */
  onPrice: (() => void) | null;
  /** false: its key does something else now */
  hasPriceKey: boolean;
  onCash: () => void;
  onTendered: (tendered: number | null) => void;
  /** in the place of price and cash, while nothing is typed */
  instead: ReactNode;
  submit: ReactNode;
}

/**
 * Price, cash and change, the sums a customer is likely to hand over, and the primary action. Until there is a price, the products
 * have the room of what depends on it.
 */
export function MoneyRow(props: Props) {
  const { t } = useTranslation();
  const { payment, step } = props;
  const total = props.isRefused ? null : props.total;
  const { due, tendered } =
    total === null ? { due: null, tendered: props.tendered } : cashCount(payment, total, props.tendered);
  const shortfall = cashShortfall(due, tendered);
  const change = total === null ? '' : formatRupiah(shortfall > 0 ? shortfall : changeDue(due, tendered));
  const isCash = isAllCash(payment);
  const price = props.total === null ? null : formatRupiah(props.total);
  const priceLabel = t(`${checkoutRules[props.kind].screen}.price`);
  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)_15rem] gap-2 zoomed:grid-cols-1">
      {props.instead ?? (
        <div className="grid grid-cols-2 gap-2">
          {props.onPrice ? (
            <Slot
              label={priceLabel}
              value={price}
              isExpected={step === 'price'}
              onEdit={props.onPrice}
              {...(props.hasPriceKey ? { hotkey: 'F6' } : {})}
            />
          ) : (
            <div className="flex min-w-0 flex-col justify-center py-1 pl-1">
              <span className="text-small text-ink-soft">{priceLabel}</span>
              <span
                data-testid="total"
                className={classes('truncate leading-6 font-bold', isLong(price ?? '') ? 'text-body' : 'text-large')}
              >
                {price ?? t('common.none')}
              </span>
            </div>
          )}
          <Slot
            label={t(isCash ? 'entry.slot.cash' : 'payments.label')}
            value={
              total !== null && !isCash
                ? paymentParts(payment, total)
                    .map(({ method }) => t(`payments.method.${method}`))
                    .join(' + ')
                : total === null
                  ? null
                  : tendered === null || tendered === total
                    ? t('sell.exact')
                    : formatRupiah(tendered)
            }
            isExpected={step === 'tendered' && total !== null}
            onEdit={props.onCash}
          />
        </div>
      )}
      {total === null ? null : due === 0 ? (
        // Nothing is paid in cash: the button keeps its place.
        <span />
      ) : (
        <div
          className={classes(
            'flex min-w-0 flex-col rounded-box px-3 py-1',
            shortfall > 0 ? 'bg-failed-soft text-failed' : 'bg-sunken text-ink',
          )}
        >
          <span className="text-small">{shortfall > 0 ? t('sell.short') : t('sell.change')}</span>
          <output
            // Announced when the sale is read back: with each digit of the cash it would be chatter.
            aria-live="off"
            aria-label={shortfall > 0 ? t('sell.short') : t('sell.change')}
            className={classes(
              'flex h-11 items-center justify-end font-bold whitespace-nowrap',
              isLong(change) ? 'text-title' : 'text-giant',
            )}
          >
            {change}
          </output>
        </div>
      )}
      {due === null ? null : typesPart(payment) && (due === 0 || payment.second === null) ? (
        // Nothing to choose: the button keeps its place.
        <span />
      ) : (
        <CashChoices due={due} tendered={tendered} onTendered={props.onTendered} />
      )}
      {props.submit}
    </div>
  );
}

/** An amount from a million on does not fit its third of the smallest screen in large type. */
const isLong = (amount: string): boolean => amount.length > 'Rp999.999'.length;

interface ChoicesProps extends Pick<Props, 'tendered' | 'onTendered'> {
  due: number;
}

function CashChoices({ due, tendered, onTendered }: ChoicesProps) {
  const { t } = useTranslation();
  const sums = due === 0 ? [] : likelyCash(due);
  const button = (label: string, sum: number | null, isSelected: boolean) => (
    <button
      key={label}
      type="button"
      tabIndex={-1}
      aria-pressed={isSelected}
      className={classes(
        'min-h-14 min-w-18 flex-auto touch-manipulation rounded-box border px-0.5 leading-5 font-semibold',
        isSelected ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface hover:bg-sunken',
      )}
      onClick={() => onTendered(sum)}
    >
      {label}
    </button>
  );
  return (
    <fieldset aria-label={t('sell.notes')} className="flex min-w-0 flex-wrap gap-1.5">
      {button(t('sell.exact'), null, tendered === null || tendered === due)}
      {sums.map((sum) => button(groupThousands(sum), sum, tendered === sum))}
    </fieldset>
  );
}

interface SlotProps {
  label: string;
  /** null: not known yet */
  value: ReactNode;
  /** the entry field expects it now */
  isExpected: boolean;
  onEdit: () => void;
  hotkey?: string;
  remark?: string | null;
  /** its value is read out: it keeps its room where others shrink */
  isWhole?: boolean;
  /** a name needs smaller type on the smallest screen */
  isName?: boolean;
}

/** An amount from a million on, or a name, needs smaller type on the smallest screen. */
const isLongValue = (value: string): boolean => /^Rp.{8}/.test(value) || value.length > 16;

/** A field that was accepted, large enough to be checked. A press puts it back into the entry field. */
export function Slot({ label, value, isExpected, onEdit, hotkey, remark = null, ...size }: SlotProps) {
  const { isWhole = false, isName = false } = size;
  return (
    <button
      type="button"
      onClick={onEdit}
      className={classes(
        'flex min-h-14 touch-manipulation flex-col justify-center rounded-box border px-3 py-1 text-left',
        isWhole ? 'shrink-0' : 'min-w-0',
        isExpected ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface hover:bg-sunken',
      )}
    >
      <span className="flex w-full items-center justify-between gap-2 text-small text-ink-soft">
        <span className="truncate">
          {/* Alone: with the label before it the product beside it would have no room. */}
          {remark === null ? label : <span className="font-semibold text-unknown">{remark}</span>}
        </span>
        {hotkey ? (
          <span className="-my-1">
            <Kbd>{hotkey}</Kbd>
          </span>
        ) : null}
      </span>
      <span
        className={classes(
          'block w-full min-w-0 truncate leading-6 font-semibold',
          isName
            ? 'text-body xl:text-large'
            : typeof value === 'string' && isLongValue(value)
              ? 'text-body'
              : 'text-large',
        )}
      >
        {value ?? '…'}
      </span>
    </button>
  );
}
