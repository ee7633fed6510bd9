import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useLanguage } from '../../state/settings.ts';
import { classes } from '../../ui/classes.ts';
import { type FigureText, figureTexts } from './figure-texts.ts';

/** The sums of a shift as cards, each with the number of sales that it lacks; an unknown amount is left out. */
export function Figures({ line }: { line: ReportRow }) {
  const { t } = useTranslation();
  const { main, less } = figureTexts(t, line, useLanguage());
  const small = main.some(({ value }) => (value?.length ?? 0) > longest);
  return (
    <div className="@container flex shrink-0 flex-col gap-2">
      <dl className="grid grid-cols-2 gap-2 @2xl:grid-cols-4">
        {main.map((figure) => (
          <Figure key={figure.name} figure={figure} small={small} />
        ))}
      </dl>
      {less.length === 0 ? null : (
        <dl className="flex flex-wrap gap-x-6 text-small">
          {less.map(({ name, label, value, words }) => (
            <div key={name} className="flex items-baseline gap-2">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="font-semibold">
                {value}
                {words === '' ? null : <span className="font-normal text-ink-soft"> · {words}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** letters of "Rp99.999.999", which a quarter of the smallest screen still holds */
const longest = 12;

interface FigureProps {
  figure: FigureText;
  /** as small as a long neighbour, so that none looks more important than it is */
  small: boolean;
}

/** One figure with its label above and its gaps below. They fill the row at every width, and none is narrower than its amount. */
function Figure({ figure: { name, label, value, words, isLoss }, small }: FigureProps) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-min flex-col rounded-box border border-line bg-surface px-3 py-2">
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd
        className={classes(
          'font-semibold whitespace-nowrap',
          small ? 'text-body leading-8 2xl:text-large 2xl:leading-8' : 'text-large leading-8',
          (name === 'turnover' || name === 'success') && '2xl:text-title',
          isLoss && 'text-failed',
        )}
      >
        {value ?? t('common.none')}
      </dd>
      <dd className="min-h-5 text-small text-ink-soft">{words}</dd>
    </div>
  );
}
