import { PencilLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';

interface Props {
  unwritten: NonNullable<KonterError['unwritten']>;
  customerNo: string | null;
}

/** What the provider said and no disk has: the largest thing on the screen, to be copied onto paper. */
export function Unwritten({ unwritten: { state, transactionId, sn }, customerNo }: Props) {
  const { t } = useTranslation();
  const none = t('safety.unwritten.none');
  const rows: Array<{ label: string; value: string; mono: boolean }> = [
    { label: t('safety.unwritten.state'), value: t(`states.${state}`), mono: false },
    { label: t('safety.unwritten.transactionId'), value: transactionId ?? none, mono: true },
    { label: t('safety.unwritten.sn'), value: sn ?? none, mono: true },
  ];
  if (customerNo !== null) {
    rows.splice(1, 0, { label: t('safety.unwritten.number'), value: groupCustomerNo(customerNo), mono: true });
  }
  return (
    <section role="alert" className="rounded-box border-4 border-failed bg-surface p-5">
      <h3 className="flex items-center gap-3 text-title font-bold text-failed">
        <PencilLine aria-hidden="true" className="size-8 shrink-0" />
        {t('safety.unwritten.title')}
      </h3>
      <p className="pb-3 text-large">{t('safety.unwritten.lead')}</p>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        {rows.map(({ label, value, mono }) => (
          <div key={label} className="contents">
            <dt className="text-large text-ink-soft">{label}</dt>
            <dd className={`text-title font-bold break-all select-text ${mono ? 'font-mono' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
