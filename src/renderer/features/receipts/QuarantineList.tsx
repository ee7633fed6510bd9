import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { QuarantineReason } from '../../../shared/domain/sale-event.ts';
import { call } from '../../host/call.ts';
import { useAnswer } from '../../host/use-answer.ts';
import { useMay } from '../../state/people.ts';
import { showReceipt } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, ErrorNotice } from '../../ui/Notice.tsx';
import { dateTimeText } from '../../ui/time-text.ts';
import { RawText } from './detail/Timeline.tsx';
import { RowsLoading } from './list/ReceiptRow.tsx';

/** Reasons that are only given about a sale that this book has. */
const aboutOurs: ReadonlySet<QuarantineReason> = new Set([
  'customer_differs',
  'product_differs',
  'id_differs',
  'provider_id_taken',
  'ambiguous_sale',
  'unsolicited',
]);

const ask = () => call('webhooks.quarantined', { limit: 200 });

/** Webhooks that were kept but not applied, newest first, with why and word for word. */
export function QuarantineList() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const count = useStatus((state) => state.status?.quarantined ?? 0);
  const mayDiscard = useMay('resolve');
  const answer = useAnswer(ask, 'quarantined', count)?.answer;
  if (!answer) return <RowsLoading />;
  if (!answer.ok) {
    return (
      <div className="p-4">
        <ErrorNotice error={answer.error} />
      </div>
    );
  }
  const webhooks = answer.value;
  if (webhooks.length === 0) {
    return <EmptyState icon={Inbox} title={t('receipts.quarantined.empty')} lead={t('receipts.quarantined.emptyDo')} />;
  }
  return (
    <ul className="flex h-full flex-col gap-3 overflow-y-auto p-4">
      {webhooks.map((webhook) => (
        <li key={webhook.seq} className="rounded-box border border-line bg-surface p-4">
          <div className="flex justify-between gap-3">
            <p className="font-semibold">{t(`quarantineReasons.${webhook.reason}`)}</p>
            <p className="text-small text-ink-soft">{dateTimeText(webhook.at, zone)}</p>
          </div>
          <p className="pt-1">{t(`quarantineHints.${webhook.reason}`)}</p>
          <p className="pt-1 text-small break-all text-ink-soft">
            {webhook.ref === null
              ? t('receipts.quarantined.noRef')
              : `${t('receipts.quarantined.ref')}: ${webhook.ref}`}
          </p>
          <div className="flex flex-wrap gap-2">
            {webhook.ref !== null && aboutOurs.has(webhook.reason) ? <OpenSale id={webhook.ref} /> : null}
            {mayDiscard ? <Discard seq={webhook.seq} /> : null}
          </div>
          <details>
            <summary className="flex min-h-11 items-center text-small font-medium underline underline-offset-4">
              {t('receipts.raw')}
            </summary>
            <RawText label={t('receipts.quarantined.body')} text={webhook.body ?? t('receipts.erased')} />
          </details>
        </li>
      ))}
    </ul>
  );
}

/** Takes it off the list; the log keeps it. */
function Discard({ seq }: { seq: number }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<KonterError | null>(null);
  const discard = async (): Promise<void> => {
    const answer = await call('webhooks.discard', { seq });
    if (!answer.ok) setProblem(answer.error);
  };
  return (
    <>
      <Button className="mt-2" look="quiet" onClick={() => void discard()}>
        {t('receipts.quarantined.discard')}
      </Button>
      <ErrorNotice error={problem} />
    </>
  );
}

function OpenSale({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Button className="mt-2" onClick={() => showReceipt(id)}>
      {t('receipts.quarantined.open')}
    </Button>
  );
}
