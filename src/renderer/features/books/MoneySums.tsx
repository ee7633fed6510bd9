import type { CounterId } from '../../../shared/contract/office.ts';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import { accountMethods } from '../../../shared/domain/payment.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useCounters } from '../../state/office.ts';
import type { ReceiptView } from '../../state/receipt-filter.ts';
import { showReceipts } from '../../state/router.ts';
import { sumToReturn, useStatus } from '../../state/status.ts';
import type { Tone } from '../../state/toast.ts';
import { classes, toneText } from '../../ui/classes.ts';
import { SumRow } from './SumRow.tsx';

interface OpenSum {
  name: 'unresolved' | 'held' | 'toReturn';
  /** null: hidden */
  count: number | null;
  amount: number;
  tone: Tone;
  view: ReceiptView;
  /** of all sales, not of these days */
  ofAll: boolean;
  /** of the amount: the change that goes back with it */
  change?: number;
}

interface OpenMoneyProps {
  counter: CounterId | null;
  line: ReportRow;
  /** of the days' cash some is hidden, or all */
  isHidden: boolean;
}

/**
 * Money that is not the shop's yet, in lines of its own; each leads to its sales. What is to be handed back is said as it is now, by the one
 * sum of the strip above, whichever days are shown.
 */
export function OpenMoney({ counter, line, isHidden }: OpenMoneyProps) {
  const { unresolved, cash } = line;
  const { t } = useTranslation();
  const counters = useCounters();
  const status = useStatus((state) => state.status);
  // While a drawer must be counted blind, the days' own cash is hidden; the open sums of all days stay visible, as in the strip
  // above.
  const ofAll = isHidden || cash === null;
  const held = ofAll ? (status?.cashHeld.amount ?? 0) : cash.held;
  const ofCounter = counter === null ? null : counters.find(({ id }) => id === counter);
  const toReturn = ofCounter ? ofCounter.moneyToReturn.amount : status ? sumToReturn(status) : 0;
  const change = counter === null && toReturn > 0 ? (status?.changeToReturn ?? 0) : 0;
  const parts: OpenSum[] = [
    { name: 'unresolved', ...unresolved, tone: 'unknown', view: 'unresolved', ofAll: false },
    // The open sums of all days are the whole shop's.
    ...(ofAll && counter !== null
      ? []
      : [{ name: 'held', count: null, amount: held, tone: 'unknown', view: 'unresolved', ofAll } as const]),
    { name: 'toReturn', count: null, amount: toReturn, tone: 'failed', view: 'cashToReturn', ofAll: true, change },
  ];
  return (
    <section aria-label={t('books.open.label')} className="shrink-0">
      <ul className="divide-y divide-line">
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
  const { name, count, amount, tone, view, ofAll, change = 0 } = sum;
  const { t } = useTranslation();
  const here = amount > 0 || (count ?? 0) > 0;
  const label = [t(`books.open.${name}`), count === null || count === 0 ? '' : `(${groupThousands(count)})`]
    .join(' ')
    .trim();
  const words = (
    <>
      <span className="text-small text-ink-soft">{ofAll ? `${label}, ${t('books.open.allDays')}` : label}</span>
      <span className={classes('ml-auto font-semibold', here && toneText[tone])}>{formatRupiah(amount)}</span>
      {change > 0 ? (
        <span className="w-full text-small text-ink-soft">
          {t('batch.handOverParts', { refund: formatRupiah(amount - change), change: formatRupiah(change) })}
        </span>
      ) : null}
    </>
  );
  const look = 'flex w-full flex-wrap items-center justify-between gap-x-3 px-3 py-1.5 text-left';
  if (!here) return <p className={look}>{words}</p>;
  return (
    <button
      type="button"
      onClick={() => showReceipts({ view, counter })}
      className={classes(look, 'min-h-11 hover:bg-sunken')}
    >
      {words}
    </button>
  );
}

/** What these sales brought by each method, and on tabs; nothing of those that the shop does not use. */
export function MethodSums({ line }: { line: ReportRow }) {
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
    <section aria-label={t('books.methods.label')} className="shrink-0 px-3 py-2">
      <dl className="flex flex-col gap-y-1">
        {used.map(({ method, taken: sum, more }) => (
          <SumRow key={method} label={t(`payments.method.${method}`)} amount={sum} more={more} />
        ))}
      </dl>
    </section>
  );
}
