import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../design/AmountField.tsx';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import type { Binding } from '../../keys/match.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { errorWords } from '../../words/error-words.ts';
import { focusFirst } from '../sale/focus-first.ts';
import { swallowHeldEnter } from '../sale/held-enter.ts';
import { MoneyRow } from '../sale/MoneyRow.tsx';
import { NumberField } from '../sale/NumberField.tsx';
import { useTypedAnywhere } from '../sale/typed-anywhere.ts';
import { KnownProductGrid } from './KnownProductGrid.tsx';
import { takeTyped } from './look-up.ts';
import { ProductField } from './ProductField.tsx';
import { type DraftField, firstMissing } from './sell-draft.ts';
import { change, startAnew, useSell } from './sell-store.ts';
import { review } from './send-order.ts';

/** Putting a sale together. Enter leads to what is still missing, then to the cash, then to the reading back. */
export function Compose() {
  const { t } = useTranslation();
  const { draft, checked, problem } = useSell();
  const form = useRef<HTMLFormElement>(null);

  useKeys(
    useMemo(
      (): Binding[] => [
        { key: 'Enter', label: t('sell.keys.submit'), run: () => form.current?.requestSubmit() },
        {
          key: 'Escape',
          label: t('sell.keys.clear'),
          run: () => {
            startAnew();
            focusFirst(form);
          },
        },
      ],
      [t],
    ),
  );

  useEffect(() => focusFirst(form), []);

  const focus = (field: DraftField): void => {
    const input = form.current?.querySelector<HTMLInputElement>(`[data-field="${field}"] input`);
    input?.focus();
    input?.select();
  };
  useTypedAnywhere(() => focus(nextAfterProduct()));

  const advance = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const from = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'];
    const { draft: now } = useSell.getState();
    if (!now.product && now.code.trim() !== '' && (from === 'product' || from === 'customerNo')) {
      const found = await takeTyped();
      if (!found) return focus('product');
    }
    const missing = firstMissing(useSell.getState().draft);
    if (missing !== null) {
      if (from === missing) useSell.setState({ checked: true });
      focus(missing);
    } else if (from !== undefined && from !== 'tendered') focus('tendered');
    else review();
  };

  return (
    <form
      ref={form}
      onSubmit={(event) => void advance(event)}
      onKeyDownCapture={swallowHeldEnter}
      className="mx-auto flex h-full max-w-4xl flex-col gap-2 p-4"
      noValidate
    >
      <div className="grid grid-cols-[5fr_3fr] gap-3">
        <div data-field="customerNo">
          <NumberField
            label={t('sell.customerNo')}
            value={draft.customerNo}
            onValue={(customerNo) => change({ customerNo })}
            checked={checked}
          />
        </div>
        <div data-field="product">
          <ProductField />
        </div>
      </div>
      {problem ? <Notice tone="failed" live="alert" {...errorWords(t, problem)} /> : null}
      <KnownProductGrid onChosen={() => focus(nextAfterProduct())} />
      <MoneyRow
        price={
          <div data-field="price">
            <AmountField
              label={t('sell.price')}
              value={draft.price}
              onValue={(price) => change({ price })}
              fault={checked && firstMissing(draft) === 'price' ? t('sell.priceNeeded') : null}
            />
          </div>
        }
        total={draft.price}
        tendered={draft.tendered}
        onTendered={(tendered) => change({ tendered })}
      />
      <div className="flex items-center justify-end gap-3">
        <Button type="submit" look="primary" large hotkey="Enter" className="min-w-48">
          {t('sell.review')}
        </Button>
      </div>
    </form>
  );
}

function nextAfterProduct(): DraftField {
  return firstMissing(useSell.getState().draft) ?? 'tendered';
}
