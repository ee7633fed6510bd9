import { useTranslation } from 'react-i18next';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { accountMethods } from '../../../shared/domain/payment.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';

/** What these sales brought by each method but cash, and on tabs; nothing of those that the shop does not use. */
export function MethodSums({ line }: { line: ReportRow }) {
  const { t } = useTranslation();
  const part = (name: 'held' | 'toReturn' | 'returned' | 'paid' | 'left', amount: number): string[] =>
    amount === 0 ? [] : [t(`books.methods.${name}`, { amount: formatRupiah(amount) })];
  const methods = accountMethods.map((method) => {
    const { taken, held, toReturn, returned } = line[method];
    const more = [...part('held', held), ...part('toReturn', toReturn), ...part('returned', returned)];
    return { method, taken, more };
  });
  const { taken, held, paid, left } = line.tab;
  const onTab = {
    method: 'tab' as const,
    taken,
    more: [...part('held', held), ...part('paid', paid), ...part('left', left)],
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
