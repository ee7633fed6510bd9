import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { maxBillAmount } from '../../../../shared/domain/entry.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { call } from '../../../host/call.ts';
import { AmountField } from '../../../ui/AmountField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { inputLook } from '../../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { errorWords } from '../../../words/error-words.ts';

interface Props {
  direction: 'in' | 'out';
  onDone: () => void;
  onClose: () => void;
}

/** Cash put into the drawer or taken out that is about no sale: how much, and why. */
export function MoveCash({ direction, onDone, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={t(`shifts.move.${direction}`)} lead={t(`shifts.move.${direction}Lead`)} onClose={onClose}>
      {(settled) => <MoveForm {...{ direction, onDone, onClose, settled }} />}
    </Dialog>
  );
}

function MoveForm({ direction, onDone, onClose, settled }: Props & { settled: boolean }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const busy = useRef(false);
  useEffect(() => {
    if (settled) form.current?.querySelector('input')?.focus();
  }, [settled]);
  const noAmount = (amount ?? 0) < 1;
  const noReason = reason.trim().length < 3;
  const move = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (busy.current || noAmount || noReason || amount === null) return;
    busy.current = true;
    const answer = await call(direction === 'in' ? 'shifts.payIn' : 'shifts.payOut', { amount, reason: reason.trim() });
    busy.current = false;
    if (!answer.ok) return setError(answer.error);
    toast('success', t(`shifts.move.${direction}Done`, { amount: formatRupiah(amount) }));
    onDone();
    onClose();
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void move(event)} className="flex flex-col gap-3">
      <AmountField
        max={maxBillAmount}
        label={t('shifts.move.amount')}
        value={amount}
        onValue={setAmount}
        fault={tried && noAmount ? t('shifts.move.noAmount') : null}
      />
      <Field
        label={t('shifts.move.reason')}
        hint={t(`shifts.move.${direction}Hint`)}
        fault={tried && noReason ? t('shifts.move.noReason') : null}
      >
        {(ids) => (
          <input
            {...ids}
            autoComplete="off"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            className={inputLook}
          />
        )}
      </Field>
      {error ? <Notice tone="failed" live="alert" compact {...errorWords(t, error)} /> : null}
      <DialogFooter>
        <div className="flex flex-wrap justify-between gap-3">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!settled}>
            {t(`shifts.move.${direction}Save`)}
          </Button>
        </div>
      </DialogFooter>
    </form>
  );
}
