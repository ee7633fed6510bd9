import { useState } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SupervisorPinForm } from '../staff/index.ts';

interface AskPinProps {
  lead: string;
  /** asks main with the PIN; answers why not, or null when it is done. The PIN is kept nowhere. */
  send: (pin: string) => Promise<KonterError | null>;
  onClose: () => void;
}

/** Asks the supervisor before the cash is shown that a cashier is still to count. */
export function AskPin({ lead, send, onClose }: AskPinProps) {
  const { t } = useTranslation();
  const [error, setError] = useState<KonterError | null>(null);
  const onPin = async (pin: string): Promise<void> => {
    const problem = await send(pin);
    setError(problem);
    if (problem === null) onClose();
  };
  return (
    <Dialog title={t('books.pin.title')} lead={lead} onClose={onClose}>
      {(settled) => <SupervisorPinForm {...{ settled, error, onPin, onClose }} go={t('books.pin.show')} />}
    </Dialog>
  );
}
