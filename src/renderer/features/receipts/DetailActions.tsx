import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Binding } from '../../keys/match.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { useNow } from '../../state/clock.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { canRepeatWithCash, ReturnCash, repeatSale } from '../checkout/index.ts';
import { CustomerDialog } from '../customers/CustomerDialog.tsx';
import { SaveCustomer } from '../customers/SaveCustomer.tsx';
import { askPrint } from '../prints/ask-print.ts';
import { PrintButton } from '../prints/PrintButton.tsx';
import { PrintLine } from '../prints/PrintLine.tsx';
import { may } from './may.ts';
import { ResolveDialog } from './ResolveDialog.tsx';
import { ShareMenu } from './share/ShareMenu.tsx';

/** What a person may do with the sale that is open. Nothing here sends anything. */
export function DetailActions({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [about, setAbout] = useState(false);
  const minutes = useSettings((state) => state.view?.settings.overdueMinutes ?? 10);
  const allowed = may(sale, useNow(), minutes);
  const { id } = sale;
  useKeys(
    useMemo(
      (): Binding[] =>
        allowed.print ? [{ key: 'F8', label: t('printing.print'), run: () => void askPrint({ sale: id }) }] : [],
      [t, id, allowed.print],
    ),
  );
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
