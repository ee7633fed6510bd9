import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookProof } from '../../../shared/contract/transactions.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { errorWords } from '../../words/error-words.ts';
import { CheckAgain } from './proof/CheckAgain.tsx';
import { TimelineEvent } from './TimelineEvent.tsx';
import { useTimeline } from './use-timeline.ts';

/** Everything that was said about a sale, oldest first; it grows with the sale, and its webhooks can be checked again. */
export function Timeline({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const answer = useTimeline(sale);
  const [proofs, setProofs] = useState<readonly WebhookProof[] | null>(null);
  if (!answer) return <Skeleton className="h-40" />;
  if (!answer.ok) return <Notice tone="failed" live="alert" {...errorWords(t, answer.error)} />;
  const events = answer.value;
  if (events.length === 0) return <p className="text-ink-soft">{t('receipts.noEvents')}</p>;
  const hasWebhook = events.some((event) => event.bodies.some((body) => body.role === 'webhook'));
  return (
    <>
      {hasWebhook ? <CheckAgain saleId={sale.id} proofs={proofs} onProofs={setProofs} /> : null}
      <ol className="flex flex-col gap-4 border-l-2 border-line pl-4">
        {events.map((event) => (
          <TimelineEvent key={event.seq} event={event} proof={proofs?.find((each) => each.seq === event.seq)} />
        ))}
      </ol>
    </>
  );
}
