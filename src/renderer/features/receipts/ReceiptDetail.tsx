import { MousePointerClick } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../host/call.ts';
import { useRouter } from '../../state/router.ts';
import { mergeSales, useSale } from '../../state/sales.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SlipPaper } from '../../ui/slip/SlipPaper.tsx';
import { useSlip } from '../../ui/slip/use-slip.ts';
import { DetailActions } from './DetailActions.tsx';
import { DetailHead } from './DetailHead.tsx';
import { DetailSummary } from './DetailSummary.tsx';
import { Timeline } from './Timeline.tsx';

const tabs = ['summary', 'slip', 'timeline'] as const;

/** One sale, whole: what it is, its slip, and everything that was said about it. */
export function ReceiptDetail() {
  const { t } = useTranslation();
  const id = useRouter((state) => state.openSale);
  const sale = useSale(id);
  const slip = useSlip(sale);
  const known = sale !== null;
  useEffect(() => {
    if (id === null || known) return;
    void call('transactions.get', { id }).then((answer) => (answer.ok ? mergeSales([answer.value]) : undefined));
  }, [id, known]);
  return (
    <aside
      aria-label={t('receipts.detail')}
      className="flex w-100 shrink-0 2xl:w-128 flex-col border-l border-line bg-surface"
    >
      {sale && slip ? (
        <>
          <DetailHead sale={sale} />
          <Tabs.Root key={sale.id} defaultValue="summary" className="flex min-h-0 flex-1 flex-col">
            <Tabs.List className="flex shrink-0 border-b border-line px-2">
              {tabs.map((tab) => (
                <Tabs.Trigger
                  key={tab}
                  value={tab}
                  className="min-h-11 border-b-4 border-transparent px-3 font-medium text-ink-soft data-[state=active]:border-accent data-[state=active]:text-ink"
                >
                  {t(`receipts.tab.${tab}`)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <Tabs.Content value="summary" className="min-h-0 flex-1 overflow-y-auto p-4">
              <DetailSummary sale={sale} />
            </Tabs.Content>
            <Tabs.Content value="slip" className="min-h-0 flex-1 overflow-y-auto bg-sunken p-4">
              <SlipPaper doc={slip} />
            </Tabs.Content>
            <Tabs.Content value="timeline" className="min-h-0 flex-1 overflow-y-auto p-4">
              <Timeline sale={sale} />
            </Tabs.Content>
          </Tabs.Root>
          <DetailActions sale={sale} />
        </>
      ) : (
        <EmptyState icon={MousePointerClick} title={t('receipts.choose')} />
      )}
    </aside>
  );
}
