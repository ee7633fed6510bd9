import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import { AmountField } from '../../design/AmountField.tsx';
import { amountSize } from '../../design/amount-size.ts';
import { likelyCash } from '../../design/amount-text.ts';
import { classes } from '../../design/classes.ts';
import { changeOf, shortOf } from './cash.ts';

interface Props {
  /** what the customer pays, left of the cash: a field, or an amount that stands */
  price: ReactNode;
  total: number | null;
  tendered: number | null;
  onTendered: (tendered: number | null) => void;
}

/** Price, cash and change, and the sums a customer is likely to hand over. */
export function MoneyRow({ price, total, tendered, onTendered }: Props) {
  const { t } = useTranslation();
  const short = shortOf(total, tendered);
  const back = total === null ? t('common.none') : formatRupiah(short > 0 ? short : changeOf(total, tendered));
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-3 gap-3">
        {price}
        <div data-field="tendered">
          <AmountField
            label={t('sell.tendered')}
            value={tendered}
            onValue={onTendered}
            placeholder={total === null ? '' : t('sell.exact')}
          />
        </div>
        <div className="flex flex-col gap-1">
          <span className="text-small font-medium text-ink-soft">{short > 0 ? t('sell.short') : t('sell.change')}</span>
          <output
            aria-label={short > 0 ? t('sell.short') : t('sell.change')}
            className={classes(
              'flex min-h-11 items-center justify-end rounded-box px-3 font-bold',
              amountSize(back),
              short > 0 ? 'bg-failed-soft text-failed' : 'bg-sunken text-ink',
            )}
          >
            {back}
          </output>
        </div>
      </div>
      <Notes total={total} tendered={tendered} onTendered={onTendered} />
    </div>
  );
}

function Notes({ total, tendered, onTendered }: Pick<Props, 'total' | 'tendered' | 'onTendered'>) {
  const { t } = useTranslation();
  const sums = total === null || total === 0 ? [] : likelyCash(total);
  const look = (on: boolean): string =>
    classes(
      'min-h-11 rounded-box border px-3 font-semibold disabled:border-line disabled:text-ink-soft',
      on ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface hover:bg-sunken',
    );
  return (
    <fieldset aria-label={t('sell.notes')} className="flex min-h-11 flex-wrap gap-2">
      <button
        type="button"
        disabled={total === null}
        aria-pressed={total !== null && (tendered === null || tendered === total)}
        className={look(total !== null && (tendered === null || tendered === total))}
        onClick={() => onTendered(null)}
      >
        {t('sell.exact')}
      </button>
      {sums.map((sum) => (
        <button
          key={sum}
          type="button"
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
