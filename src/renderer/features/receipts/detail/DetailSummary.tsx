import type { TFunction } from 'i18next';
import { BanknoteArrowDown, Eraser } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { customerOwes, moneyToCollect } from '../../../../shared/domain/cash.ts';
import { isErased } from '../../../../shared/domain/erasure.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { fieldsWith, isUnresolved, saleFields, type Transaction } from '../../../../shared/domain/transaction.ts';
import { outcomeMessage } from '../../../i18n/sale-messages.ts';
import { useNow } from '../../../state/clock.ts';
import { useShopZone } from '../../../state/settings.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PaidBy } from '../../../ui/PaidBy.tsx';
import { stateLook } from '../../../ui/state-look.ts';
import { ageOf, dateTimeText } from '../../../ui/time-text.ts';
import { PeriodsTable } from '../../checkout/index.ts';
import { PrintsMade } from '../../prints/PrintsMade.tsx';
import { UnsettledSale } from './UnsettledSale.tsx';

const shownFields = fieldsWith('screen', ['text', 'mono', 'money', 'time', 'times']);

/** A field as the details show it; null: it has nothing to show. */
function shownValue(t: TFunction, sale: Transaction, field: (typeof shownFields)[number], zone: string): string | null {
  const value = sale[field];
  if (field === 'sn' && value === null && sale.state === 'success' && !isErased(sale)) return t('receipts.snLater');
  if (value === null) return null;
  switch (saleFields[field].screen) {
    case 'money':
      return formatRupiah(Number(value));
    case 'times':
      return value === 0 ? null : `${value}×`;
    case 'time':
      return dateTimeText(String(value), zone);
    case 'text':
    case 'mono':
      return String(value);
  }
}

/** The known facts of a sale; unknown ones are left out. */
export function DetailSummary({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const erased = isErased(sale);
  const { tone, icon } = stateLook[sale.state];
  const words = outcomeMessage(t, sale);
  // The actions for an unresolved sale are below, where there is room for them.
  const open = isUnresolved(sale.state);
  return (
    <div className="flex flex-col gap-4">
      {erased ? <Notice tone="quiet" icon={Eraser} compact title={t('customers.erased')} lines={[]} /> : null}
      {customerOwes(sale) ? (
        <Notice
          tone="failed"
          icon={BanknoteArrowDown}
          compact
          title={t('receipts.toCollect', { cash: formatRupiah(moneyToCollect(sale)) })}
          lines={[]}
        />
      ) : null}
      {sale.state === 'success' && (sale.sn !== null || erased) ? null : (
        <Notice
          tone={tone}
          icon={icon}
          compact={open}
          title={words.title}
          lines={sale.state === 'disputed' ? [] : open ? words.lines.slice(0, -1) : words.lines}
        >
          {open ? <Age sale={sale} /> : null}
        </Notice>
      )}
      {open ? <UnsettledSale sale={sale} /> : null}
      {sale.flags.length === 0 ? null : (
        <section>
          <h3 className="font-semibold">{t('receipts.flags')}</h3>
          <ul className="list-disc pl-5">
            {sale.flags.map((flag) => (
              <li key={flag}>{t(`flags.${flag}`)}</li>
            ))}
          </ul>
        </section>
      )}
      {sale.kind === 'postpaid' ? <PeriodsTable bill={sale} /> : null}
      <dl className="flex flex-col gap-2">
        {shownFields.map((field) => {
          const value = shownValue(t, sale, field, zone);
          const isMono = saleFields[field].screen === 'mono';
          return value === null ? null : (
            <div key={field} className="grid grid-cols-[10.5rem_1fr] items-baseline gap-3">
              <dt className="text-small text-ink-soft">{t(`receipts.field.${field}`)}</dt>
              <dd className={isMono ? 'font-mono text-small font-medium break-all select-text' : 'select-text'}>
                {value}
              </dd>
            </div>
          );
        })}
      </dl>
      <PaidBy sale={sale} />
      <PrintsMade sale={sale} />
      {sale.transactionIdFrom === 'webhook' ? (
        <p className="text-small text-ink-soft">{t('receipts.idFromWebhook')}</p>
      ) : null}
    </div>
  );
}

/** For how long a sale has not been certain. */
function Age({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const { unit, n } = ageOf(useNow() - Date.parse(sale.sentAt ?? sale.createdAt));
  return <p className="font-semibold text-ink">{t('unresolved.age', { age: t(`appShell.age.${unit}`, { n }) })}</p>;
}
