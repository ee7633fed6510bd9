import { Eye, Minus, Plus, Printer } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { maxBillAmount } from '../../../../shared/domain/entry.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Shift, ShiftReport } from '../../../../shared/domain/shift.ts';
import { call } from '../../../host/call.ts';
import { useAnswer } from '../../../host/use-answer.ts';
import { errorWords } from '../../../i18n/error-message.ts';
import { type Binding, useKeys } from '../../../state/keys.ts';
import { useShopZone } from '../../../state/settings.ts';
import { useStatus } from '../../../state/status.ts';
import { AmountField } from '../../../ui/AmountField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { inputLook } from '../../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { restoreFocus } from '../../../ui/restore-focus.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { dateTimeText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.ts';
import { AskPin } from '../Figures.tsx';
import { actorName } from '../report-text.ts';
import { ReportView } from './ReportView.tsx';
import { printShift, useShifts } from './shifts-store.ts';

const readX = (number: string) => call('shifts.report', { number: Number(number) });

/** The open shift: what was sold in it, what moved in the drawer, and the ways to go on. The X report, without the cash. */
export function CurrentShift({ shift }: { shift: Shift }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const status = useStatus((state) => state.status);
  const hasPin = status?.supervisorPinSet === true;
  const [moves, setMoves] = useState(0);
  const [dialog, setDialog] = useState<'in' | 'out' | 'peek' | null>(null);
  /** with the cash, as it was when the supervisor looked */
  const [seen, setSeen] = useState<ShiftReport | null>(null);
  const version = useMemo(() => ({ status, moves }), [status, moves]);
  const answer = useAnswer(readX, String(shift.number), version)?.answer ?? null;
  const print = useCallback(() => void printShift(shift.number), [shift.number]);
  useKeys(useMemo((): Binding[] => [{ key: 'F8', label: t('shifts.printX'), run: print }], [t, print]));
  const shut = (): void => setDialog(null);
  // The form that was in this place took the focus along.
  useEffect(() => restoreFocus(null), []);
  return (
    <div className="flex min-h-full flex-col gap-4 p-4 pb-0">
      <header>
        <h3 className="text-title font-semibold">{t('shifts.openNow', { n: shift.number })}</h3>
        <p className="text-ink-soft">
          {t('shifts.openedBy', {
            time: dateTimeText(shift.openedAt, zone),
            who: actorName(t, shift.openedBy),
            cash: formatRupiah(shift.opening),
          })}
        </p>
      </header>
      {answer === null ? (
        <Skeleton className="h-60" />
      ) : answer.ok ? (
        <ReportView
          report={answer.value}
          seen={seen?.cash ?? null}
          peek={
            hasPin ? (
              <Button icon={<Eye aria-hidden="true" className="size-5" />} onClick={() => setDialog('peek')}>
                {t('books.peek')}
              </Button>
            ) : null
          }
          move={
            <>
              <Button icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setDialog('in')}>
                {t('shifts.move.in')}
              </Button>
              <Button icon={<Minus aria-hidden="true" className="size-5" />} onClick={() => setDialog('out')}>
                {t('shifts.move.out')}
              </Button>
            </>
          }
        />
      ) : (
        <Notice tone="failed" live="alert" {...errorWords(t, answer.error)} />
      )}
      <footer className="sticky bottom-0 -mx-4 mt-auto flex justify-between gap-3 border-t border-line bg-surface p-3">
        <Button icon={<Printer aria-hidden="true" className="size-5" />} hotkey="F8" onClick={print}>
          {t('shifts.printX')}
        </Button>
        <Button look="primary" onClick={() => useShifts.setState({ closing: true })}>
          {t('shifts.close.begin')}
        </Button>
      </footer>
      {dialog === 'in' || dialog === 'out' ? (
        <MoveCash
          direction={dialog}
          onClose={shut}
          onDone={() => {
            // What the supervisor saw is no longer so.
            setSeen(null);
            setMoves((n) => n + 1);
          }}
        />
      ) : null}
      {dialog === 'peek' ? (
        <AskPin
          lead={t('shifts.peekLead')}
          onClose={shut}
          ask={async (pin) => {
            const report = await call('shifts.report', { number: shift.number, withCash: true, pin });
            if (report.ok) setSeen(report.value);
            return report.ok ? null : report.error;
          }}
        />
      ) : null}
    </div>
  );
}

interface Props {
  direction: 'in' | 'out';
  onDone: () => void;
  onClose: () => void;
}

/** Cash put into the drawer or taken out that is about no sale: how much, and why. */
function MoveCash({ direction, onDone, onClose }: Props) {
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
