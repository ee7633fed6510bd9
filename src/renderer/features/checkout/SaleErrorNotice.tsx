import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { Pin, Reason } from '../../../shared/contract/inputs.ts';
import { useMay, usePeople } from '../../state/people.ts';
import { goToSale } from '../../state/places.ts';
import { useShopZone } from '../../state/settings.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { inputLook } from '../../ui/classes.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PinField } from '../../ui/PinField.tsx';
import { dateTimeText } from '../../ui/time-text.ts';
import { errorWords } from '../../words/error-words.ts';
import { type CheckoutKind, type Overrides, update } from './checkout-store.ts';
import { SaleSummary } from './SaleSummary.tsx';
import { submitSale } from './submission.ts';

interface Props {
  kind: CheckoutKind;
  error: KonterError;
}

/** Why a sale was not sent: a question where a person may decide, otherwise a notice. */
export function SaleErrorNotice({ kind, error }: Props) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { other, cutOff } = error;
  const dismiss = (): void => update(kind, { error: null });
  if (error.code === 'duplicate') {
    const isSameCredit = error.reason === 'same_credit';
    const time = other ? dateTimeText(other.sentAt ?? other.createdAt, zone) : '';
    const lead = kind === 'order' ? t('sell.duplicate.ask') : t('bills.duplicateAsk');
    return (
      <OverrideQuestion
        kind={kind}
        title={t(isSameCredit ? 'sell.sameCredit.title' : 'sell.duplicate.title', { time })}
        lead={isSameCredit ? t('sell.sameCredit.ask') : lead}
        stop={t('sell.duplicate.stop')}
        go={kind === 'order' ? t('sell.duplicate.again') : t('bills.again')}
        overrides={{ allowDuplicate: true, ...(other ? { duplicateOf: other.id } : {}) }}
        onClose={dismiss}
      >
        {other ? <SaleSummary sale={other} /> : null}
      </OverrideQuestion>
    );
  }
  if (error.code === 'in_flight') {
    return (
      <Confirm
        title={t('sell.inFlight.title')}
        lead={`${t('errors.in_flight.title')} ${t('errors.in_flight.why')}`}
        stop={t('sell.duplicate.stop')}
        go={other ? { label: t('sell.inFlight.see'), run: () => goToSale(other.id), danger: false } : null}
        onClose={dismiss}
      >
        {other ? <SaleSummary sale={other} /> : null}
      </Confirm>
    );
  }
  if (error.code === 'cut_off' && cutOff) {
    const start = cutOff.start.slice(0, 5);
    const end = cutOff.end.slice(0, 5);
    return (
      <OverrideQuestion
        kind={kind}
        title={t('sell.cutOff.title', { end })}
        lead={t('sell.cutOff.ask')}
        stop={t('sell.cutOff.stop')}
        go={t('sell.cutOff.send')}
        overrides={{ allowCutOff: true }}
        onClose={dismiss}
      >
        <p className="text-large font-semibold">
          {t('errorParts.cutOffWindow', { start, end, zone: cutOff.timeZone })}
        </p>
      </OverrideQuestion>
    );
  }
  const isRisen = error.reason === 'below_risen_cost';
  if (error.code === 'not_allowed' && (isRisen || error.reason === 'below_cost')) {
    return (
      <OverrideQuestion
        kind={kind}
        title={t('sell.belowCost.title')}
        lead={t(isRisen ? 'sell.belowCost.askRisen' : 'sell.belowCost.ask')}
        stop={t('sell.belowCost.stop')}
        go={t('sell.belowCost.send')}
        overrides={{ allowBelowCost: true }}
        onClose={dismiss}
      />
    );
  }
  return <Notice tone="failed" live="alert" {...errorWords(t, error)} />;
}

interface QuestionProps {
  kind: CheckoutKind;
  title: string;
  lead: string;
  stop: string;
  /** the label of the button that sends the sale in spite of the error */
  go: string;
  overrides: Overrides;
  onClose: () => void;
  children?: ReactNode;
}

/** Where people are set up, an override needs a reason, and a PIN where the person who is signed in may not override. */
function OverrideQuestion({ kind, title, lead, stop, go, overrides, onClose, children }: QuestionProps) {
  const needsReason = usePeople(({ state }) => state?.exist ?? false);
  const [reason, setReason] = useState('');
  const [pin, setPin] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const submit = (): void => {
    const parsed = Reason.safeParse(reason);
    const isMissing = needsReason && !parsed.success;
    setReasonMissing(isMissing);
    if (isMissing) return;
    onClose();
    void submitSale(kind, {
      ...overrides,
      ...(needsReason && parsed.success ? { reason: parsed.data } : {}),
      ...(needsReason && Pin.safeParse(pin).success ? { pin } : {}),
    });
  };
  return (
    <Confirm title={title} lead={lead} stop={stop} go={{ label: go, run: submit }} onClose={onClose}>
      {children}
      {needsReason ? (
        <OverrideFields
          reason={reason}
          pin={pin}
          isReasonMissing={isReasonMissing}
          onReason={setReason}
          onPin={setPin}
        />
      ) : null}
    </Confirm>
  );
}

interface FieldProps {
  reason: string;
  pin: string;
  isReasonMissing: boolean;
  onReason: (reason: string) => void;
  onPin: (pin: string) => void;
}

function OverrideFields({ reason, pin, isReasonMissing, onReason, onPin }: FieldProps) {
  const { t } = useTranslation();
  const mayOverride = useMay('override');
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t('people.override.reason')}
        hint={t('people.override.lead')}
        fault={isReasonMissing ? t('people.override.reasonBad') : null}
      >
        {(ids) => (
          <input
            {...ids}
            autoComplete="off"
            maxLength={200}
            value={reason}
            onChange={(event) => onReason(event.currentTarget.value)}
            className={inputLook}
          />
        )}
      </Field>
      {mayOverride ? null : (
        <PinField label={t('people.override.pin')} value={pin} onChange={(event) => onPin(event.currentTarget.value)} />
      )}
    </div>
  );
}
