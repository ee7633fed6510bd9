import { useTranslation } from 'react-i18next';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { Notice } from '../../design/Notice.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { call } from '../../host/call.ts';
import { useAnswer } from '../../host/use-answer.ts';
import { errorWords } from '../../words/error-words.ts';
import { TimelineEvent } from './TimelineEvent.tsx';

const ask = (id: string) => call('transactions.timeline', { id });

/** Everything that was said about a sale, oldest first; it grows with the sale. */
export function Timeline({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const answer = useAnswer(ask, sale.id, sale.revision)?.answer;
  if (!answer) return <Skeleton className="h-40" />;
  if (!answer.ok) return <Notice tone="failed" live="alert" {...errorWords(t, answer.error)} />;
  const events = answer.value;
  if (events.length === 0) return <p className="text-ink-soft">{t('receipts.noEvents')}</p>;
  return (
    <ol className="flex flex-col gap-4 border-l-2 border-line pl-4">
      {events.map((event) => (
        <TimelineEvent key={event.seq} event={event} />
      ))}
    </ol>
  );
}
