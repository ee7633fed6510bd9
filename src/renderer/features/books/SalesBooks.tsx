import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import { BooksFormat } from '../../../shared/contract/files.ts';
import type { BookBy, NamedLine } from '../../../shared/contract/ledger.ts';
import type { CounterId } from '../../../shared/contract/office.ts';
import type { Output } from '../../../shared/contract/registry.ts';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import { accountMethods } from '../../../shared/domain/payment.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useNow } from '../../state/clock.ts';
import { useMay } from '../../state/people.ts';
import type { ReceiptView } from '../../state/receipt-filter.ts';
import { showReceipts } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { useFileTask } from '../../state/tasks.ts';
import type { Tone } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { classes, inputLook, toneText } from '../../ui/classes.ts';
import { FormDialog } from '../../ui/Dialog.tsx';
import { Choice, CounterSelect, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { CalendarX } from '../../ui/icons.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton, TaskProgress } from '../../ui/Notice.tsx';
import {
  type Days,
  daysOf,
  monthBefore,
  ofCounter,
  periodNames,
  rangeWith,
  showBooks,
  useBooksView,
} from './books-store.ts';
import { CashFigure, Comparison, Figures } from './Figures.tsx';
import { Lines } from './Lines.tsx';

/** The sales of some days: their figures, their open money, and their split by hour, product or person. */
export function SalesBooks() {
  const { t } = useTranslation();
  const today = wallClock(useNow(), useShopZone()).day;
  const { period, by, counter } = useBooksView();
  const days = daysOf(period, today);
  const { loaded, again } = useLines(days, by, counter);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3 zoomed:overflow-visible">
      <PeriodBar today={today} />
      {loaded === null ? (
        <output aria-label={t('common.loading')} className="flex flex-1 flex-col gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="min-h-60 flex-1" />
        </output>
      ) : !loaded.answer.ok ? (
        <ErrorNotice error={loaded.answer.error} onRetry={again} />
      ) : (
        <>
          {loaded.answer.value.filling ? <Filling {...loaded.answer.value.filling} /> : null}
          <Figures
            line={loaded.answer.value.total}
            cash={
              <CashFigure
                key={`${loaded.days.from} ${loaded.days.to} ${counter}`}
                days={loaded.days}
                counter={counter}
                cash={loaded.answer.value.total.cash}
                hiddenFrom={loaded.answer.value.cashHiddenFrom ?? null}
              />
            }
          />
          {loaded.days.from === loaded.days.to ? (
            <Comparison day={loaded.days.from} counter={counter} line={loaded.answer.value.total} />
          ) : null}
          <MethodSums line={loaded.answer.value.total} />
          <OpenMoney
            counter={counter}
            line={loaded.answer.value.total}
            isHidden={loaded.answer.value.cashHiddenFrom !== undefined}
          />
          {loaded.answer.value.total.count === 0 ? (
            <EmptyState icon={CalendarX} title={t('books.empty')} lead={t('books.emptyDo')} />
          ) : (
            <Lines days={loaded.days} by={loaded.by} {...loaded.answer.value} />
          )}
        </>
      )}
    </div>
  );
}

/** Which days the books are about: a usual stretch, or any. @param today the shop's calendar day */
function PeriodBar({ today }: { today: string }) {
  const { t } = useTranslation();
  const period = useBooksView((state) => state.period);
  const counter = useBooksView((state) => state.counter);
  const mayExport = useMay('exports');
  const [exporting, setExporting] = useState(false);
  const days = daysOf(period, today);
  const setDay = (changes: Partial<Days>): void => {
    const range = rangeWith(days, changes);
    if (range) showBooks({ period: { name: 'range', range } });
  };
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2">
      <Choice
        label={t('books.period.label')}
        hideLabel
        value={period.name}
        choices={periodNames.map((value) => ({ value, label: t(`books.period.${value}`) }))}
        onValue={(name) => showBooks({ period: { name, range: name === 'range' ? days : null } })}
      />
      {period.name === 'range' ? (
        <div className="flex flex-wrap items-center gap-2">
          {(['from', 'to'] as const).map((end) => (
            <label key={end} className="flex items-center gap-2 text-small font-medium text-ink-soft">
              {t(`books.period.${end}`)}
              <input
                type="date"
                value={days[end]}
                max={today}
                required
                onChange={(event) => setDay({ [end]: event.currentTarget.value })}
                className={classes(inputLook, 'w-auto!')}
              />
            </label>
          ))}
        </div>
      ) : null}
      {/* Where both have no room beside the days, the way out stays with it. */}
      <CounterSelect className="min-w-64!" value={counter} onValue={(of) => showBooks({ counter: of })} />
      {mayExport ? (
        <>
          <span className="flex-1" />
          <Button onClick={() => setExporting(true)}>{t('books.export.open')}</Button>
        </>
      ) : null}
      {exporting ? (
        <BooksExport days={days} counter={counter} today={today} onClose={() => setExporting(false)} />
      ) : null}
    </div>
  );
}

interface OpenSum {
  name: 'unresolved' | 'held' | 'toReturn';
  /** null: hidden */
  count: number | null;
  amount: number;
  tone: Tone;
  view: ReceiptView;
  /** of all sales, not of these days */
  ofAll: boolean;
}

interface OpenMoneyProps {
  counter: CounterId | null;
  line: ReportRow;
  /** of the days' cash some is hidden, or all */
  isHidden: boolean;
}

/** Money that is not the shop's yet, in lines of its own; each leads to its sales. A refund due is one sum, by whichever method it was paid. */
function OpenMoney({ counter, line, isHidden }: OpenMoneyProps) {
  const { unresolved, cash } = line;
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  // While a drawer must be counted blind, the days' own cash is hidden; the open sums of all days stay visible, as in the strip
  // above.
  const ofAll = isHidden || cash === null;
  const held = ofAll ? (status?.cashHeld.amount ?? 0) : cash.held;
  const toReturn = ofAll
    ? (status?.moneyToReturn.amount ?? 0)
    : accountMethods.reduce((sum, method) => sum + line[method].toReturn, cash.toReturn);
  const parts: OpenSum[] = [
    { name: 'unresolved', ...unresolved, tone: 'unknown', view: 'unresolved', ofAll: false },
    // The open sums of all days are the whole shop's.
    ...(ofAll && counter !== null
      ? []
      : ([
          { name: 'held', count: null, amount: held, tone: 'unknown', view: 'unresolved', ofAll },
          { name: 'toReturn', count: null, amount: toReturn, tone: 'failed', view: 'cashToReturn', ofAll },
        ] as const)),
  ];
  return (
    <section aria-label={t('books.open.label')} className="shrink-0 rounded-box border border-line bg-surface">
      <ul className="grid grid-cols-3 divide-x divide-line zoomed:grid-cols-1 zoomed:divide-x-0 zoomed:divide-y">
        {parts.map((sum) => (
          <li key={sum.name} className="min-w-0">
            <OpenPart sum={sum} counter={counter} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenPart({ sum, counter }: { sum: OpenSum; counter: CounterId | null }) {
  const { name, count, amount, tone, view, ofAll } = sum;
  const { t } = useTranslation();
  const here = amount > 0 || (count ?? 0) > 0;
  const label = [t(`books.open.${name}`), count === null || count === 0 ? '' : `(${groupThousands(count)})`]
    .join(' ')
    .trim();
  const words = (
    <>
      <span className="text-small text-ink-soft">{ofAll ? `${label}, ${t('books.open.allDays')}` : label}</span>
      <span className={classes('font-semibold', here && toneText[tone])}>{formatRupiah(amount)}</span>
    </>
  );
  const look = 'flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 px-3 py-1 text-left';
  if (!here) return <p className={look}>{words}</p>;
  return (
    <button
      type="button"
      onClick={() => showReceipts({ view, counter })}
      className={classes(look, 'rounded-box hover:bg-sunken')}
    >
      {words}
    </button>
  );
}

/** Shown while the sums of an older database are still being computed: they hold less than was sold. */
function Filling({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="pending"
      live="status"
      compact
      title={t('books.filling.title')}
      lines={[t('books.filling.why', { done: groupThousands(done), ...plural(total) })]}
    />
  );
}

type ReportLines = Omit<Output<'books.range'>, 'next'>;

const atOnce = 500;
/** More different products no shop sells in a stretch of days that anybody looks at. */
const maxPages = 20;

/** All lines of some days by one thing, page after page. */
async function readLines(days: Days, by: BookBy, counter: CounterId | null): Promise<Result<ReportLines>> {
  const lines: NamedLine[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const answer = await call('books.range', {
      ...days,
      by,
      limit: atOnce,
      ...ofCounter(counter),
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (!answer.ok) return answer;
    lines.push(...answer.value.lines);
    const { next, lines: _page, ...rest } = answer.value;
    if (next === null || page === maxPages) return ok({ ...rest, lines });
    cursor = next;
  }
}

interface Loaded {
  version: unknown;
  days: Days;
  by: BookBy;
  counter: CounterId | null;
  answer: Result<ReportLines>;
}

/**
 * The ledger of some days, read again whenever main reports a change. The last answer for these days stays visible until the next
 * arrives: other days' figures would stand under their name.
 */
function useLines(
  { from, to }: Days,
  by: BookBy,
  counter: CounterId | null,
): { loaded: Loaded | null; again: () => void } {
  const status = useStatus((state) => state.status);
  const [tries, setTries] = useState(0);
  const version = useMemo(() => ({ status, tries }), [status, tries]);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let wanted = true;
    const run = async (): Promise<void> => {
      const answer = await readLines({ from, to }, by, counter);
      if (wanted) setLoaded({ version, days: { from, to }, by, counter, answer });
    };
    void run();
    return () => {
      wanted = false;
    };
  }, [from, to, by, counter, version]);
  const isOfDays = loaded?.days.from === from && loaded.days.to === to && loaded.counter === counter;
  return { loaded: isOfDays ? loaded : null, again: () => setTries((n) => n + 1) };
}

/** What these sales brought by each method but cash, and on tabs; nothing of those that the shop does not use. */
function MethodSums({ line }: { line: ReportRow }) {
  const { t } = useTranslation();
  const methodSum = (name: 'held' | 'toReturn' | 'returned' | 'paid' | 'left', amount: number): string[] =>
    amount === 0 ? [] : [t(`books.methods.${name}`, { amount: formatRupiah(amount) })];
  const cash = line.cash === null ? [] : [['cash', line.cash] as const];
  const methods = [...cash, ...accountMethods.map((method) => [method, line[method]] as const)].map(
    ([method, money]) => {
      const { taken, held, toReturn, returned } = money;
      const more = [...methodSum('held', held), ...methodSum('toReturn', toReturn), ...methodSum('returned', returned)];
      return { method, taken, more };
    },
  );
  const { taken, held, paid, left } = line.tab;
  const onTab = {
    method: 'tab' as const,
    taken,
    more: [...methodSum('held', held), ...methodSum('paid', paid), ...methodSum('left', left)],
  };
  const used = [...methods, onTab].filter(({ taken: sum, more }) => sum !== 0 || more.length > 0);
  if (used.length === 0) return null;
  return (
    <section
      aria-label={t('books.methods.label')}
      className="shrink-0 rounded-box border border-line bg-surface px-3 py-2"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        {used.map(({ method, taken: sum, more }) => (
          <div key={method} className="flex flex-wrap items-baseline gap-x-2">
            <dt className="text-small text-ink-soft">{t(`payments.method.${method}`)}</dt>
            <dd className="font-semibold">{formatRupiah(sum)}</dd>
            {more.length === 0 ? null : <dd className="text-small text-ink-soft">{more.join(' · ')}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

const schema = z.object({ format: BooksFormat, from: z.iso.date(), to: z.iso.date() });

interface Props {
  /** those that are shown */
  days: Days;
  counter: CounterId | null;
  today: string;
  onClose: () => void;
}

/** The books, shifts and cash moves of some days as a file: a workbook, or one page for the tax office. */
function BooksExport({ days, counter, today, onClose }: Props) {
  const { t } = useTranslation();
  const { task, running, follow, cancel } = useFileTask();
  const form = useZodForm({
    schema,
    defaults: { format: 'xlsx', ...days },
    send: async (input) => follow(await call('exports.books', { ...input, ...ofCounter(counter) })),
  });
  const disabled = form.busy || running;
  const format = form.watch('format');
  const day = { type: 'date', min: '2000-01-01', max: today, required: true, disabled } as const;
  const months = { thisMonth: { from: `${today.slice(0, 8)}01`, to: today }, lastMonth: monthBefore(today) };
  return (
    <FormDialog
      wide
      focus={false}
      title={t('books.export.title')}
      lead={t('books.export.lead')}
      form={form}
      submit={t('files.start')}
      ready={!running}
      onClose={onClose}
      leave={running ? { label: t('files.stop'), run: () => void cancel() } : { label: t('files.close'), run: onClose }}
    >
      <Choice
        label={t('files.format')}
        choices={BooksFormat.options.map((value) => ({ value, label: t(`books.export.formats.${value}`) }))}
        disabled={disabled}
        {...form.control('format')}
      />
      <p className="min-h-12 text-small text-ink-soft">{t(`books.export.about.${format}`)}</p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField label={t('files.from')} {...day} {...form.field('from')} />
        <TextField label={t('files.to')} {...day} {...form.field('to')} />
        {(['thisMonth', 'lastMonth'] as const).map((name) => (
          <Button
            key={name}
            disabled={disabled}
            onClick={() => {
              form.setValue('from', months[name].from);
              form.setValue('to', months[name].to);
            }}
          >
            {t(`books.export.${name}`)}
          </Button>
        ))}
      </div>
      <div className="min-h-24">{task && !form.error ? <TaskProgress task={task} /> : null}</div>
    </FormDialog>
  );
}
