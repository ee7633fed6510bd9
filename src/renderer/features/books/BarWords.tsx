import { useTranslation } from 'react-i18next';
import { groupThousands } from '../../../shared/domain/money.ts';
import { useLanguage } from '../../state/settings.ts';
import type { Bar } from './chart-bars.ts';
import { amountText, rateText } from './figure-text.ts';

interface Props {
  bars: readonly Bar[];
  nameOf: (key: unknown) => string;
  /** given by the chart: the bar's key */
  label?: unknown;
}

/** What a bar stands for, beside the pointer or the finger. */
export function BarWords({ bars, nameOf, label }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = bars.find((bar) => bar.key === label)?.line?.line;
  if (!line) return null;
  const rows = [
    [t('books.turnover'), amountText(line.turnover.amount)],
    [t('books.success'), groupThousands(line.success)],
    [t('books.column.rate'), rateText(line.successRate, language)],
    [t('books.margin'), amountText(line.margin.amount)],
  ] as const;
  return (
    <div className="rounded-box border border-line-strong bg-surface px-3 py-2 text-small">
      <p className="font-semibold">{nameOf(label)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {rows.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="text-right font-semibold">{text ?? t('common.none')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
