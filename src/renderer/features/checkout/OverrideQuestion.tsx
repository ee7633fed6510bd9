import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pin, Reason } from '../../../shared/contract/procedure.ts';
import { useMay, usePeople } from '../../state/people.ts';
import { Confirm } from '../../ui/Dialog.tsx';
import { PinField, TextField } from '../../ui/Field.tsx';
import type { Overrides } from './checkout-store.ts';
import type { Question } from './sale-question.tsx';

interface QuestionProps {
  question: Question;
  onGo: (overrides: Overrides) => void;
  onClose: () => void;
  /** sends; without one only the button does */
  hotkey?: string;
}

/** Where people are set up, an override needs a reason, and a PIN where the person who is signed in may not override. */
export function OverrideQuestion({ question, onGo, onClose, hotkey }: QuestionProps) {
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
    onGo({ ...question.overrides, ...(needsReason ? approval : {}) });
  };
  const { title, lead, detail, stop, go } = question;
  return (
    <Confirm
      title={title}
      lead={lead}
      stop={stop}
      go={{ label: go, run: submit, ...(hotkey ? { hotkey } : {}) }}
      onClose={onClose}
    >
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
