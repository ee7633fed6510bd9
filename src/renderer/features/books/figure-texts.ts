import type { Language } from '../../../shared/domain/preferences.ts';
import type { KnownAmount, ReportRow } from '../../../shared/domain/sales-report.ts';
import { plural } from '../../i18n/i18n.ts';
import type { TFunction } from '../../i18n/translation.ts';
import { amountText, countText, rateText } from './report-text.ts';

/** One figure of some sales. */
export interface FigureText {
  name: 'turnover' | 'success' | 'price' | 'margin' | 'fee' | 'admin' | 'commission';
  label: string;
  /** null: there is none */
  value: string | null;
  /** how it came about, and what it lacks */
  words: string;
  /** the shop lost money */
  isLoss: boolean;
}

/** What every report shows, and below it what only some sales have. A figure names the sales whose amount is not in it. */
export function figureTexts(
  t: TFunction,
  line: ReportRow,
  language: Language,
): { main: readonly FigureText[]; less: readonly FigureText[] } {
  const amountFigure = (name: 'turnover' | 'price' | 'margin' | 'admin' | 'commission'): FigureText => {
    const { amount, without }: KnownAmount = line[name];
    return {
      name,
      label: t(`books.${name}`),
      value: amountText(amount),
      words: without === 0 ? '' : t('books.without', plural(without)),
      isLoss: name === 'margin' && (amount ?? 0) < 0,
    };
  };
  const plainFigure = (name: 'success' | 'fee', value: string | null, words: string): FigureText => ({
    name,
    label: t(`books.${name}`),
    value,
    words,
    isLoss: false,
  });
  const rate = rateText(line.successRate, language);
  const failed = line.failed + line.unsent;
  const outcome = [rate, failed === 0 ? null : t('books.failed', plural(failed))].filter((text) => text !== null);
  return {
    main: [
      amountFigure('turnover'),
      plainFigure('success', countText(line.success, language), outcome.join(' · ')),
      amountFigure('price'),
      amountFigure('margin'),
    ],
    less: [
      ...(line.fee === 0 ? [] : [plainFigure('fee', amountText(line.fee), '')]),
      ...(line.admin.amount === null ? [] : [amountFigure('admin')]),
      ...(line.commission.amount === null ? [] : [amountFigure('commission')]),
    ],
  };
}
