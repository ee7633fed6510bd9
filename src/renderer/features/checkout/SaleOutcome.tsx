import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { electricityToken } from '../../../shared/domain/sn.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { useShopZone } from '../../state/settings.ts';
import { Notice } from '../../ui/Notice.tsx';
import { stateLook } from '../../ui/state-look.ts';
import { timeText } from '../../ui/time-text.ts';
import { outcomeWords } from '../../words/outcome-words.ts';
import { goesWell } from '../../words/sale-aloud.ts';

/** The state of a sale in words, its number and its sn, large. @param reason of the call's error. @param aside beside the number */
export function SaleOutcome({
  sale,
  reason,
  aside,
}: {
  sale: Transaction;
  reason?: string | undefined;
  aside?: ReactNode;
}) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { tone, icon } = stateLook[sale.state];
  return (
    <>
      <Notice tone={tone} icon={icon} {...outcomeWords(t, sale, reason)}>
        {sale.cashReturnedAt === null ? null : (
          <p className="font-semibold text-ink">
            {t('outcome.returned', { time: timeText(sale.cashReturnedAt, zone) })}
          </p>
        )}
      </Notice>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-mono text-title leading-11 font-bold break-words">{groupCustomerNo(sale.customerNo)}</p>
          {sale.customerName ? <p className="text-large font-semibold">{sale.customerName}</p> : null}
          <p className="text-large">{sale.productName ?? sale.productCode}</p>
        </div>
        {aside}
      </div>
      <div className="flex min-h-20 flex-wrap items-start justify-between gap-x-6 gap-y-4">
        {sale.state === 'success' && sale.sn !== null ? (
          <div className="min-w-0">
            <p className="text-small font-medium text-ink-soft">{t('sell.sn')}</p>
            <p data-testid="sale-sn" className="font-mono text-title font-bold break-all select-text">
              {electricityToken(sale.sn)?.join(' ') ?? sale.sn}
            </p>
          </div>
        ) : null}
        {sale.change && goesWell.has(sale.state) ? (
          <div>
            <p className="text-small font-medium text-ink-soft">{t('sell.change')}</p>
            <p className="text-giant font-bold">{formatRupiah(sale.change)}</p>
          </div>
        ) : null}
      </div>
    </>
  );
}
