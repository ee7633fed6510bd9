import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { Pin, Reason } from '../../../shared/contract/procedure.ts';
import { mismatchTitle } from '../../i18n/sale-messages.ts';
import { useMay, usePeople } from '../../state/people.ts';
import { showReceipt } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { PinField, TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SaleSummary } from '../../ui/SaleSummary.tsx';
import { dateTimeText } from '../../ui/time-text.ts';
import { type CheckoutKind, type Overrides, update } from './checkout-store.ts';
import { submitSale } from './submission.ts';

interface Props {
  kind: CheckoutKind;
  error: KonterError;
}

/** Why a sale was not sent: a question where a person may decide, otherwise a notice. */
export function SaleErrorNotice({ kind, error }: Props) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { other } = error;
  const dismiss = (): void => update(kind, { error: null });
  const question = questionOf(t, kind, error, zone);
  if (question) return <OverrideQuestion kind={kind} question={question} onClose={dismiss} />;
  if (error.code !== 'in_flight') return <ErrorNotice error={error} />;
  return (
    <Confirm
      title={t('sell.inFlight.title')}
      lead={`${t('errors.in_flight.title')} ${t('errors.in_flight.why')}`}
      stop={t('sell.duplicate.stop')}
      go={other ? { label: t('sell.inFlight.see'), run: () => showReceipt(other.id), danger: false } : null}
      onClose={dismiss}
    >
      {other ? <SaleSummary sale={other} /> : null}
    </Confirm>
  );
}

interface Question {
  title: string;
  lead: string;
  detail: ReactNode;
  stop: string;
  /** the label of the button that sends the sale in spite of the error */
  go: string;
  overrides: Overrides;
}

/** Null for an error that nobody may override. */
function questionOf(t: TFunction, kind: CheckoutKind, error: KonterError, zone: string): Question | null {
  const { code, reason, other, cutOff, mismatch } = error;
  const isOrder = kind === 'order';
  if (code === 'duplicate') {
    const time = other ? dateTimeText(other.sentAt ?? other.createdAt, zone) : '';
    const isSameCredit = reason === 'same_credit';
    const lead = isOrder ? t('sell.duplicate.ask') : t('bills.duplicateAsk');
    return {
      title: isSameCredit ? t('sell.sameCredit.title', { time }) : t('sell.duplicate.title', { time }),
      lead: isSameCredit ? t('sell.sameCredit.ask') : lead,
      detail: other ? <SaleSummary sale={other} /> : null,
      stop: t('sell.duplicate.stop'),
      go: isOrder ? t('sell.duplicate.again') : t('bills.again'),
      overrides: { allowDuplicate: true, ...(other ? { duplicateOf: other.id } : {}) },
    };
  }
  if (code === 'cut_off' && cutOff) {
    const [start, end] = [cutOff.start.slice(0, 5), cutOff.end.slice(0, 5)];
    return {
      title: t('sell.cutOff.title', { end }),
      lead: t('sell.cutOff.ask'),
      detail: (
        <p className="text-large font-semibold">
          {t('errorParts.cutOffWindow', { start, end, zone: cutOff.timeZone })}
        </p>
      ),
      stop: t('sell.cutOff.stop'),
      go: t('sell.cutOff.send'),
      overrides: { allowCutOff: true },
    };
  }
  if (code === 'number_mismatch' && mismatch) {
    return {
      title: mismatchTitle(t, mismatch),
      lead: t('entry.mismatch.lead'),
      detail: null,
      stop: t('entry.mismatch.stop'),
      go: t('entry.mismatch.go'),
      overrides: { allowMismatch: true },
    };
  }
  if (code === 'not_allowed' && (reason === 'below_risen_cost' || reason === 'below_cost')) {
    return {
      title: t('sell.belowCost.title'),
      lead: t(reason === 'below_risen_cost' ? 'sell.belowCost.askRisen' : 'sell.belowCost.ask'),
      detail: null,
      stop: t('sell.belowCost.stop'),
      go: t('sell.belowCost.send'),
      overrides: { allowBelowCost: true },
    };
  }
  return null;
}

interface QuestionProps {
  kind: CheckoutKind;
  question: Question;
  onClose: () => void;
}

/** Where people are set up, an override needs a reason, and a PIN where the person who is signed in may not override. */
function OverrideQuestion({ kind, question, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const needsReason = usePeople(({ state }) => state?.exist ?? false);
  const mayOverride = useMay('override');
  const [reason, setReason] = useState('');
  const [pin, setPin] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const submit = (): void => {
    const parsed = Reason.safeParse(reason);
    const approval = parsed.success ? { reason: parsed.data, ...(Pin.safeParse(pin).success ? { pin } : {}) } : null;
    setReasonMissing(approval === null);
    if (needsReason && approval === null) return;
    onClose();
    void submitSale(kind, { ...question.overrides, ...(needsReason ? approval : {}) });
  };
  const { title, lead, detail, stop, go } = question;
  return (
    <Confirm title={title} lead={lead} stop={stop} go={{ label: go, run: submit }} onClose={onClose}>
      {detail}
      {needsReason ? (
        <div className="flex flex-col gap-2">
          <TextField
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
              value={pin}
              onChange={(event) => setPin(event.currentTarget.value)}
            />
          )}
        </div>
      ) : null}
    </Confirm>
  );
}
