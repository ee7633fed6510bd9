import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import type { CounterId } from '../../../../shared/contract/office.ts';
import { Reason } from '../../../../shared/contract/procedure.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { closingNotes, type ShiftReport } from '../../../../shared/domain/shift.ts';
import { call, useAnswer } from '../../../host/call.ts';
import { dateTimeText, timeText } from '../../../i18n/time-text.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { restoreFocus, useKeys } from '../../../state/keys.ts';
import { useCounterName } from '../../../state/office.ts';
import { useShopZone } from '../../../state/settings.ts';
import { useStatus } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes, toneBorder, toneSoft, toneText } from '../../../ui/classes.ts';
import { FormDialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { useZodForm } from '../../../ui/form.ts';
import { NotebookPen } from '../../../ui/icons.tsx';
import { Printer } from '../../../ui/later-icons.tsx';
import { ErrorNotice, Skeleton } from '../../../ui/Notice.tsx';
import { ofCounter } from '../books-store.ts';
import { actorName, shiftPeople, shiftSpan } from '../report-text.ts';
import { differenceLook } from './cash-count.ts';
import { ReportView } from './ReportView.tsx';
import { printShift, useShifts } from './shifts-store.ts';

interface Props {
  number: number;
  /** at an office: whose shift; it may be open still */
  counter?: CounterId;
}

/** A closed shift's Z report: it stays as it is for ever. At an office also the X report of an open one. */
export function ClosedShift({ number, counter }: Props) {
  const { t } = useTranslation();
  const [noted, setNoted] = useState(0);
  const status = useStatus((state) => (counter === undefined ? null : state.status));
  const readZ = useCallback(
    (of: string) => call('shifts.report', { number: Number(of), ...ofCounter(counter) }),
    [counter],
  );
  // Another counter's shift goes on: main reports it with the status.
  const answer = useAnswer(readZ, String(number), status ?? noted)?.answer ?? null;
  const print = (): void => void printShift(number, counter);
  const label = t(answer?.ok && answer.value.kind === 'x' ? 'shifts.printX' : 'shifts.printZ');
  useKeys([{ key: 'F8', label, run: print }]);
  // The form that was in this place took the focus along.
  useEffect(() => restoreFocus(null), []);
  if (answer === null) return <Skeleton className="m-4 h-60" />;
  if (!answer.ok) {
    return (
      <div className="p-4">
        <ErrorNotice error={answer.error} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4 p-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <Times report={answer.value} counter={counter} />
        <Button icon={Printer} hotkey="F8" onClick={print}>
          {label}
        </Button>
      </header>
      <Difference report={answer.value} />
      <Notes report={answer.value} onNoted={() => setNoted((n) => n + 1)} />
      <ReportView report={answer.value} />
      <p className="font-mono text-small break-all text-ink-soft select-text">
        {answer.value.head.terminal} · {t('verification.row', { n: answer.value.head.seq })} · {answer.value.head.hash}
      </p>
    </div>
  );
}

function Times({ report: { shift }, counter }: { report: ShiftReport; counter: CounterId | undefined }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const name = useCounterName(counter);
  const title = t(shift.closed === null ? 'shifts.openNow' : 'shifts.closedTitle', { n: shift.number });
  return (
    <div>
      <h3 className="text-title font-semibold">{name === null ? title : `${name} · ${title}`}</h3>
      <p className="text-ink-soft">
        {shiftSpan(shift, zone, (iso) => dateTimeText(iso, zone))} · {shiftPeople(t, shift)}
      </p>
    </div>
  );
}

/** The counted cash, the expected cash and the difference, which is the largest element of the screen. */
function Difference({ report: { shift } }: { report: ShiftReport }) {
  const { t } = useTranslation();
  const { closed } = shift;
  if (closed === null) return null;
  const { tone, icon: Icon, text } = differenceLook(t, closed.difference);
  const figures = [
    [t('shifts.cash.expected'), formatRupiah(closed.expected)],
    [t('shifts.cash.counted'), closed.counted === null ? t('common.none') : formatRupiah(closed.counted)],
  ] as const;
  return (
    <section
      aria-label={t('shifts.difference.label')}
      className={classes(
        'flex flex-wrap items-center justify-between gap-x-8 gap-y-2 rounded-box border p-4',
        toneSoft[tone],
        toneBorder[tone],
      )}
    >
      <p className={classes('flex items-center gap-3 text-title font-semibold', toneText[tone])}>
        <Icon aria-hidden="true" className="size-8 shrink-0" strokeWidth={2.5} />
        {text}
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-ink">
        {figures.map(([label, amount]) => (
          <div key={label}>
            <dt className="text-small">{label}</dt>
            <dd className="text-large font-semibold">{amount}</dd>
          </div>
        ))}
      </dl>
      {closed.counted === null ? <p className="w-full text-ink">{t('shifts.notCounted')}</p> : null}
    </section>
  );
}

/** Why the cash differed, by who was there. The shift closed last takes more of them. */
function Notes({ report, onNoted }: { report: ShiftReport; onNoted: () => void }) {
  const { shift } = report;
  const notes = closingNotes(report);
  const { t } = useTranslation();
  const zone = useShopZone();
  const [writing, setWriting] = useState(false);
  const isLast = useShifts(({ closed }) => closed[0]?.number === shift.number);
  const mayNote = isLast && shift.closed?.difference !== 0;
  if (notes.length === 0 && !mayNote) return null;
  return (
    <section aria-label={t('shifts.note.title')} className="flex flex-col items-start gap-2">
      <ul className="flex w-full flex-col gap-1 empty:hidden">
        {notes.map(({ seq, at, by, text }) => (
          <li key={seq} className="break-words">
            {text ?? t('receipts.erased')}
            <span className="text-small text-ink-soft">
              {' '}
              · {timeText(at, zone)} · {actorName(t, by)}
            </span>
          </li>
        ))}
      </ul>
      {mayNote ? (
        <Button icon={NotebookPen} onClick={() => setWriting(true)}>
          {t('shifts.note.write')}
        </Button>
      ) : null}
      {writing ? <WriteNote number={shift.number} onDone={onNoted} onClose={() => setWriting(false)} /> : null}
    </section>
  );
}

const Note = z.object({ note: Reason });

function WriteNote({ number, onDone, onClose }: { number: number; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: Note,
    defaults: { note: '' },
    async send({ note }) {
      const answer = await call('shifts.explain', { number, note });
      if (!answer.ok) return answer.error;
      onDone();
      return null;
    },
    done: onClose,
  });
  return (
    <FormDialog
      title={t('shifts.note.title')}
      lead={t('shifts.note.lead')}
      form={form}
      submit={t('common.save')}
      onClose={onClose}
    >
      <TextField
        label={t('shifts.note.text')}
        hint={t('shifts.note.hint')}
        maxLength={200}
        {...form.field('note', t('shifts.move.noReason'))}
      />
    </FormDialog>
  );
}
