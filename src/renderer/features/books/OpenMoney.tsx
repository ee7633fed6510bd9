import { useTranslation } from 'react-i18next';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { showReceipts } from '../../state/router.ts';
import { useStatus } from '../../state/status.ts';
import { classes } from '../../ui/classes.ts';
import { type Tone, toneText } from '../../ui/state-look.ts';
import type { ReceiptView } from '../receipts/filter.ts';

interface Part {
  name: 'unresolved' | 'held' | 'toReturn';
  /** null: not told */
  count: number | null;
  amount: number;
  tone: Tone;
  view: ReceiptView;
  /** of all sales, not of these days */
  ofAll: boolean;
}

/** Money that is not the shop's yet, in lines of its own; each leads to its sales. */
export function OpenMoney({ line: { unresolved, cash } }: { line: ReportRow }) {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  // While a drawer is to be counted blind, the days' own cash is not told; what waits in all is, as in the strip above.
  const ofAll = cash === null;
  const held = cash?.held ?? status?.cashHeld.amount ?? 0;
  const toReturn = cash?.toReturn ?? status?.cashToReturn.amount ?? 0;
  const parts: Part[] = [
    { name: 'unresolved', ...unresolved, tone: 'unknown', view: 'unresolved', ofAll: false },
    { name: 'held', count: null, amount: held, tone: 'unknown', view: 'unresolved', ofAll },
    { name: 'toReturn', count: null, amount: toReturn, tone: 'failed', view: 'cashToReturn', ofAll },
  ];
  return (
    <section aria-label={t('books.open.label')} className="shrink-0 rounded-box border border-line bg-surface">
      <ul className="grid grid-cols-3 divide-x divide-line">
        {parts.map((part) => (
          <li key={part.name} className="min-w-0">
            <OpenPart part={part} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenPart({ part: { name, count, amount, tone, view, ofAll } }: { part: Part }) {
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
      onClick={() => showReceipts({ view })}
      className={classes(look, 'rounded-box hover:bg-sunken')}
    >
      {words}
    </button>
  );
}
