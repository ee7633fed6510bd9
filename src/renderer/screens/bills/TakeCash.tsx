import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { amountSize } from '../../design/amount-size.ts';
import { classes } from '../../design/classes.ts';
import { MoneyRow } from '../sale/MoneyRow.tsx';
import { setTendered, useBill } from './bill-store.ts';

/** The cash for a bill that is shown; the caret is in it as soon as the bill is there. */
export function TakeCash({ bill }: { bill: Transaction }) {
  const { t } = useTranslation();
  const tendered = useBill((state) => state.tendered);
  const total = bill.total === null ? t('common.none') : formatRupiah(bill.total);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => row.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={row} className="border-t border-line pt-2">
      <MoneyRow
        price={
          <div className="flex flex-col gap-1">
            <span className="text-small font-medium text-ink-soft">{t('bills.total')}</span>
            <span className={classes('flex min-h-11 items-center font-bold', amountSize(total))}>{total}</span>
          </div>
        }
        total={bill.total}
        tendered={tendered}
        onTendered={setTendered}
      />
    </div>
  );
}
