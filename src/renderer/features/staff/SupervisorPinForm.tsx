import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { Pin, Reason } from '../../../shared/contract/inputs.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogFooter } from '../../ui/Dialog.tsx';
import { PinField, TextField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';

interface Props {
  /** of the dialog around it: only then does the focus stay where it is put */
  settled: boolean;
  /** what the button says */
  go: string;
  /** what main said to the last PIN */
  error: KonterError | null;
  /** asks main with the PIN, which is kept nowhere */
  onPin: (pin: string, reason?: string) => Promise<void>;
  /** why, is asked too: it stays in the log */
  asksReason?: boolean;
  onClose: () => void;
}

/** The supervisor's PIN for one thing that a cashier may not do. */
export function SupervisorPinForm({ settled, go, error, onPin, onClose, asksReason = false }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [pin, setPin] = useState('');
  const [bad, setBad] = useState(false);
  const [reason, setReason] = useState('');
  const [noReason, setNoReason] = useState(false);
  useEffect(() => {
    if (settled) form.current?.querySelector('input')?.focus();
  }, [settled]);
  const ask = async (): Promise<void> => {
    const good = Pin.safeParse(pin).success;
    const why = Reason.safeParse(reason);
    setBad(!good);
    setNoReason(asksReason && !why.success);
    if (!good || (asksReason && !why.success)) return;
    await onPin(pin, asksReason ? why.data : undefined);
    setPin('');
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      {asksReason ? (
        <TextField
          label={t('people.override.reason')}
          fault={noReason ? t('people.override.reasonBad') : null}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <PinField
        label={t('printing.pin.field')}
        fault={bad ? t('printing.pin.bad') : null}
        value={pin}
        onChange={(event) => setPin(event.currentTarget.value)}
      />
      {error ? <Notice tone="failed" live="alert" compact {...errorWords(t, error)} /> : null}
      <DialogFooter>
        <div className="flex flex-wrap justify-between gap-3">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!settled}>
            {go}
          </Button>
        </div>
      </DialogFooter>
    </form>
  );
}
