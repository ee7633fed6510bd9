import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { classes, inputLook } from '../../ui/classes.ts';
import { showBooks, useBooksView } from './books-store.ts';
import { type Days, daysOf, periodNames, rangeWith } from './period.ts';

/** Which days the books are about: a usual stretch, or any. @param today the shop's calendar day */
export function PeriodBar({ today }: { today: string }) {
  const { t } = useTranslation();
  const period = useBooksView((state) => state.period);
  const days = daysOf(period, today);
  const setDay = (part: Partial<Days>): void => {
    const range = rangeWith(days, part);
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
        <div className="flex items-center gap-2">
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
    </div>
  );
}
