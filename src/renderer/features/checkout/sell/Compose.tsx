import { type FormEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
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
import { SellOptions } from './SellOptions.tsx';
import { SellSlots } from './SellSlots.tsx';
import { startAnew, useSell } from './sell-store.ts';
import { editEntry, stepBack, takeEntry, typeEntry } from './take-entry.ts';
import { useChosen } from './use-chosen.ts';
import { useSellHint } from './use-sell-hint.ts';

const list = 'sell-options';
const editPrice = (): void => editEntry('price');

/** Putting a sale together in one field. Enter takes what stands in it, then leads to the cash, then to the reading back. */
export function Compose() {
  const { t } = useTranslation();
  const { draft, text, step, fault } = useSell();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const keys = useEntryKeys({ list, text, about: `${step} ${text} ${draft.customerNo}`, onBack: stepBack });
  const { options, preferred, choose } = useChosen();
  const active = keys.active ?? preferred;
  const hint = useSellHint();
  const label = t(step === 'customerNo' && draft.product ? 'entry.label.number' : `entry.label.${step}`);
  const { customerNo, product, price } = draft;
  const taken = useMemo(
    () => [
      customerNo === '' ? null : `${t('entry.slot.number')} ${groupCustomerNo(customerNo)}`,
      product ? `${t('entry.slot.product')} ${product.productName ?? product.productCode}` : null,
      price === null || step === 'price' ? null : `${t('sell.price')} ${formatRupiah(price)}`,
    ],
    [t, customerNo, product, price, step],
  );
  useFieldKeys(form, startAnew, editPrice);

  const advance = (event: FormEvent): void => {
    event.preventDefault();
    focusFirst(form);
    if (active !== null && choose(active)) return;
    void takeEntry();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the press is on its buttons; the caret stays in the field
    <form
      ref={form}
      onSubmit={advance}
      onKeyDownCapture={swallowHeldEnter}
      onMouseDown={keepCaret}
      className="mx-auto flex h-full max-w-4xl flex-col gap-2 px-4 pt-3 pb-4"
      noValidate
    >
      <SaidOfEntry taken={taken} waits={label} text={text} step={step} hint={hint} />
      <ScrollsAboveMoney>
        <EntryField
          field={field}
          text={text}
          step={step}
          label={label}
          hint={hint}
          fault={fault}
          first={customerNo === '' && product === null}
          list={list}
          active={active ?? undefined}
          onText={typeEntry}
          onClear={startAnew}
          onKeyDown={(event) => {
            const sum =
              step === 'tendered' ? nextSum(event.key, likelyCash(draft.price ?? 0), draft.tendered) : undefined;
            if (sum === undefined) keys.onKeyDown(event);
            else {
              event.preventDefault();
              typeEntry(sum === null ? '' : String(sum));
            }
          }}
        />
        <SellSlots />
        <EntrySide text={text} onText={typeEntry}>
          <SellOptions list={list} options={options} active={active} onChoose={choose} />
        </EntrySide>
      </ScrollsAboveMoney>
      <MoneyRow
        priceLabel={t('sell.price')}
        total={draft.price}
        onPrice={() => editEntry('price')}
        step={step}
        tendered={draft.tendered}
        onTendered={(sum) => {
          useSell.setState({ step: 'tendered' });
          typeEntry(sum === null ? '' : String(sum));
        }}
        onCash={() => editEntry('tendered')}
        go={
          <Button type="submit" look="primary" large hotkey="Enter" className="min-w-40">
            {t('sell.review')}
          </Button>
        }
      />
    </form>
  );
}
