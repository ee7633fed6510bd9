import { useState } from 'react';
import { z } from 'zod';
import { BooksFormat } from '../../../shared/contract/files.ts';
import type { CounterId } from '../../../shared/contract/office.ts';
import { call } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useMay } from '../../state/people.ts';
import { useServes } from '../../state/status.ts';
import { useFileTask } from '../../state/tasks.ts';
import { Button } from '../../ui/Button.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { Choice, CounterSelect } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { TaskProgress } from '../../ui/TaskProgress.tsx';
import {
  type Days,
  daysOf,
  monthBefore,
  ofCounter,
  periodNames,
  rangeWith,
  showBooks,
  showPeriod,
  useBooksView,
} from './books-store.ts';

/** Which days the books are about: a usual stretch, or any; and their way out as a file. @param today the shop's calendar day */
export function PeriodBar({ today }: { today: string }) {
  const { t } = useTranslation();
  const period = useBooksView((state) => state.period);
  const counter = useBooksView((state) => state.counter);
  const mayExport = useMay('exports');
  const [exporting, setExporting] = useState(false);
  const days = daysOf(period, today);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2">
      <Choice
        label={t('books.period.label')}
        hideLabel
        value={period.name}
        choices={periodNames.map((value) => ({ value, label: t(`books.period.${value}`) }))}
        onValue={(name) => showPeriod({ name, range: name === 'range' ? days : null }, today)}
      />
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

/** The two days of a chosen stretch, and at an office the counter: beside the figures, where they move nothing. */
export function PeriodFields({ today }: { today: string }) {
  const { t } = useTranslation();
  const { period, counter } = useBooksView();
  const isOneCounter = useServes('order');
  const days = daysOf(period, today);
  const setDay = (changes: Partial<Days>): void => {
    const range = rangeWith(days, changes);
    if (range) showPeriod({ name: 'range', range }, today);
  };
  const isRange = period.name === 'range';
  if (!isRange && isOneCounter) return null;
  return (
    <div className="flex shrink-0 flex-col gap-2 p-2">
      {isRange
        ? (['from', 'to'] as const).map((end) => (
            <DayField
              key={end}
              inline
              // Both fields begin at one place, however long their labels are.
              className="grid-cols-[3.5rem_minmax(0,1fr)]!"
              label={t(`books.period.${end}`)}
              value={days[end]}
              min={firstDay}
              max={today}
              onDay={(day) => setDay({ [end]: day })}
            />
          ))
        : null}
      <CounterSelect value={counter} onValue={(of) => showBooks({ counter: of })} />
    </div>
  );
}

/** No counter has sold before. */
const firstDay = '2000-01-01';
const schema = z.object({ format: BooksFormat, from: z.iso.date(), to: z.iso.date() });

interface ExportProps {
  /** those that are shown */
  days: Days;
  counter: CounterId | null;
  today: string;
  onClose: () => void;
}

/** The books, shifts and cash moves of some days as a file: a workbook, or one page for the tax office. */
function BooksExport({ days, counter, today, onClose }: ExportProps) {
  const { t } = useTranslation();
  const { task, running, follow, cancel } = useFileTask();
  const form = useZodForm({
    schema,
    defaults: { format: 'xlsx', ...days },
    send: async (input) => follow(await call('exports.books', { ...input, ...ofCounter(counter) })),
  });
  const disabled = form.busy || running;
  const format = form.watch('format');
  // Beside the fields there is room for both months.
  const day = { min: firstDay, max: today, disabled, className: 'w-52' };
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
      <div className="flex flex-wrap items-start gap-3">
        <DayField label={t('files.from')} {...day} {...form.control('from', t('files.day.incomplete'))} />
        <DayField label={t('files.to')} {...day} {...form.control('to', t('files.day.incomplete'))} />
        {(['thisMonth', 'lastMonth'] as const).map((name) => (
          <Button
            key={name}
            disabled={disabled}
            // Beside the fields, below their labels.
            className="mt-6"
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
