import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pin } from '../../shared/contract/inputs.ts';
import { Button } from '../design/Button.tsx';
import { Dialog } from '../design/Dialog.tsx';
import { DialogFooter } from '../design/DialogFooter.tsx';
import { Notice } from '../design/Notice.tsx';
import { PinField } from '../screens/receipts/resolve/PinField.tsx';
import { useSettings } from '../store/settings.ts';
import { errorWords } from '../words/error-words.ts';
import { answerPin, stopAsking, useAskSupervisor } from './ask-supervisor.ts';

/** Asks the supervisor for one copy more than the owner allows. */
export function CopiesPin() {
  const { t } = useTranslation();
  const asking = useAskSupervisor((state) => state.asking);
  const limit = useSettings((state) => state.view?.settings.copiesLimit ?? 0);
  if (asking === null) return null;
  return (
    <Dialog title={t('printing.pin.title')} lead={t('printing.pin.lead', { n: limit })} onClose={stopAsking}>
      {(settled) => <PinForm settled={settled} />}
    </Dialog>
  );
}

function PinForm({ settled }: { settled: boolean }) {
  const { t } = useTranslation();
  const asking = useAskSupervisor((state) => state.asking);
  const form = useRef<HTMLFormElement>(null);
  const [pin, setPin] = useState('');
  const [bad, setBad] = useState(false);
  useEffect(() => {
    if (settled) form.current?.querySelector('input')?.focus();
  }, [settled]);
  const print = async (): Promise<void> => {
    const good = Pin.safeParse(pin).success;
    setBad(!good);
    if (!good || asking === null) return;
    await answerPin(pin);
    setPin('');
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void print();
      }}
    >
      <PinField
        label={t('printing.pin.field')}
        fault={bad ? t('printing.pin.bad') : null}
        value={pin}
        onChange={(event) => setPin(event.currentTarget.value)}
      />
      {asking?.error ? <Notice tone="failed" live="alert" compact {...errorWords(t, asking.error)} /> : null}
      <DialogFooter>
        <div className="flex flex-wrap justify-between gap-3">
          <Button onClick={stopAsking}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!settled}>
            {t('printing.pin.print')}
          </Button>
        </div>
      </DialogFooter>
    </form>
  );
}
