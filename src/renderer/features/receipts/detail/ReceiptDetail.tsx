import { MousePointerClick } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { useNow } from '../../../state/clock.ts';
import { useKeys } from '../../../state/keys.ts';
import { useRouter } from '../../../state/router.ts';
import { useFetchedSale } from '../../../state/sales.ts';
import { useSettings } from '../../../state/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/Notice.tsx';
import { StateBadge } from '../../../ui/SaleSummary.tsx';
import { SlipPaper } from '../../../ui/slip/SlipPaper.tsx';
import { useSlip } from '../../../ui/slip/slip.ts';
import { canRepeatWithCash, ReturnCash, repeatSale } from '../../checkout/index.ts';
import { CustomerDialog } from '../../customers/CustomerDialog.tsx';
import { SaveCustomer } from '../../customers/SaveCustomer.tsx';
import { askPrint } from '../../prints/ask-print.ts';
import { PrintLine } from '../../prints/JobBox.tsx';
import { PrintButton } from '../../prints/PrintButton.tsx';
import { ResolveDialog } from '../resolve/ResolveDialog.tsx';
import { allowedActions } from './allowed-actions.ts';
import { DetailSummary } from './DetailSummary.tsx';
import { ShareMenu } from './ShareMenu.tsx';
import { Timeline } from './Timeline.tsx';

const tabs = ['summary', 'slip', 'timeline'] as const;

/** One whole sale: its facts, its slip and all its events. */
export function ReceiptDetail() {
  const { t } = useTranslation();
  const id = useRouter((state) => state.openSale);
  const sale = useFetchedSale(id);
  const slip = useSlip(sale);
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

function DetailHead({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  return (
    <header className="shrink-0 p-4 pb-2">
      <div className="flex items-center justify-between gap-3">
        <StateBadge state={sale.state} />
        <p className="text-large font-bold">{sale.total === null ? t('common.none') : formatRupiah(sale.total)}</p>
      </div>
      <p className="pt-2 font-mono text-large font-bold break-words">{groupCustomerNo(sale.customerNo)}</p>
      <p className="break-words">
        {sale.customerName ? `${sale.customerName} · ` : ''}
        {sale.productName ?? sale.productCode}
      </p>
    </header>
  );
}

/** A person's possible actions for the open sale. None of them sends anything to the provider. */
function DetailActions({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [about, setAbout] = useState(false);
  const minutes = useSettings((state) => state.view?.settings.overdueMinutes ?? 10);
  const allowed = allowedActions(sale, useNow(), minutes);
  const { id } = sale;
  useKeys(allowed.print ? [{ key: 'F8', label: t('printing.print'), run: () => void askPrint({ sale: id }) }] : []);
  return (
    <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line p-3 empty:hidden">
      {allowed.print ? (
        <div className="w-full">
          <PrintLine brief saleId={id} />
        </div>
      ) : null}
      {allowed.repeat ? (
        <Button onClick={() => repeatSale(sale)}>
          {t(canRepeatWithCash(sale) ? 'receipts.repeatWithCash' : 'receipts.repeat')}
        </Button>
      ) : null}
      {allowed.returnCash ? <ReturnCash sale={sale} /> : null}
      {allowed.resolve ? (
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('receipts.resolve')}
        </Button>
      ) : null}
      {allowed.customer && sale.state === 'success' ? <SaveCustomer sale={sale} /> : null}
      {allowed.customer ? <Button onClick={() => setAbout(true)}>{t('customers.open')}</Button> : null}
      {allowed.print ? <ShareMenu saleId={id} /> : null}
      {allowed.print ? <PrintButton sale={sale} look="primary" /> : null}
      {about ? <CustomerDialog customerNo={sale.customerNo} onClose={() => setAbout(false)} /> : null}
      {asking ? <ResolveDialog sale={sale} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}
