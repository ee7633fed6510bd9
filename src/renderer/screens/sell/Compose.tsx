import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { likelyCash } from '../../design/amount-text.ts';
import { Button } from '../../design/Button.tsx';
import type { Binding } from '../../keys/match.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { EntryField } from '../entry/EntryField.tsx';
import { EntrySide } from '../entry/EntrySide.tsx';
import { nextSum } from '../entry/next-sum.ts';
import { togglePad } from '../entry/pad-store.ts';
import { useEntryKeys } from '../entry/use-entry-keys.ts';
import { focusFirst } from '../sale/focus-first.ts';
import { swallowHeldEnter } from '../sale/held-enter.ts';
import { keepCaret } from '../sale/keep-caret.ts';
import { MoneyRow } from '../sale/MoneyRow.tsx';
import { useTypedAnywhere } from '../sale/typed-anywhere.ts';
import { SellOptions } from './SellOptions.tsx';
import { SellSlots } from './SellSlots.tsx';
import { startAnew, useSell } from './sell-store.ts';
import { editEntry, stepBack, takeEntry, typeEntry } from './take-entry.ts';
import { useChosen } from './use-chosen.ts';
import { useSellHint } from './use-sell-hint.ts';

const list = 'sell-options';

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
        { key: '↑↓', label: t('entry.keys.choose'), run: null },
        { key: 'Backspace', label: t('entry.keys.back'), run: null, quiet: true },
        { key: 'F6', label: t('entry.keys.price'), run: () => editEntry('price') },
        { key: 'F10', label: t('entry.keys.pad'), run: togglePad, quiet: true },
      ],
      [t],
    ),
  );

  useEffect(() => focusFirst(form), []);
  useTypedAnywhere(() => focusFirst(form));

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
      <EntryField
        field={field}
        text={text}
        step={step}
        label={t(step === 'customerNo' && draft.product ? 'entry.label.number' : `entry.label.${step}`)}
        hint={hint}
        fault={fault}
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
