import { CalendarX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CounterId } from '../../../../shared/contract/office.ts';
import type { Shift } from '../../../../shared/domain/shift.ts';
import { call, useAnswer } from '../../../host/call.ts';
import { useCounterName } from '../../../state/office.ts';
import { useShopZone } from '../../../state/settings.ts';
import { useNow, useStatus } from '../../../state/status.ts';
import { classes, toneText } from '../../../ui/classes.ts';
import { CounterSelect } from '../../../ui/Field.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../../ui/Notice.tsx';
import { shortWhen } from '../../../ui/time-text.ts';
import { type OfficeShift, ofCounter, showBooks, useBooksView } from '../books-store.ts';
import { ClosedShift } from './ClosedShift.tsx';
import { differenceLook } from './cash-count.ts';

const maxListed = 200;
const ask = (counter: string) => call('shifts.list', { limit: maxListed, ...ofCounter(counter) });

/** The shifts of all counters or of one, open ones among them, and the report of one of them. They are opened and closed at the counter. */
export function OfficeShifts() {
  const { t } = useTranslation();
  const { counter, shift } = useBooksView();
  const status = useStatus((state) => state.status);
  const answer = useAnswer(ask, counter ?? '', status)?.answer ?? null;
  if (answer === null) return <Skeleton className="m-4 h-60 flex-1" />;
  if (!answer.ok) {
    return (
      <div className="flex-1 p-4">
        <ErrorNotice error={answer.error} />
      </div>
    );
  }
  const { shifts, counters = [] } = answer.value;
  const rows = shifts.flatMap((each, at) => {
    const of = counters[at] ?? counter;
    return of === null ? [] : [{ shift: each, counter: of }];
  });
  const isOpen = (row: (typeof rows)[number]): boolean =>
    shift?.counter === row.counter && shift.number === row.shift.number;
  const shown = rows.find(isOpen) ?? rows[0];
  return (
    <>
      <div className="min-w-0 flex-1 overflow-y-auto zoomed:flex-none zoomed:overflow-visible">
        {shown ? (
          <ClosedShift
            key={`${shown.counter} ${shown.shift.number}`}
            number={shown.shift.number}
            counter={shown.counter}
          />
        ) : (
          <EmptyState icon={CalendarX} title={t('office.noShifts')} lead={t('office.noShiftsDo')} />
        )}
      </div>
      <nav
        aria-label={t('shifts.list')}
        className="flex w-72 shrink-0 flex-col overflow-y-auto border-l border-line bg-surface zoomed:w-auto zoomed:overflow-visible zoomed:border-t zoomed:border-l-0"
      >
        <div className="flex shrink-0 border-b border-line p-2">
          <CounterSelect value={counter} onValue={(of) => showBooks({ counter: of, shift: null })} />
        </div>
        <ul>
          {rows.map((row) => (
            <li key={`${row.counter} ${row.shift.number}`}>
              <Row {...row} here={row === shown} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

interface RowProps {
  shift: Shift;
  counter: CounterId;
  here: boolean;
}

function Row({ shift: { number, openedAt, closed }, counter, here }: RowProps) {
  const { t } = useTranslation();
  const now = useNow();
  const zone = useShopZone();
  const name = useCounterName(counter);
  const { tone, icon: Icon, text } = differenceLook(t, closed?.difference ?? null);
  const shown: OfficeShift = { counter, number };
  return (
    <button
      type="button"
      aria-current={here}
      onClick={() => showBooks({ shift: shown })}
      className={classes(
        'flex min-h-16 w-full flex-col justify-center border-b border-line px-4 py-1 text-left',
        here ? 'bg-accent-soft shadow-[inset_4px_0_0_var(--accent)]' : 'hover:bg-sunken',
      )}
    >
      <span className="w-full truncate font-semibold">{name ?? counter}</span>
      <span className="flex w-full items-center justify-between gap-2">
        <span>{t('shifts.one', { n: number })}</span>
        {closed === null ? (
          <span className="text-small font-semibold text-pending">{t('office.shiftOpen')}</span>
        ) : (
          <span className={classes('flex items-center gap-1 text-small font-semibold', toneText[tone])}>
            <Icon aria-hidden="true" className="size-4" strokeWidth={2.75} />
            {text}
          </span>
        )}
      </span>
      <span className="text-small text-ink-soft">
        {shortWhen(openedAt, now, zone)}
        {closed ? ` – ${shortWhen(closed.at, now, zone)}` : ''}
      </span>
    </button>
  );
}
