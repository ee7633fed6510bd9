import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '../../../shared/domain/payment.ts';
import { paymentWords } from '../../i18n/sale-messages.ts';
import { Confirm } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import type { PaymentChoice } from './payment-choice.ts';

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
