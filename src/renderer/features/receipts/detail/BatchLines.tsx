import { useId } from 'react';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { call, useAnswer } from '../../../host/call.ts';
import { plural } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { useRouter } from '../../../state/router.ts';
import { useServes } from '../../../state/status.ts';
import { classes } from '../../../ui/classes.ts';
import { SaleBadge } from '../../../ui/SaleSummary.tsx';
import { useTimeline } from '../receipts-store.ts';
import { batchIdIn } from './sale-facts.ts';

/** The sales that were paid together with this one, in the order in which they were typed. Nothing for a sale of its own. */
export function BatchLines({ sale }: { sale: Transaction }) {
  const isSeller = useServes('batches.create');
  return isSeller && sale.flags.includes('batch_line') ? <PaidTogether sale={sale} /> : null;
}

function PaidTogether({ sale }: { sale: Transaction }) {
  const events = useTimeline(sale);
  const batch = events?.ok ? batchIdIn(events.value) : null;
  return batch === null ? null : <Lines batch={batch} sale={sale} />;
}

const readBatch = (id: string) => call('batches.get', { id });

function Lines({ batch, sale }: { batch: string; sale: Transaction }) {
  const { t } = useTranslation();
  const heading = useId();
  const answer = useAnswer(readBatch, batch, sale.revision)?.answer;
  if (!answer?.ok) return null;
  const { lines, total } = answer.value;
  return (
    <details open className="rounded-box border border-line">
      <summary id={heading} className="flex min-h-11 items-center gap-2 px-3 font-semibold">
        <span className="flex-1">{t('receipts.batch', plural(lines.length))}</span>
        {formatRupiah(total)}
      </summary>
      <ol aria-labelledby={heading}>
        {lines.map(({ position, sale: line }) => (
          <li key={line.id} className="border-t border-line">
            <button
              type="button"
              aria-current={line.id === sale.id}
              onClick={() => useRouter.setState({ openSale: line.id })}
              className={classes(
                'flex min-h-11 w-full items-center gap-3 px-3 text-left text-small',
                line.id === sale.id ? 'bg-accent-soft' : 'hover:bg-sunken',
              )}
            >
              <span className="text-ink-soft">{position}</span>
              <span className="min-w-0 flex-1 truncate">
                <span className="font-mono font-semibold">{groupCustomerNo(line.customerNo)}</span>{' '}
                {line.productName ?? line.productCode}
              </span>
              <SaleBadge sale={line} />
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
