import { Tabs } from 'radix-ui';
import { useEffect } from 'react';
import { shifts } from '../../../shared/contract/ledger.ts';
import type { CounterId } from '../../../shared/contract/office.ts';
import type { Shift } from '../../../shared/domain/shift.ts';
import { call, useAnswer } from '../../host/call.ts';
import { shortWhen } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useKeys } from '../../state/keys.ts';
import { useCounterName } from '../../state/office.ts';
import { useMay } from '../../state/people.ts';
import { useShopZone } from '../../state/settings.ts';
import { useServesRow, useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { classes, toneText } from '../../ui/classes.ts';
import { CounterSelect } from '../../ui/Field.tsx';
import { CalendarX } from '../../ui/later-icons.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/Notice.tsx';
import { ofCounter, showBooks, tabs, useBooksView } from './books-store.ts';
import { shiftPeople, shiftSpan } from './report-text.ts';
import { SalesBooks } from './SalesBooks.tsx';
import { ClosedShift } from './shifts/ClosedShift.tsx';
import { CloseShift, OpenShift } from './shifts/CountCash.tsx';
import { CurrentShift } from './shifts/CurrentShift.tsx';
import { differenceLook } from './shifts/cash-count.ts';
import { readOlderShifts, refreshShifts, showShift, useShifts } from './shifts/shifts-store.ts';

const onlyShifts = ['shifts'] as const;

/** The sales of some days, and the shifts at the drawer. */
export default function BooksScreen() {
  const { t } = useTranslation();
  const chosen = useBooksView((state) => state.tab);
  const hasShifts = useServesRow(shifts['shifts.open']);
  const seesBooks = useMay('seeBooks');
  const visibleTabs = seesBooks ? tabs : onlyShifts;
  const tab = seesBooks ? chosen : 'shifts';
  const other = tab === 'sales' ? 'shifts' : 'sales';
  useKeys(seesBooks ? [{ key: 'F4', label: t(`books.tab.${other}`), run: () => showBooks({ tab: other }) }] : []);
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => showBooks({ tab: tabs.find((name) => name === value) ?? 'sales' })}
      className="stacks flex h-full flex-col zoomed:h-auto"
    >
      <h2 className="sr-only">{t('books.title')}</h2>
      <Tabs.List aria-label={t('books.title')} className="flex shrink-0 border-b border-line bg-surface px-2">
        {visibleTabs.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="min-h-11 border-b-4 border-transparent px-4 font-semibold text-ink-soft data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {t(`books.tab.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="sales" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        <SalesBooks />
      </Tabs.Content>
      <Tabs.Content value="shifts" tabIndex={-1} className="flex min-h-0 flex-1 outline-none zoomed:flex-col">
        {hasShifts ? <ShiftsPane /> : <OfficeShifts />}
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** The drawer as it is now, and beside it the shifts that are closed. */
function ShiftsPane() {
  // Another window may have opened or closed a shift: main reports it with the status.
  useEffect(() => {
    void refreshShifts();
    return useStatus.subscribe((now, before) => (now.status === before.status ? undefined : void refreshShifts()));
  }, []);
  return (
    <>
      <div className="min-w-0 flex-1 overflow-y-auto zoomed:flex-none zoomed:overflow-visible">
        <SelectedShift />
      </div>
      <ShiftList />
    </>
  );
}

function SelectedShift() {
  const { current, selected, closing, error } = useShifts();
  if (selected !== null) return <ClosedShift key={selected} number={selected} />;
  if (error) {
    return (
      <div className="p-4">
        <ErrorNotice error={error} onRetry={() => void refreshShifts()} />
      </div>
    );
  }
  if (current === undefined) return <Skeleton className="m-4 h-60" />;
  if (current === null) return <OpenShift />;
  return closing ? <CloseShift shift={current} /> : <CurrentShift shift={current} />;
}

/** The way back to the drawer as it is now, and every closed shift, newest first. */
function ShiftList() {
  const { t } = useTranslation();
  const { current, closed, more, selected } = useShifts();
  return (
    <nav
      aria-label={t('shifts.list')}
      className="flex w-72 shrink-0 flex-col overflow-y-auto border-l border-line bg-surface zoomed:w-auto zoomed:overflow-visible zoomed:border-t zoomed:border-l-0"
    >
      <button
        type="button"
        aria-current={selected === null}
        onClick={() => showShift(null)}
        className={classes(
          'flex min-h-15 shrink-0 flex-col justify-center border-b border-line px-4 text-left',
          rowLook(selected === null),
        )}
      >
        <span className="font-semibold">{t('shifts.now')}</span>
        <span className="text-small text-ink-soft">
          {current ? t('shifts.nowOpen', { n: current.number }) : t('shifts.nowNone')}
        </span>
      </button>
      <h3 className="px-4 pt-4 pb-1 text-small font-semibold text-ink-soft">{t('shifts.closedOnes')}</h3>
      {closed.length === 0 ? <p className="px-4 py-2 text-small text-ink-soft">{t('shifts.noClosed')}</p> : null}
      <ul>
        {closed.map((shift) => (
          <li key={shift.number}>
            <ShiftRow shift={shift} here={selected === shift.number} onOpen={() => showShift(shift.number)} />
          </li>
        ))}
      </ul>
      {more ? (
        <Button look="quiet" className="m-2 shrink-0" onClick={() => void readOlderShifts()}>
          {t('shifts.older')}
        </Button>
      ) : null}
    </nav>
  );
}

interface RowProps {
  shift: Shift;
  /** at an office: whose */
  counter?: CounterId;
  here: boolean;
  onOpen: () => void;
}

function ShiftRow({ shift, counter, here, onOpen }: RowProps) {
  const { number, openedAt, carried, closed } = shift;
  const { t } = useTranslation();
  const now = useNow();
  const zone = useShopZone();
  const name = useCounterName(counter);
  const { tone, icon: Icon, text } = differenceLook(t, closed?.difference ?? null);
  return (
    <button
      type="button"
      aria-current={here}
      onClick={onOpen}
      className={classes(
        'flex min-h-16 w-full flex-col justify-center border-b border-line px-4 py-1 text-left',
        rowLook(here),
      )}
    >
      {counter ? <span className="w-full truncate font-semibold">{name ?? counter}</span> : null}
      <span className="flex w-full items-center justify-between gap-2">
        <span className={counter ? '' : 'font-semibold'}>{t('shifts.one', { n: number })}</span>
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
        {shiftSpan(shift, zone, (iso) => shortWhen(iso, now, zone))} · {shiftPeople(t, shift)}
        {closed && closed.at < openedAt ? ` (${t('shifts.clock.row')})` : ''}
      </span>
      <OpeningMark carried={carried} />
    </button>
  );
}

/** Cash that vanished, or came, before the shift: its own difference does not have it. */
function OpeningMark({ carried }: Pick<Shift, 'carried'>) {
  const { t } = useTranslation();
  if (carried === null || carried.difference === 0) return null;
  const { tone, text } = differenceLook(t, carried.difference);
  return (
    <span className={classes('text-small font-semibold', toneText[tone])}>
      {t('shifts.opening.row', { difference: text })}
    </span>
  );
}

const rowLook = (here: boolean): string =>
  here ? 'bg-accent-soft shadow-[inset_4px_0_0_var(--accent)]' : 'hover:bg-sunken';

const maxListed = 200;
const readShifts = (counter: string) => call('shifts.list', { limit: maxListed, ...ofCounter(counter) });

/** The shifts of all counters or of one, open ones among them, and the report of one of them. They are opened and closed at the counter. */
function OfficeShifts() {
  const { t } = useTranslation();
  const { counter, shift } = useBooksView();
  const status = useStatus((state) => state.status);
  const answer = useAnswer(readShifts, counter ?? '', status)?.answer ?? null;
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
  const selected = rows.find(isOpen) ?? rows[0];
  return (
    <>
      <div className="min-w-0 flex-1 overflow-y-auto zoomed:flex-none zoomed:overflow-visible">
        {selected ? (
          <ClosedShift
            key={`${selected.counter} ${selected.shift.number}`}
            number={selected.shift.number}
            counter={selected.counter}
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
              <ShiftRow
                {...row}
                here={row === selected}
                onOpen={() => showBooks({ shift: { counter: row.counter, number: row.shift.number } })}
              />
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
