import { useEffect, useRef, useState } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { errorWords, plural } from '../../i18n/i18n.ts';
import { countdown, periodText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { ChevronDown, Hourglass } from '../../ui/icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { inquire, inquiryTimeLeft } from './bill-inquiry.ts';
import { useCheckout } from './checkout-store.ts';

/** The bill as the provider gave it: whose it is and what the customer pays first, then the periods, the shop's fee apart. */
export function BillDetails({ bill }: { bill: Transaction }) {
  const { t } = useTranslation();
  const before = useCheckout((state) => state.bill.previousTotal);
  return (
    <section aria-label={t('bills.periods')} className="flex flex-col gap-2 pr-1">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="text-ink-soft">{bill.productName ?? bill.productCode}</p>
          <p className="text-title font-bold break-words">{bill.customerName ?? t('common.noName')}</p>
        </div>
        {bill.total === null ? null : (
          <div className="shrink-0 text-right">
            <p className="text-ink-soft">{t('bills.price')}</p>
            <p data-testid="bill-total" className="text-giant font-bold">
              {formatRupiah(bill.total)}
            </p>
          </div>
        )}
      </div>
      {bill.fee && bill.price !== null ? (
        <p className="text-right font-medium">
          {t('bills.split', { price: formatRupiah(bill.price), fee: formatRupiah(bill.fee) })}
        </p>
      ) : null}
      {before !== null && bill.total !== null ? (
        <output className="font-semibold">
          {before === bill.total
            ? t('bills.same', { total: formatRupiah(bill.total) })
            : t('bills.changed', { before: formatRupiah(before), after: formatRupiah(bill.total) })}
        </output>
      ) : null}
      <Periods key={`${bill.id} ${bill.revision}`} bill={bill} />
      <Validity bill={bill} />
    </section>
  );
}

/** Says how many periods are below the edge, so that a person scrolls to them. */
function Periods({ bill }: { bill: Transaction }) {
  const { t } = useTranslation();
  const table = useRef<HTMLDivElement>(null);
  const [below, setBelow] = useState(0);
  useEffect(() => {
    const rows = [...(table.current?.querySelectorAll('tbody tr') ?? [])];
    const hidden = new Map<Element, boolean>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) hidden.set(target, intersectionRatio < 0.9);
        const lastSeen = rows.findLastIndex((row) => hidden.get(row) === false);
        setBelow(rows.length - 1 - lastSeen);
      },
      { threshold: [0, 0.9] },
    );
    for (const row of rows) observer.observe(row);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={table}>
        <PeriodsTable bill={bill} />
      </div>
      {below > 0 ? (
        <p className="sticky bottom-0 flex items-center justify-center gap-2 rounded-box border border-line-strong bg-sunken py-1 font-semibold">
          <ChevronDown aria-hidden="true" className="size-5" />
          {t('bills.more', plural(below))}
        </p>
      ) : null}
    </>
  );
}

/** How long the bill may still be paid, and the way to ask again. */
function Validity({ bill }: { bill: Transaction }) {
  const { t } = useTranslation();
  const minutes = useSettings((state) => state.view?.settings.inquiryMinutes ?? 15);
  const left = inquiryTimeLeft(bill, useNow(), minutes);
  const isOver = left <= 0 || bill.state === 'expired';
  return (
    <div className="flex shrink-0 items-center justify-between gap-3">
      <p
        className={classes(
          'flex items-center gap-1.5 text-small font-semibold',
          isOver || left < 60_000 ? 'text-unknown' : 'text-ink-soft',
        )}
      >
        <Hourglass aria-hidden="true" className="size-4" />
        {isOver
          ? t('bills.expired')
          : left < 60_000
            ? t('bills.validFor', { left: countdown(left) })
            : t('bills.validMinutes', plural(Math.floor(left / 60_000)))}
      </p>
      <Button onClick={() => void inquire()}>{t('bills.inquireAgain')}</Button>
    </div>
  );
}

/** One row for each billing period, as the provider writes them (spec, Inquiry result). */
export function PeriodsTable({ bill }: { bill: Pick<Transaction, 'bill'> }) {
  const { t } = useTranslation();
  const details = bill.bill?.details ?? [];
  if (details.length === 0) return <p className="text-ink-soft">{t('bills.noPeriods')}</p>;
  const amount = (value: number | null): string => (value === null ? t('common.none') : formatRupiah(value));
  return (
    <table className="w-full border-y border-line">
      <thead>
        <tr className="text-small text-ink-soft">
          <th scope="col" className="py-1 text-left font-medium">
            {t('bills.period')}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t('bills.bill')}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t('bills.admin')}
          </th>
        </tr>
      </thead>
      <tbody>
        {details.map((period, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a provider may name one period twice; the list never changes
          <tr key={at} className="border-t border-line">
            <td className="py-1 font-medium">{periodText(period.period) || t('common.none')}</td>
            <td className="py-1 text-right">{amount(period.billValue)}</td>
            <td className="py-1 text-right">{amount(period.priceAdmin)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A later inquiry names another amount: both are shown, nothing was paid. */
export function PriceChanged({ bill, error }: { bill: Transaction; error: KonterError }) {
  const { t } = useTranslation();
  const after = error.other?.total ?? null;
  return (
    <Notice tone="unknown" live="alert" {...errorWords(t, error)}>
      {bill.total !== null && after !== null ? (
        <p className="text-large font-semibold text-ink">
          {t('bills.changed', { before: formatRupiah(bill.total), after: formatRupiah(after) })}
        </p>
      ) : null}
    </Notice>
  );
}
