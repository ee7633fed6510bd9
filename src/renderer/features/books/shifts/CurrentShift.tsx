import { Eye, Minus, Plus, Printer } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Shift, ShiftReport } from '../../../../shared/domain/shift.ts';
import { call } from '../../../host/call.ts';
import { useAnswer } from '../../../host/use-answer.ts';
import type { Binding } from '../../../keys/match.ts';
import { useKeys } from '../../../keys/use-keys.ts';
import { useShopZone } from '../../../state/settings.ts';
import { useStatus } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { restoreFocus } from '../../../ui/restore-focus.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { dateTimeText } from '../../../ui/time-text.ts';
import { errorWords } from '../../../words/error-words.ts';
import { AskPin } from '../AskPin.tsx';
import { actorName } from '../line-name.ts';
import { MoveCash } from './MoveCash.tsx';
import { printShift } from './print-shift.ts';
import { ReportView } from './ReportView.tsx';
import { useShifts } from './shifts-store.ts';

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
