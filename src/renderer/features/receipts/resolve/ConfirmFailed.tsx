import { useTranslation } from 'react-i18next';
import { cashInDrawer } from '../../../../shared/domain/cash.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { Confirm } from '../../../ui/Confirm.tsx';
import { SaleSummary } from '../../../ui/SaleSummary.tsx';

interface Props {
  sale: Transaction;
  onBack: () => void;
  onGo: () => void;
}

/** The last question before a sale is held to have failed: afterwards it can be sold again. Enter goes back. */
export function ConfirmFailed({ sale, onBack, onGo }: Props) {
  const { t } = useTranslation();
  const cash = cashInDrawer(sale);
  return (
    <Confirm
      title={t('receipts.resolving.failedTitle')}
      lead={t('receipts.resolving.failedAsk')}
      stop={t('common.back')}
      go={{ label: t('receipts.resolving.failedYes'), run: onGo }}
      onClose={onBack}
    >
      <SaleSummary sale={sale} />
      {cash > 0 ? (
        <p className="font-semibold text-failed">{t('receipts.resolving.failedCash', { cash: formatRupiah(cash) })}</p>
      ) : null}
    </Confirm>
  );
}
