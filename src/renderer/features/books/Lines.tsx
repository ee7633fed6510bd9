import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { BookBy, type NamedLine } from '../../../shared/contract/books.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { Choice } from '../../ui/Choice.tsx';
import { inputLook } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showBooks, useBooksView } from './books-store.ts';
import { LinesTable } from './LinesTable.tsx';
import { measures } from './measure.ts';
import type { Days } from './period.ts';
import { useWide } from './use-wide.ts';

// Charts are large, and nobody sells with them: they are read when they are looked at.
const LinesChart = lazy(() => import('./LinesChart.tsx'));

interface Props {
  days: Days;
  by: BookBy;
  lines: readonly NamedLine[];
  total: ReportRow;
}

/** How the days spread over hours, products or people: as a chart, and the same figures as a table. */
export function Lines(props: Props) {
  const { t } = useTranslation();
  const { by, measure, as } = useBooksView();
  const wide = useWide();
  const shown = useDeferredValue(props);
  return (
    <section aria-label={t('books.lines')} className="flex min-h-64 flex-1 flex-col gap-3">
      <div className="flex shrink-0 flex-wrap items-center gap-2">
        <Picker
          label={t('books.by.label')}
          value={by}
          choices={BookBy.options.map((value) => ({ value, label: t(`books.by.${value}`) }))}
          onValue={(next) => showBooks({ by: next })}
        />
        {wide || as === 'chart' ? (
          <Picker
            label={t('books.measure.label')}
            value={measure}
            choices={measures.map((value) => ({ value, label: t(`books.measure.${value}`) }))}
            onValue={(next) => showBooks({ measure: next })}
          />
        ) : null}
        <span className="flex-1" />
        {wide ? null : (
          <Choice
            label={t('books.as.label')}
            hideLabel
            value={as}
            choices={(['chart', 'table'] as const).map((value) => ({ value, label: t(`books.as.${value}`) }))}
            onValue={(next) => showBooks({ as: next })}
          />
        )}
      </div>
      <div className="flex min-h-0 flex-1 gap-3">
        {wide || as === 'chart' ? (
          <div className="relative min-w-0 flex-1 rounded-box border border-line bg-surface">
            {measure === 'margin' && shown.total.margin.amount === null ? (
              <EmptyState icon={CircleHelp} title={t('books.noMargin')} lead={t('books.noMarginWhy')} />
            ) : (
              <Suspense fallback={<Skeleton className="absolute inset-0" />}>
                <LinesChart {...shown} measure={measure} />
              </Suspense>
            )}
          </div>
        ) : null}
        {wide || as === 'table' ? <LinesTable {...shown} /> : null}
      </div>
    </section>
  );
}

interface PickerProps<T extends string> {
  label: string;
  value: T;
  choices: ReadonlyArray<{ value: T; label: string }>;
  onValue: (value: T) => void;
}

function Picker<T extends string>({ label, value, choices, onValue }: PickerProps<T>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
        if (chosen) onValue(chosen.value);
      }}
      className={`${inputLook} w-auto! min-w-32`}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
