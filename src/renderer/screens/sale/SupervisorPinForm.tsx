import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { Pin } from '../../../shared/contract/inputs.ts';
import { Button } from '../../design/Button.tsx';
import { DialogFooter } from '../../design/DialogFooter.tsx';
import { Notice } from '../../design/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';
import { PinField } from '../receipts/resolve/PinField.tsx';

interface Props {
  /** of the dialog around it: only then does the focus stay where it is put */
  settled: boolean;
  /** what the button says */
  go: string;
  /** what main said to the last PIN */
  error: KonterError | null;
  /** asks main with the PIN, which is kept nowhere */
  onPin: (pin: string) => Promise<void>;
  onClose: () => void;
}

/** The supervisor's PIN for one thing that a cashier may not do. */
export function SupervisorPinForm({ settled, go, error, onPin, onClose }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [pin, setPin] = useState('');
  const [bad, setBad] = useState(false);
  useEffect(() => {
    if (settled) form.current?.querySelector('input')?.focus();
  }, [settled]);
  const ask = async (): Promise<void> => {
    const good = Pin.safeParse(pin).success;
    setBad(!good);
    if (!good) return;
    await onPin(pin);
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
