import { type FormEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import type { EntryStep } from '../../../../shared/domain/entry/reading.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { useSale } from '../../../state/sales.ts';
import { likelyCash } from '../../../ui/amount-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { EntryField } from '../entry/EntryField.tsx';
import { EntrySide } from '../entry/EntrySide.tsx';
import { nextSum } from '../entry/next-sum.ts';
import { SaidOfEntry } from '../entry/SaidOfEntry.tsx';
import { ScrollsAboveMoney } from '../entry/ScrollsAboveMoney.tsx';
import { useEntryKeys } from '../entry/use-entry-keys.ts';
import { useFieldKeys } from '../entry/use-field-keys.ts';
import { focusFirst } from '../sale/focus-first.ts';
import { swallowHeldEnter } from '../sale/held-enter.ts';
import { keepCaret } from '../sale/keep-caret.ts';
import { MoneyRow } from '../sale/MoneyRow.tsx';
import { BillPlace } from './BillPlace.tsx';
import { BillSlots } from './BillSlots.tsx';
import { startAnewBill, useBill } from './bill-store.ts';
import { billStepBack, editBillEntry, takeBillEntry, typeBillEntry } from './take-entry.ts';
import { type BillTurn, buttonWords, turnOf } from './turn.ts';
import { useBillChoice } from './use-bill-choice.ts';
import { useBillHint } from './use-bill-hint.ts';

const list = 'bill-options';

/** What the field waits for; cash is not asked for before the bill is there, and Enter takes none. */
function labelOf(step: EntryStep, turn: BillTurn) {
  if (step === 'customerNo') return 'entry.label.number';
  if (step === 'product') return 'entry.label.bill';
  return turn === 'wait' ? 'bills.inquiring' : 'entry.label.tendered';
}

/** The same one field for bills: product and number, then the bill below it, then the cash. */
export function AskBill() {
  const { t } = useTranslation();
  const { text, step, fault, phase, billId, problem, tendered, code, customerNo } = useBill();
  const bill = useSale(billId);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const keys = useEntryKeys({
    list,
    text,
    about: `${phase} ${step} ${text} ${code} ${customerNo}`,
    onBack: billStepBack,
  });
  const { options, preferred, choose } = useBillChoice();
  const active = keys.active ?? preferred;
  const turn = turnOf(phase, bill, problem);
  const payable = turn === 'review';
  const total = payable ? (bill?.total ?? null) : null;
  const hint = useBillHint(payable);
  const taken = useMemo(
    () => [
      customerNo === '' ? null : `${t('entry.slot.number')} ${groupCustomerNo(customerNo)}`,
      code === '' ? null : `${t('entry.slot.product')} ${code}`,
      total === null ? null : `${bill?.customerName ?? ''} ${t('bills.total')} ${formatRupiah(total)}`.trim(),
    ],
    [t, customerNo, code, total, bill?.customerName],
  );
  useFieldKeys(form, startAnewBill);

  const advance = (event: FormEvent): void => {
    event.preventDefault();
    focusFirst(form);
    if (active !== null && choose(active)) return;
    takeBillEntry();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the press is on its buttons; the caret stays in the field
    <form
      ref={form}
      noValidate
      onSubmit={advance}
      onKeyDownCapture={swallowHeldEnter}
      onMouseDown={keepCaret}
      className="mx-auto flex h-full max-w-4xl flex-col gap-2 px-4 pt-3 pb-4"
    >
      <SaidOfEntry taken={taken} waits={t(labelOf(step, turn))} text={text} step={step} hint={hint} />
      <ScrollsAboveMoney>
        <EntryField
          field={field}
          text={text}
          step={step}
          label={t(labelOf(step, turn))}
          hint={hint}
          fault={fault}
          first={customerNo === '' && code === ''}
          list={list}
          active={active ?? undefined}
          onText={typeBillEntry}
          onClear={startAnewBill}
          onKeyDown={(event) => {
            const sum = step === 'tendered' ? nextSum(event.key, likelyCash(total ?? 0), tendered) : undefined;
            if (sum === undefined) keys.onKeyDown(event);
            else {
              event.preventDefault();
              typeBillEntry(sum === null ? '' : String(sum));
            }
          }}
        />
        <BillSlots />
        <EntrySide text={text} onText={typeBillEntry}>
          <BillPlace list={list} options={options} active={active} onChoose={choose} />
        </EntrySide>
      </ScrollsAboveMoney>
      <MoneyRow
        priceLabel={t('bills.total')}
        total={total}
        onPrice={null}
        step={step}
        tendered={tendered}
        onTendered={(sum) => {
          useBill.setState({ step: 'tendered' });
          typeBillEntry(sum === null ? '' : String(sum));
        }}
        onCash={() => (payable ? editBillEntry('tendered') : undefined)}
        go={
          <Button type="submit" look="primary" large hotkey="Enter" className="min-w-40" disabled={turn === 'wait'}>
            {t(buttonWords[turn])}
          </Button>
        }
      />
    </form>
  );
}
