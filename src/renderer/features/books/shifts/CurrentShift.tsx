import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { Reason } from '../../../../shared/contract/procedure.ts';
import { maxDrawerAmount } from '../../../../shared/domain/bounds.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Shift, ShiftReport } from '../../../../shared/domain/shift.ts';
import { call, useAnswer } from '../../../host/call.ts';
import { dateTimeText } from '../../../i18n/time-text.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { restoreFocus, useKeys } from '../../../state/keys.ts';
import { useSettings, useShopZone } from '../../../state/settings.ts';
import { useStatus } from '../../../state/status.ts';
import { toast } from '../../../state/toast.ts';
import { AmountField } from '../../../ui/AmountField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FormDialog } from '../../../ui/Dialog.tsx';
import { Select, TextField } from '../../../ui/Field.tsx';
import { useZodForm } from '../../../ui/form.ts';
import { Eye, Minus, Plus, Printer } from '../../../ui/later-icons.tsx';
import { ErrorNotice, Skeleton } from '../../../ui/Notice.tsx';
import { AskPin } from '../AskPin.tsx';
import { actorName } from '../report-text.ts';
import { ReportView } from './ReportView.tsx';
import { printShift, useShifts } from './shifts-store.ts';

const readX = (number: string) => call('shifts.report', { number: Number(number) });

/** The open shift: its sales, the movements of cash, and the next actions. The X report, without the cash. */
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
  const print = (): void => void printShift(shift.number);
  useKeys([{ key: 'F8', label: t('shifts.printX'), run: print }]);
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
          seenPurse={seen?.purse ?? null}
          peek={
            hasPin ? (
              <Button icon={Eye} onClick={() => setDialog('peek')}>
                {t('books.peek')}
              </Button>
            ) : null
          }
          move={
            <>
              <Button icon={Plus} onClick={() => setDialog('in')}>
                {t('shifts.move.in')}
              </Button>
              <Button icon={Minus} onClick={() => setDialog('out')}>
                {t('shifts.move.out')}
              </Button>
            </>
          }
        />
      ) : (
        <ErrorNotice error={answer.error} />
      )}
      <footer className="sticky bottom-0 -mx-4 mt-auto flex justify-between gap-3 border-t border-line bg-surface p-3 zoomed:static zoomed:flex-wrap">
        <Button icon={Printer} hotkey="F8" onClick={print}>
          {t('shifts.printX')}
        </Button>
        <Button look="primary" onClick={() => useShifts.setState({ closing: true })}>
          {t('shifts.close.begin')}
        </Button>
      </footer>
      {answer?.ok && (dialog === 'in' || dialog === 'out') ? (
        <MoveCash
          direction={dialog}
          moves={answer.value.moves.length}
          onClose={shut}
          onDone={() => {
            // The cash that the supervisor saw has changed.
            setSeen(null);
            setMoves((n) => n + 1);
          }}
        />
      ) : null}
      {dialog === 'peek' ? (
        <AskPin
          lead={t('shifts.peekLead')}
          onClose={shut}
          send={async (pin) => {
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
  /** how many the shift has */
  moves: number;
  onDone: () => void;
  onClose: () => void;
}

const amountOfMove = z
  .int()
  .nullable()
  .transform((typed) => typed ?? 0)
  .pipe(z.int().min(1));
const Move = z.object({ amount: amountOfMove, reason: Reason, category: z.string() });

const none: readonly string[] = [];

/** Cash put into the drawer or taken out that is about no sale: how much, and why. */
function MoveCash({ direction, moves, onDone, onClose }: Props) {
  const { t } = useTranslation();
  // As it was when the dialog opened: where the answer to a try is lost, the same again is refused.
  const [movesAtOpen] = useState(moves);
  const categories = useSettings((state) => state.view?.settings.cashCategories ?? none);
  const form = useZodForm({
    schema: Move,
    defaults: { amount: null, reason: '', category: '' },
    async send({ amount, reason, category }) {
      const answer = await call(direction === 'in' ? 'shifts.payIn' : 'shifts.payOut', {
        amount,
        reason,
        ...(category === '' ? {} : { category }),
        known: movesAtOpen,
      });
      if (!answer.ok) return answer.error;
      toast('success', t(`shifts.move.${direction}Done`, { amount: formatRupiah(amount) }));
      onDone();
      return null;
    },
    done: onClose,
  });
  return (
    <FormDialog
      title={t(`shifts.move.${direction}`)}
      lead={t(`shifts.move.${direction}Lead`)}
      form={form}
      submit={t(`shifts.move.${direction}Save`)}
      onClose={onClose}
    >
      <AmountField
        max={maxDrawerAmount}
        label={t('shifts.move.amount')}
        {...form.control('amount', t('shifts.move.noAmount'))}
      />
      <TextField
        label={t('shifts.move.reason')}
        hint={t(`shifts.move.${direction}Hint`)}
        maxLength={200}
        {...form.field('reason', t('shifts.move.noReason'))}
      />
      {categories.length === 0 ? null : (
        <Select
          label={t('shifts.move.category')}
          choices={['', ...categories].map((value) => ({ value, label: value || t('shifts.move.noCategory') }))}
          {...form.control('category')}
        />
      )}
    </FormDialog>
  );
}
