import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { groupThousands } from '../../../shared/domain/money.ts';
import type { KnownAmount, ReportRow } from '../../../shared/domain/sales-report.ts';
import { useLanguage } from '../../state/settings.ts';
import { classes } from '../../ui/classes.ts';
import { amountText, rateText } from './figure-text.ts';

/** What the days came to. Beside an amount stands how many sales it lacks; what nobody said is not made up. */
export function Figures({ line, cash }: { line: ReportRow; cash: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rate = rateText(line.successRate, language);
  const small = [line.turnover, line.price, line.margin].some(({ amount }) => isLong(amountText(amount)));
  const less = [
    line.fee === 0 ? null : ([t('books.fee'), { amount: line.fee, without: 0 }] as const),
    line.admin.amount === null ? null : ([t('books.admin'), line.admin] as const),
    line.commission.amount === null ? null : ([t('books.commission'), line.commission] as const),
  ].filter((each) => each !== null);
  return (
    <dl className="grid shrink-0 grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
      <Figure label={t('books.turnover')} small={small} large lack={lack(line.turnover)}>
        {amountText(line.turnover.amount)}
      </Figure>
      <Figure
        label={t('books.success')}
        small={small}
        large
        words={[
          rate === null ? null : t('books.rate', { rate }),
          line.failed + line.unsent === 0 ? null : t('books.failed', { n: groupThousands(line.failed + line.unsent) }),
        ]}
      >
        {groupThousands(line.success)}
      </Figure>
      <Figure label={t('books.price')} small={small} lack={lack(line.price)}>
        {amountText(line.price.amount)}
      </Figure>
      <Figure label={t('books.margin')} small={small} lack={lack(line.margin)}>
        {amountText(line.margin.amount)}
      </Figure>
      {cash}
      {less.length === 0 ? null : (
        <div className="col-span-full flex flex-wrap gap-x-6 text-small">
          {less.map(([label, amount]) => (
            <div key={label} className="flex items-baseline gap-2">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="font-semibold">
                {amountText(amount.amount)}
                {amount.without === 0 ? null : (
                  <span className="font-normal text-ink-soft"> · {t('books.without', { n: amount.without })}</span>
                )}
              </dd>
            </div>
          ))}
        </div>
      )}
    </dl>
  );
}

const noWords: readonly string[] = [];
const lack = ({ without }: KnownAmount): number => without;

/** letters of "Rp99.999.999", which a fifth of the smallest screen still holds */
const longest = 12;
const isLong = (text: string | null): boolean => (text?.length ?? 0) > longest;

interface FigureProps {
  label: string;
  large?: boolean;
  /** how many sales the amount lacks */
  lack?: number;
  words?: ReadonlyArray<string | null>;
  /** as small as a long neighbour, so that none looks more important than it is */
  small?: boolean;
  /** the figure in words; null: there is none to tell */
  children: string | null;
}

/** One figure with what it is above and what it lacks below. A long one is smaller: it must not hang out. */
export function Figure({
  label,
  large = false,
  lack: without = 0,
  words = noWords,
  children,
  small = isLong(children),
}: FigureProps) {
  const { t } = useTranslation();
  const below = [...words, without === 0 ? null : t('books.without', { n: groupThousands(without) })].filter(Boolean);
  return (
    <div className="flex min-w-0 flex-col rounded-box border border-line bg-surface px-3 py-2">
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd
        className={classes(
          'font-semibold whitespace-nowrap',
          small ? 'text-body leading-8 2xl:text-large 2xl:leading-8' : 'text-large leading-8',
          large && '2xl:text-title',
        )}
      >
        {children ?? t('common.none')}
      </dd>
      <dd className="min-h-5 text-small text-ink-soft">{below.join(' · ')}</dd>
    </div>
  );
}
