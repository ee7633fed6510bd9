import { useEffect, useRef, useState } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { hasPin, Pin, Reason } from '../../../shared/contract/procedure.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { PaymentMethod } from '../../../shared/domain/payment.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { mismatchTitle, paymentWords } from '../../i18n/sale-messages.ts';
import { shortWhen } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useMay, usePeople } from '../../state/people.ts';
import { showReceipt } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { PinField, TextField } from '../../ui/Field.tsx';
import { SaleSummary } from '../../ui/SaleSummary.tsx';
import type { PaymentChoice } from '../payment/index.ts';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import { type Overrides, type Unapproved, update } from './checkout-store.ts';
import { refuseAsked, typeEntry } from './entry-amounts.ts';
import { acceptAsked, continueDespiteMismatch, editField } from './entry-controller.ts';
import type { EntryView } from './entry-view.ts';
import { usualPrice } from './sale-draft.ts';
import type { Question } from './sale-question.tsx';

interface QuestionProps {
  question: Question;
  onGo: (overrides: Overrides) => void;
  onClose: () => void;
  /** the answer before was not approved */
  unapproved?: Unapproved | null;
  /** sends; without one only the button does */
  hotkey?: string;
}

/** Where people are set up, an override needs a reason, and a PIN where the person who is signed in may not override. */
export function OverrideQuestion({ question, onGo, onClose, unapproved, hotkey }: QuestionProps) {
  const { t } = useTranslation();
  const { title, lead, detail, stop, go, isOwn = false } = question;
  const needsReason = usePeople(({ state }) => state?.exist ?? false) && !isOwn;
  const key = isOwn ? 'F9' : hotkey;
  const mayOverride = useMay('override');
  const [reason, setReason] = useState(unapproved?.reason ?? '');
  const [pin, setPin] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const reasonField = useRef<HTMLInputElement>(null);
  const submit = (): void => {
    const parsed = Reason.refine((text) => !hasPin(text, pin)).safeParse(reason);
    const approval = parsed.success ? { reason: parsed.data, ...(Pin.safeParse(pin).success ? { pin } : {}) } : null;
    setReasonMissing(approval === null);
    // What is typed next is the reason, wherever the focus was.
    if (needsReason && approval === null) return reasonField.current?.focus();
    onClose();
    onGo({ ...question.overrides, ...(needsReason ? approval : {}) });
  };
  return (
    <Confirm
      title={title}
      lead={lead}
      stop={stop}
      go={{ label: go, run: submit, ...(key ? { hotkey: key } : {}) }}
      onClose={onClose}
    >
      {detail}
      {needsReason ? (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens for the fields' Enter
        <div
          className="flex flex-col gap-2"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.repeat || event.defaultPrevented) return;
            event.preventDefault();
            const next = nextEmptyField(event.currentTarget, event.target);
            if (next) next.focus();
            else submit();
          }}
        >
          <TextField
            ref={reasonField}
            label={t('people.override.reason')}
            hint={t('people.override.lead')}
            fault={isReasonMissing ? t('people.override.reasonBad') : null}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {mayOverride ? null : (
            <PinField
              label={t('people.override.pin')}
              fault={unapproved && pin === '' ? errorWords(t, unapproved.error).lines.join(' ') : null}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the PIN is typed again
              autoFocus={Boolean(unapproved?.reason)}
              value={pin}
              onChange={(event) => setPin(event.currentTarget.value)}
            />
          )}
        </div>
      ) : null}
    </Confirm>
  );
}

/** The field behind the one that has the focus, where nothing is typed in it yet. */
function nextEmptyField(fields: HTMLElement, from: EventTarget): HTMLInputElement | null {
  const all = [...fields.querySelectorAll('input')];
  const next = all.find((each, at) => at > all.findIndex((one) => one === from) && each.value === '');
  return next ?? null;
}

interface Props {
  /** the parts that are paid in another way than cash, and arrive elsewhere than in the drawer */
  parts: readonly { method: PaymentMethod; amount: number }[];
  /** as typed before */
  references: PaymentChoice['references'];
  onSend: (references: PaymentChoice['references']) => void;
  onClose: () => void;
}

/**
 * A step of its own before anything is sent against money that arrives elsewhere. Enter leads back; only F9 sends, since the Enter of
 * every sale must not.
 */
export function PaymentQuestion({ parts, references: before, onSend, onClose }: Props) {
  const { t } = useTranslation();
  const [references, setReferences] = useState(before);
  const send = (): void => {
    onClose();
    onSend(references);
  };
  return (
    <Confirm
      title={t('payments.arrived.title')}
      lead={t('payments.arrived.lead')}
      stop={t('payments.arrived.stop')}
      go={{ label: t('payments.arrived.go'), run: send, hotkey: 'F9', danger: false }}
      onClose={onClose}
    >
      <p className="text-giant font-bold">{paymentWords(t, parts)}</p>
      {parts.map(({ method }) => (
        <TextField
          key={method}
          label={t('payments.arrived.reference', { method: t(`payments.method.${method}`) })}
          bare
          maxLength={64}
          value={references[method] ?? ''}
          onChange={(event) => setReferences({ ...references, [method]: event.currentTarget.value })}
        />
      ))}
    </Confirm>
  );
}

interface AmountProps {
  /** what the text would be, or what it would replace */
  subject: 'price' | 'amount' | 'number' | 'bill';
  text: string;
  /** what is usual, or due. Whole rupiah; null: not known */
  total: number | null;
  onGo: () => void;
  onClose: () => void;
}

/** Enter clears the field, since a scanner's Enter comes with the digits; only F9 accepts them. */
export function AmountQuestion({ subject, text, total, onGo, onClose }: AmountProps) {
  const { t } = useTranslation();
  return (
    <Confirm
      title={t(subject === 'price' ? 'entry.money.priceTitle' : 'entry.money.title')}
      lead={t(`entry.money.${subject}`, { total: formatRupiah(total ?? 0) })}
      stop={t('entry.money.stop')}
      go={{ label: t(`entry.money.go.${subject}`, { amount: text }), run: onGo, hotkey: 'F9' }}
      onClose={onClose}
    >
      <p className="font-mono text-giant font-bold break-words">{text}</p>
    </Confirm>
  );
}

/** Digits that may be cash or a number, or that take a found bill's place, are asked about before they are anything. */
export function MoneyQuestion({ view }: { view: EntryView }) {
  const { kind, draft, question, step, text } = view.checkout;
  if (question === null) return null;
  const isAmount = question.is === 'amount';
  const amount = step === 'price' ? 'price' : 'amount';
  const other = view.bill === null ? 'number' : 'bill';
  return (
    <AmountQuestion
      subject={isAmount ? amount : other}
      text={isAmount ? formatRupiah(question.amount) : text}
      total={isAmount && step === 'price' ? (usualPrice(draft)?.amount ?? null) : view.total}
      onGo={() => void acceptAsked(kind)}
      onClose={() => refuseAsked(kind)}
    />
  );
}

function correctNumber(kind: CheckoutKind): void {
  update(kind, { mismatch: null });
  editField(kind, 'customerNo');
}

/** Puts another number into the field, where a person sees it and takes it by Enter. */
function takeNumber(kind: CheckoutKind, number: string): void {
  correctNumber(kind);
  typeEntry(kind, number);
}

/**
 * A step of its own where the number is probably none for the product. Enter corrects the number; only F9 goes on, since the Enter of
 * every sale must not.
 */
export function MismatchQuestion({ view }: { view: EntryView }) {
  const { t } = useTranslation();
  const { kind, mismatch } = view.checkout;
  const isAsked = mismatch !== null;
  useEffect(() => {
    if (!isAsked) return;
    // Who sees the fault types the right number at once.
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || !/^[0-9+]$/.test(event.key)) return;
      event.preventDefault();
      correctNumber(kind);
      typeEntry(kind, event.key);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isAsked, kind]);
  if (!isAsked) return null;
  const correct = (): void => correctNumber(kind);
  const { customerNo, productCode, product } = view;
  // An order of digits only is refused by main for everybody.
  const go = { label: t('entry.mismatch.go'), run: () => continueDespiteMismatch(kind), hotkey: 'F9' };
  return (
    <Confirm
      title={mismatchTitle(t, mismatch)}
      lead={t(mismatch.kind === 'bpjs_card' ? 'entry.mismatch.leadCard' : 'entry.mismatch.lead')}
      stop={t('entry.mismatch.stop')}
      go={mismatch.kind === 'letters' && !checkoutRules[kind].needsInquiry ? null : go}
      onClose={correct}
    >
      <div>
        <p className="font-mono text-giant font-bold break-words">{groupCustomerNo(customerNo)}</p>
        <p className="text-title">{product?.productName ?? productCode}</p>
        {mismatch.kind === 'bpjs_card' ? (
          <Button className="mt-3" onClick={() => takeNumber(kind, mismatch.va)}>
            {t('entry.mismatch.useVa', { va: groupCustomerNo(mismatch.va) })}
          </Button>
        ) : null}
      </div>
    </Confirm>
  );
}

interface HeldProps {
  kind: CheckoutKind;
  error: KonterError;
}

/** Another counter has the sale, or one here is not settled. The only way on is another number: nothing is read back that cannot be sent. */
export function HeldQuestion({ kind, error }: HeldProps) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const now = useNow();
  const { other, counter } = error;
  const isFresh = counter && now - Date.parse(counter.since) < 60_000;
  const when =
    counter &&
    (isFresh ? t('sell.inFlight.justNow') : t('sell.inFlight.since', { time: shortWhen(counter.since, now, zone) }));
  // While it is read back there, it is over soon; what was sent may stay without a result for hours.
  const isSent = counter?.state === 'unresolved' && !isFresh;
  const [at, lead] = isSent
    ? (['heldSale.unsettled', 'heldSale.unsettledLead'] as const)
    : (['sell.inFlight.at', 'sell.inFlight.atLead'] as const);
  return (
    <Confirm
      title={counter ? t(at, { counter: counter.name, when }) : t('sell.inFlight.title')}
      lead={counter ? t(lead) : t('errors.why.in_flight')}
      stop={t('sell.inFlight.toNumber')}
      go={other ? { label: t('sell.inFlight.see'), run: () => showReceipt(other.id), danger: false } : null}
      onClose={() => editField(kind, 'customerNo')}
    >
      {other ? <SaleSummary sale={other} /> : null}
    </Confirm>
  );
}
