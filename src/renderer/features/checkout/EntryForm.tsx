import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { type EntryReading, type EntryStep, keptEntry, shownEntry } from '../../../shared/domain/entry.ts';
import { isUnresolved } from '../../../shared/domain/transaction.ts';
import { aloud, mismatchTitle } from '../../i18n/sale-messages.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { useNumberPad } from '../../state/keys.ts';
import { useMay } from '../../state/people.ts';
import { GroupedInput } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes, inputLook } from '../../ui/classes.ts';
import { deferred } from '../../ui/deferred.tsx';
import { FieldFrame } from '../../ui/FieldFrame.tsx';
import { ProductName } from '../../ui/Logo.tsx';
import { KeysWithheld, LiveRegion } from '../../ui/Notice.tsx';
import { likelyCash, nextSum } from '../../ui/number-text.ts';
import { typesPart } from '../payment/index.ts';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import { mismatchOf, parseEntry } from './checkout-store.ts';
import { isHeldError } from './claim.ts';
import { EntryButtons } from './EntryButtons.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import { selectCash, toggleKeepPrice, typeEntry } from './entry-amounts.ts';
import { clearEntry, editField, selectOption, stepBack, submitEntry } from './entry-controller.ts';
import { focusField, ignoreRepeatedEnter, keepCaret, pasteList, useFormKeys, useOptionKeys } from './entry-keys.ts';
import { type EntryOptions, findOption, useEntryOptions } from './entry-options.ts';
import { type EntryView, useAcceptedFields, useEntryHint, useEntryLabel, useEntryView } from './entry-view.ts';
import { useLastSales, useLastSlipKey } from './last-sales.ts';
import { MissingPrice } from './MissingPrice.tsx';
import { MoneyRow, Slot } from './MoneyRow.tsx';
import { PaymentRow } from './PaymentRow.tsx';
import { isBlank } from './parking.ts';
import { isRefused } from './submission.ts';

const LastSales = deferred(async () => (await import('./LastSales.tsx')).LastSales);
const Refusal = deferred(async () => (await import('./Refusal.tsx')).Refusal);
const HeldQuestion = deferred(async () => (await import('./SaleQuestions.tsx')).HeldQuestion, KeysWithheld);
const MismatchQuestion = deferred(async () => (await import('./SaleQuestions.tsx')).MismatchQuestion, KeysWithheld);
const MoneyQuestion = deferred(async () => (await import('./SaleQuestions.tsx')).MoneyQuestion, KeysWithheld);

/** Puts an order or a bill together in one field. Enter accepts its text, then leads to the cash, then to the reading back. */
export function EntryForm({ kind }: { kind: CheckoutKind }) {
  const { t } = useTranslation();
  const view = useEntryView(kind);
  const { checkout, total } = view;
  const { text, step } = checkout;
  const form = useRef<HTMLFormElement>(null);
  const label = useEntryLabel(view);
  const hint = useEntryHint(view);
  const { options, preferredId } = useEntryOptions(kind);
  const listId = `${kind}-options`;
  const onBack = useCallback(() => stepBack(kind), [kind]);
  const keys = useOptionKeys({ listId, text, context: contextOf(view), onBack });
  const activeId = keys.activeId ?? preferredId;
  const onClear = (): void => clearEntry(kind);
  const isPriceTyped = checkoutRules[kind].steps.includes('price');
  const mayKeepPrice = useMay('catalogue');
  const lastSales = useLastSales();
  useLastSlipKey(lastSales);
  const refused = isRefused(checkout);
  const asksForPrice = view.isPriceMissing && step === 'price' && !refused;
  // Where there is no price yet, its key keeps the one that is typed.
  const toEdit = { label: t('entry.keys.price'), run: () => editField(kind, 'price') };
  const toKeep = { label: t('entry.priceMissing.keep'), run: () => toggleKeepPrice(kind) };
  const onPrice = asksForPrice ? (mayKeepPrice ? toKeep : null) : toEdit;
  useFormKeys(form, onClear, isPriceTyped ? onPrice : null);
  const edit = (step: EntryStep): void => {
    editField(kind, step);
    focusField(form);
  };

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
    // Some scanners end with Tab: the next scan would be typed behind this one.
    if (event.key === 'Tab' && !event.shiftKey && understoodEntries.has(parseEntry(checkout).is)) {
      event.preventDefault();
      return form.current?.requestSubmit();
    }
    const isLeaving = event.key === 'ArrowUp' && text === '';
    const sum =
      step === 'tendered' && !isLeaving && !typesPart(view.payment)
        ? nextSum(event.key, likelyCash(total ?? 0), view.tendered)
        : undefined;
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
      className="mx-auto flex h-full max-w-7xl flex-col gap-2 px-4 pt-3 pb-4"
    >
      <EntryAnnouncement view={view} label={label} hint={hint} />
      <LiveRegion words={view.customerNo === '' ? '' : unsettledAloud(t, options)} />
      {checkout.mismatch === null ? null : <MismatchQuestion view={view} />}
      {checkout.question === null ? null : <MoneyQuestion view={view} />}
      {isHeldError(checkout.error) && checkout.phase === 'entry' ? (
        <HeldQuestion kind={kind} error={checkout.error} />
      ) : null}
      <ScrollArea>
        <div className="flex items-start gap-2 zoomed:flex-wrap">
          <EntrySlots view={view} onEdit={edit} />
          <EntryField
            view={view}
            label={label}
            hint={hint}
            listId={listId}
            activeId={activeId}
            onText={type}
            onClear={onClear}
            onKeyDown={onKeyDown}
          />
        </div>
        {checkout.refusal === null ? null : <Refusal view={view} />}
        {asksForPrice ? <MissingPrice view={view} mayKeep={mayKeepPrice} /> : null}
        <EntryPanel
          view={view}
          listId={listId}
          options={refused ? withoutSale(options, checkout.refusal?.other?.id) : options}
          activeId={activeId}
          onSelect={select}
          onText={type}
        />
      </ScrollArea>
      {refused ? null : <PaymentRow view={view} />}
      <MoneyRow
        kind={kind}
        total={total}
        isRefused={refused}
        hasPriceKey={!asksForPrice}
        payment={view.payment}
        tendered={view.tendered}
        step={step}
        onPrice={isPriceTyped ? () => edit('price') : null}
        onCash={() => (view.action === 'confirm' ? edit('tendered') : undefined)}
        onTendered={(sum) => selectCash(kind, sum)}
        instead={
          isPriceTyped && lastSales.length > 0 && total === null && isBlank(checkout) ? (
            // Its place is there before its code: the button beside it stays where it is.
            <div className="min-w-0">
              <LastSales sales={lastSales} />
            </div>
          ) : null
        }
        submit={<SubmitButton view={view} />}
      />
    </form>
  );
}

/** The refusal leads to the sale: it needs no card, and the products have its room. */
const withoutSale = (options: EntryOptions, id: string | undefined): EntryOptions => ({
  ...options,
  recent: options.recent.filter((option) => !('sale' in option) || option.sale.id !== id),
});

/** Of the customer's sales, those that are not settled: said before any cash is taken. */
function unsettledAloud(t: TFunction, { recent }: EntryOptions): string {
  return aloud(
    recent.flatMap((option) =>
      option.is === 'unsettled'
        ? [
            `${option.sale.productName ?? option.sale.productCode}: ${t(`states.${option.sale.state}`)}`,
            t(`entry.unsettled.${isUnresolved(option.sale.state) ? 'wait' : 'giveBack'}`),
          ]
        : [],
    ),
  );
}

/** What the arrows walk through starts again with another of these. */
function contextOf({ checkout, customerNo, productCode }: EntryView): string {
  const { kind, draft, phase, step, text } = checkout;
  const inquired = checkoutRules[kind].needsInquiry ? [phase, draft.bill, productCode] : [];
  return [step, text, customerNo, ...inquired].join(' ');
}

const submitLabels = {
  inquire: 'bills.inquire',
  wait: 'bills.lookingUp',
  inquireAgain: 'bills.inquireAgain',
  useNewer: 'bills.useNew',
} as const;

/** The one primary action. */
function SubmitButton({ view: { checkout, action } }: { view: EntryView }) {
  const { t } = useTranslation();
  return (
    <Button type="submit" look="primary" large hotkey="Enter" className="min-w-40" disabled={action === 'wait'}>
      {t(action === 'confirm' ? `${checkoutRules[checkout.kind].screen}.review` : submitLabels[action])}
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

/**
 * Says to a screen reader what was accepted and what is expected next: the caret never leaves the field, so the field's new
 * label would not be read.
 */
function EntryAnnouncement({ view, label, hint }: { view: EntryView; label: string; hint: string }) {
  const { t } = useTranslation();
  const accepted = useAcceptedFields(view);
  const { kind, text, step } = view.checkout;
  const announced = useRef({ accepted, label });
  const [message, setMessage] = useState('');
  useEffect(() => {
    const before = announced.current;
    announced.current = { accepted, label };
    const added = accepted.filter((each, at) => each !== null && each !== before.accepted[at]);
    if (added.length === 0 && label === before.label) return;
    setMessage(aloud([...added, t('entry.waits', { what: label }), hint === label ? null : hint]));
  }, [accepted, label, hint, t]);
  useEffect(() => {
    if (!understoodEntries.has(parseEntry({ kind, text, step }).is)) return;
    const timer = window.setTimeout(() => setMessage(hint), restMs);
    return () => window.clearTimeout(timer);
  }, [kind, text, step, hint]);
  return <output className="sr-only">{message}</output>;
}

/** The number and the product that the entry field has accepted, before it: Shift+Tab, the arrow upwards or a tap edits them. */
function EntrySlots({ view, onEdit }: { view: EntryView; onEdit: (step: EntryStep) => void }) {
  const { t } = useTranslation();
  const { customerNo, productCode, product } = view;
  const { kind, draft, step } = view.checkout;
  const mismatch = mismatchOf(draft);
  const slots: Partial<Record<EntryStep, ReactNode>> = {
    customerNo: customerNo !== '' && (
      <Slot
        key="number"
        label={t('entry.slot.number')}
        value={<span className="font-mono">{groupCustomerNo(customerNo)}</span>}
        isWhole
        remark={mismatch ? mismatchTitle(t, mismatch) : null}
        isExpected={step === 'customerNo'}
        onEdit={() => onEdit('customerNo')}
      />
    ),
    product: productCode !== '' && (
      <Slot
        key="product"
        label={t('entry.slot.product')}
        value={<ProductName name={product?.productName ?? productCode} />}
        isName
        isExpected={step === 'product'}
        onEdit={() => onEdit('product')}
      />
    ),
  };
  if (!slots.customerNo && !slots.product) return null;
  return (
    <div className="mt-6 flex max-w-3/5 min-w-0 shrink gap-2 zoomed:mt-0 zoomed:max-w-full zoomed:basis-full">
      {checkoutRules[kind].steps.map((each) => slots[each])}
    </div>
  );
}

interface FieldProps {
  view: EntryView;
  label: string;
  hint: string;
  /** the list that the arrows walk through, and the option they are on */
  listId: string;
  activeId: string | null;
  onText: (text: string) => void;
  onClear: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The entry field: it accepts everything, says what it expects, and keeps the caret. */
function EntryField(props: FieldProps) {
  const { t } = useTranslation();
  const { label, hint, onText } = props;
  const { checkout, customerNo, productCode, isPriceMissing } = props.view;
  const { text, step, entryError } = checkout;
  const isFirst = customerNo === '' && productCode === '';
  const field = useRef<HTMLDivElement>(null);
  const isPadShown = useNumberPad((state) => state.isShown);
  const lastStep = useRef<EntryStep | null>(null);
  const { total, tendered } = props.view;
  const accepted = { customerNo, product: productCode, price: total, tendered }[step];
  // An accepted value that is put back into the field is there to be typed over; anything else is typed on.
  useLayoutEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    const input = text === '' ? null : field.current?.querySelector('input');
    if (text === String(accepted)) input?.select();
    else input?.setSelectionRange(input.value.length, input.value.length);
  });
  return (
    <div
      ref={field}
      className={classes('flex flex-1 items-start gap-2', isPadShown ? 'min-w-104' : 'min-w-110', 'zoomed:min-w-0')}
    >
      <FieldFrame
        label={label}
        hint={hint}
        fault={entryError ? t(`entry.fault.${entryError}`) : null}
        // Below the keys beside the field there is room for the hint: on a second line it would move the products.
        className={classes('flex-1', entryError || isPadShown ? null : 'lg:[&>p]:whitespace-nowrap')}
      >
        {({ 'aria-describedby': description, ...ids }) => (
          <div className="@container">
            <GroupedInput
              {...ids}
              // A hint that changes with every digit is no description, since readers say each. EntryAnnouncement says it later.
              aria-describedby={entryError || text !== '' || !isFirst ? undefined : description}
              aria-errormessage={entryError ? `${ids.id}-fault` : undefined}
              name="entry"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is one, with a list of cards
              role="combobox"
              aria-expanded
              aria-controls={props.listId}
              aria-activedescendant={props.activeId ?? undefined}
              aria-autocomplete="list"
              autoCapitalize="off"
              enterKeyHint="next"
              inputMode={isPadShown ? 'none' : step === 'product' ? 'text' : 'tel'}
              text={text}
              display={shownEntry(text, step)}
              keep={(typed) => keptEntry(typed, step)}
              onText={onText}
              onPaste={(event) => {
                if (pasteList(event.clipboardData.getData('text'))) event.preventDefault();
              }}
              onKeyDown={props.onKeyDown}
              className={classes(
                inputLook,
                'h-14 font-mono font-semibold',
                text.length > 18 ? 'text-large' : 'text-title',
                // Beside both slots of a small screen a number would lose its last digits.
                text.length > 10 && '@max-[18rem]:text-large',
                isPriceMissing && step === 'price' && !isRefused(checkout) && 'border-2 border-unknown bg-unknown-soft',
              )}
            />
          </div>
        )}
      </FieldFrame>
      <EntryButtons kind={checkout.kind} onClear={props.onClear} />
    </div>
  );
}
