import { formatRupiah } from '../../../shared/domain/money.ts';
import { classes } from '../../ui/classes.ts';

interface Props {
  label: string;
  /** whole rupiah */
  amount: number;
  isLoss?: boolean;
  /** below both */
  more?: readonly string[];
}

/** One sum beside the figures of some days. */
export function SumRow({ label, amount, isLoss = false, more }: Props) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-2">
      <dt className="min-w-0 text-small break-words text-ink-soft">{label}</dt>
      <dd className={classes('ml-auto font-semibold whitespace-nowrap', isLoss && 'text-failed')}>
        {formatRupiah(amount)}
      </dd>
      {more?.length ? <dd className="w-full text-small text-ink-soft">{more.join(' · ')}</dd> : null}
    </div>
  );
}
