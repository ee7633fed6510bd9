import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cashShortfall, changeDue } from '../../../../shared/domain/cash.ts';
import type { EntryStep } from '../../../../shared/domain/entry/reading.ts';
import { formatRupiah, groupThousands } from '../../../../shared/domain/money.ts';
import { likelyCash } from '../../../ui/amount-text.ts';
import { classes } from '../../../ui/classes.ts';
import { Slot } from '../entry/Slot.tsx';

interface Props {
  priceLabel: string;
  total: number | null;
  tendered: number | null;
  /** what the field waits for */
  step: EntryStep;
  /** null: the price stands */
  onPrice: (() => void) | null;
  onCash: () => void;
  onTendered: (tendered: number | null) => void;
  /** the one primary action */
  go: ReactNode;
}

/** Price, cash and change, the sums a customer is likely to hand over, and what comes next. */
export function MoneyRow(props: Props) {
  const { t } = useTranslation();
  const { total, tendered, step } = props;
  const short = cashShortfall(total, tendered);
  const back = total === null ? '' : formatRupiah(short > 0 ? short : changeDue(total, tendered));
  const price = total === null ? null : formatRupiah(total);
  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)_15rem] gap-2 zoomed:grid-cols-1">
      <div className="grid grid-cols-2 gap-2">
        {props.onPrice ? (
          <Slot label={props.priceLabel} value={price} waited={step === 'price'} onEdit={props.onPrice} hotkey="F6" />
        ) : (
          <div className="flex min-w-0 flex-col justify-center py-1 pl-1">
            <span className="text-small text-ink-soft">{props.priceLabel}</span>
            <span
              data-testid="total"
              className={classes('truncate leading-6 font-bold', isLong(price) ? 'text-body' : 'text-large')}
            >
              {price ?? t('common.none')}
            </span>
          </div>
        )}
        <Slot
          label={t('entry.slot.cash')}
          value={
            total === null ? null : tendered === null || tendered === total ? t('sell.exact') : formatRupiah(tendered)
          }
          waited={step === 'tendered' && total !== null}
          onEdit={props.onCash}
        />
      </div>
      <div
        className={classes(
          'flex min-w-0 flex-col rounded-box px-3 py-1',
          short > 0 ? 'bg-failed-soft text-failed' : 'bg-sunken text-ink',
        )}
      >
        <span className="text-small">{short > 0 ? t('sell.short') : t('sell.change')}</span>
        <output
          // Said in the reading back: with each digit of the cash it would be chatter.
          aria-live="off"
          aria-label={short > 0 ? t('sell.short') : t('sell.change')}
          className={classes(
            'flex h-11 items-center justify-end font-bold whitespace-nowrap',
            back.length > 'Rp999.999'.length ? 'text-title' : 'text-giant',
          )}
        >
          {back === '' ? <span className="text-large text-ink-soft">…</span> : back}
        </output>
      </div>
      <Notes total={total} tendered={tendered} onTendered={props.onTendered} />
      {props.go}
    </div>
  );
}

/** From a million on an amount would hang out of its third of the smallest screen. */
const isLong = (shown: string | null): boolean => (shown?.length ?? 0) > 'Rp999.999'.length;

function Notes({ total, tendered, onTendered }: Pick<Props, 'total' | 'tendered' | 'onTendered'>) {
  const { t } = useTranslation();
  const sums = total === null || total === 0 ? [] : likelyCash(total).slice(0, total >= 1_000_000 ? 2 : 4);
  const look = (on: boolean): string =>
    classes(
      'min-h-14 min-w-0 flex-auto touch-manipulation rounded-box border px-0.5 leading-5 font-semibold',
      'disabled:border-line disabled:text-ink-soft nth-[n+5]:max-2xl:hidden',
      on ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface hover:bg-sunken',
    );
  const exact = total !== null && (tendered === null || tendered === total);
  return (
    <fieldset aria-label={t('sell.notes')} className="flex min-w-0 gap-1.5">
      <button
        type="button"
        tabIndex={-1}
        disabled={total === null}
        aria-pressed={exact}
        className={look(exact)}
        onClick={() => onTendered(null)}
      >
        {t('sell.exact')}
      </button>
      {sums.map((sum) => (
        <button
          key={sum}
          type="button"
          tabIndex={-1}
          aria-pressed={tendered === sum}
          className={look(tendered === sum)}
          onClick={() => onTendered(sum)}
        >
          {groupThousands(sum)}
        </button>
      ))}
    </fieldset>
  );
}
