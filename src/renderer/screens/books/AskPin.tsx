import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { Pin } from '../../../shared/contract/inputs.ts';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { DialogFooter } from '../../design/DialogFooter.tsx';
import { Notice } from '../../design/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';
import { PinField } from '../receipts/resolve/PinField.tsx';

interface Props {
  lead: string;
  /** asks main with the PIN; answers why not, or null when it is done. The PIN is kept nowhere. */
  ask: (pin: string) => Promise<KonterError | null>;
  onClose: () => void;
}

/** Asks the supervisor before the cash is shown that a cashier is still to count. */
export function AskPin({ lead, ask, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('books.pin.title')} lead={lead} onClose={onClose}>
      {(settled) => <PinForm {...{ settled, ask, onClose }} />}
    </Dialog>
  );
}

function PinForm({ settled, ask, onClose }: Omit<Props, 'lead'> & { settled: boolean }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [pin, setPin] = useState('');
  const [bad, setBad] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  useEffect(() => {
    if (settled) form.current?.querySelector('input')?.focus();
  }, [settled]);
  const look = async (): Promise<void> => {
    const good = Pin.safeParse(pin).success;
    setBad(!good);
    if (!good) return;
    const problem = await ask(pin);
    setPin('');
    setError(problem);
    if (problem === null) onClose();
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void look();
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
            {t('books.pin.show')}
          </Button>
        </div>
      </DialogFooter>
    </form>
  );
}
