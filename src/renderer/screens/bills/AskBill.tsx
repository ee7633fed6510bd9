import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import type { Binding } from '../../keys/match.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { useSale } from '../../store/sales.ts';
import { focusFirst } from '../sale/focus-first.ts';
import { swallowHeldEnter } from '../sale/held-enter.ts';
import { NumberField } from '../sale/NumberField.tsx';
import { useTypedAnywhere } from '../sale/typed-anywhere.ts';
import { BillCodeField } from './BillCodeField.tsx';
import { BillPlace } from './BillPlace.tsx';
import { changeAsk, startAnewBill, useBill } from './bill-store.ts';
import { inquire, missingOfAsk } from './inquire.ts';
import { reviewBill, takeNewerBill } from './pay-bill.ts';
import { TakeCash } from './TakeCash.tsx';
import { buttonWords, turnOf } from './turn.ts';

/** What is asked for above, the bill below it. Enter asks, then leads to the cash, then to the reading back. */
export function AskBill() {
  const { t } = useTranslation();
  const { customerNo, phase, billId, checked, problem } = useBill();
  const bill = useSale(billId);
  const form = useRef<HTMLFormElement>(null);
  const turn = turnOf(phase, bill, problem);
  const payable = turn === 'review';

  useKeys(
    useMemo(
      (): Binding[] => [
        { key: 'Enter', label: t('sell.keys.submit'), run: () => form.current?.requestSubmit() },
        {
          key: 'Escape',
          label: t('sell.keys.clear'),
          run: () => {
            startAnewBill();
            focusFirst(form);
          },
        },
      ],
      [t],
    ),
  );

  useEffect(() => focusFirst(form), []);

  const focus = (field: string): void => {
    const input = form.current?.querySelector<HTMLInputElement>(`[data-field="${field}"] input`);
    input?.focus();
    input?.select();
  };
  useTypedAnywhere(() => focus(missingOfAsk(useBill.getState()) ?? (payable ? 'tendered' : 'customerNo')));

  const advance = (event: FormEvent): void => {
    event.preventDefault();
    const from = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'];
    const missing = missingOfAsk(useBill.getState());
    if (missing !== null) {
      if (from === missing) useBill.setState({ checked: true });
      focus(missing);
    } else if (turn === 'takeNewer') takeNewerBill();
    else if (!payable) void inquire();
    else if (from === 'customerNo' || from === 'product') focus('tendered');
    else reviewBill();
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={advance}
      onKeyDownCapture={swallowHeldEnter}
      className="mx-auto flex h-full max-w-4xl flex-col gap-2 p-4"
    >
      <div className="grid grid-cols-[3fr_5fr] gap-3">
        <div data-field="product">
          <BillCodeField />
        </div>
        <div data-field="customerNo">
          <NumberField
            label={t('bills.customerNo')}
            value={customerNo}
            onValue={(typed) => changeAsk({ customerNo: typed })}
            checked={checked}
          />
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
        <BillPlace />
      </div>
      {payable && bill ? <TakeCash key={bill.id} bill={bill} /> : null}
      <div className="flex items-center justify-end gap-3">
        <Button type="submit" look="primary" large hotkey="Enter" className="min-w-48" disabled={turn === 'wait'}>
          {t(buttonWords[turn])}
        </Button>
      </div>
    </form>
  );
}
