import { type FormEvent, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryReading } from '../../../shared/domain/entry/reading.ts';
import { likelyCash } from '../../ui/amount-text.ts';
import { Button } from '../../ui/Button.tsx';
import { aloud } from '../../words/sale-aloud.ts';
import { type Checkout, type CheckoutKind, parseEntry, reset } from './checkout-store.ts';
import { EntryField } from './EntryField.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import { EntrySlots } from './EntrySlots.tsx';
import { editField, selectCash, selectOption, stepBack, submitEntry, typeEntry } from './entry-controller.ts';
import { focusField, ignoreRepeatedEnter, keepCaret, nextSum, useFormKeys, useOptionKeys } from './entry-keys.ts';
import { findOption, useEntryOptions } from './entry-options.ts';
import { type EntryView, useAcceptedFields, useEntryHint, useEntryLabel, useEntryView } from './entry-view.ts';
import { MoneyRow } from './MoneyRow.tsx';

const editPrice = (): void => editField('order', 'price');

/** Puts an order or a bill together in one field. Enter accepts its text, then leads to the cash, then to the reading back. */
export function EntryForm({ kind }: { kind: CheckoutKind }) {
  const view = useEntryView(kind);
  const { checkout, customerNo, productCode, total } = view;
  const { text, step } = checkout;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const label = useEntryLabel(view);
  const hint = useEntryHint(view);
  const accepted = useAcceptedFields(view);
  const { options, preferredId } = useEntryOptions(kind);
  const listId = `${kind}-options`;
  const onBack = useCallback(() => stepBack(kind), [kind]);
  const keys = useOptionKeys({ listId, text, context: contextOf(view), onBack });
  const activeId = keys.activeId ?? preferredId;
  const onClear = useCallback(() => reset(kind), [kind]);
  useFormKeys(form, onClear, kind === 'order' ? editPrice : undefined);

  const select = useCallback(
    (id: string): boolean => {
      const option = findOption(options, id);
      if (option) selectOption(kind, option);
      return option !== undefined;
    },
    [kind, options],
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    focusField(form);
    if (activeId !== null && select(activeId)) return;
    void submitEntry(kind);
  };
  const type = (typed: string): void => typeEntry(kind, typed);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const sum = step === 'tendered' ? nextSum(event.key, likelyCash(total ?? 0), view.tendered) : undefined;
    if (sum === undefined) return keys.onKeyDown(event);
    event.preventDefault();
    type(sum === null ? '' : String(sum));
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the press is on its buttons; the caret stays in the field
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDownCapture={ignoreRepeatedEnter}
      onMouseDown={keepCaret}
      className="mx-auto flex h-full max-w-4xl flex-col gap-2 px-4 pt-3 pb-4"
    >
      <EntryAnnouncement checkout={checkout} accepted={accepted} label={label} hint={hint} />
      <ScrollArea>
        <EntryField
          field={field}
          checkout={checkout}
          label={label}
          hint={hint}
          isFirst={customerNo === '' && productCode === ''}
          listId={listId}
          activeId={activeId}
          onText={type}
          onClear={onClear}
          onKeyDown={onKeyDown}
        />
        <EntrySlots view={view} />
        <EntryPanel view={view} listId={listId} options={options} activeId={activeId} onSelect={select} onText={type} />
      </ScrollArea>
      <MoneyRow
        kind={kind}
        total={total}
        tendered={view.tendered}
        step={step}
        onPrice={kind === 'order' ? editPrice : null}
        onCash={() => (kind === 'order' || view.billAction === 'confirm' ? editField(kind, 'tendered') : undefined)}
        onTendered={(sum) => selectCash(kind, sum)}
        submit={<SubmitButton view={view} />}
      />
    </form>
  );
}

/** What the arrows walk through starts again with another of these. */
function contextOf({ checkout, customerNo, productCode }: EntryView): string {
  const { kind, phase, saleId, step, text } = checkout;
  const context = kind === 'order' ? [step, text, customerNo] : [phase, saleId, step, text, productCode, customerNo];
  return context.join(' ');
}

const submitLabels = {
  inquire: 'bills.inquire',
  wait: 'bills.inquiring',
  inquireAgain: 'bills.inquireAgain',
  useNewer: 'bills.useNew',
  confirm: 'bills.review',
} as const;

/** The one primary action. */
function SubmitButton({ view: { billAction } }: { view: EntryView }) {
  const { t } = useTranslation();
  return (
    <Button type="submit" look="primary" large hotkey="Enter" className="min-w-40" disabled={billAction === 'wait'}>
      {t(billAction === null ? 'sell.review' : submitLabels[billAction])}
    </Button>
  );
}

/** The field and the options scroll where notices leave little room; the cash and the button below stay whole. */
function ScrollArea({ children }: { children: ReactNode }) {
  // The room at its edges is the focus ring's.
  return (
    <div className="-mx-2 -mt-3 -mb-1 flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-2 pt-3 pb-1 zoomed:overflow-visible">
      {children}
    </div>
  );
}

/** The text is announced once the hand has rested for so long. */
const restMs = 900;

/** Entries whose hint says how they are understood. */
const understoodEntries: ReadonlySet<EntryReading['is']> = new Set(['number', 'quick', 'receipt', 'proof']);

interface AnnouncementProps {
  checkout: Checkout;
  accepted: ReadonlyArray<string | null>;
  label: string;
  hint: string;
}

/**
 * Tells a screen reader what was accepted and what is expected next: the caret never leaves the field, so the field's new
 * label would not be read.
 */
function EntryAnnouncement({ checkout, accepted, label, hint }: AnnouncementProps) {
  const { t } = useTranslation();
  const { kind, text, step } = checkout;
  const announced = useRef({ accepted, label });
  const [message, setMessage] = useState('');
  useEffect(() => {
    const before = announced.current;
    announced.current = { accepted, label };
    const news = accepted.filter((each, at) => each !== null && each !== before.accepted[at]);
    if (news.length === 0 && label === before.label) return;
    setMessage(aloud([...news, t('entry.waits', { what: label }), hint === label ? null : hint]));
  }, [accepted, label, hint, t]);
  useEffect(() => {
    if (!understoodEntries.has(parseEntry({ kind, text, step }).is)) return;
    const timer = window.setTimeout(() => setMessage(hint), restMs);
    return () => window.clearTimeout(timer);
  }, [kind, text, step, hint]);
  return <output className="sr-only">{message}</output>;
}
