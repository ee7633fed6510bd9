import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { changeDue, moneyAtStake } from '../../../shared/domain/cash.ts';
import { groupCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { mismatchTitle } from '../../i18n/sale-messages.ts';
import { pointerSettles, readBackSettles, useKeys, useSettled } from '../../state/keys.ts';
import { type Offer, useOffers } from '../../state/offers.ts';
import { useSale } from '../../state/sales.ts';
import { ActionLayout } from '../../ui/ActionLayout.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type CheckoutKind, mismatchOf, useCheckout } from './checkout-store.ts';
import { editField } from './entry-controller.ts';
import { offerOfCode } from './offer-search.ts';
import { SaleErrorNotice } from './SaleErrorNotice.tsx';
import { editSale, submitSale } from './submission.ts';

interface Confirmation {
  product: string;
  customerNo: string;
  customerName: string | null;
  total: number;
  tendered: number | null;
  /** about the money, to be read before the sale is sent */
  notes: readonly string[];
}

/** Null while the bill is not known here. */
function useConfirmation(kind: CheckoutKind): Confirmation | null {
  const { t } = useTranslation();
  const { draft } = useCheckout((state) => state.order);
  const { saleId, tendered } = useCheckout((state) => state.bill);
  const bill = useSale(saleId);
  const { product, cashFrom } = draft;
  const risen = useOffers(({ offers }) => offerOfCode(offers ?? [], product?.productCode ?? '')?.risen);
  if (kind === 'bill') {
    if (!bill) return null;
    const { customerNo, customerName, total } = bill;
    const name = bill.productName ?? bill.productCode;
    const about = { customerNo, customerName, tendered, notes: [] };
    return { product: name, total: total ?? 0, ...about };
  }
  const total = draft.price ?? 0;
  return {
    product: product?.productName ?? product?.productCode ?? '',
    customerNo: normaliseCustomerNo(draft.customerNo),
    customerName: null,
    total,
    tendered: draft.tendered,
    notes: [
      ...(cashFrom ? [t('sell.cashKept', { cash: formatRupiah(moneyAtStake(cashFrom)) })] : []),
      ...(risen ? [risenCostNote(t, risen, total)] : []),
    ],
  };
}

/** With figures for those who may see costs; main leaves them out for others. */
function risenCostNote(t: TFunction, { cost, providerPrice }: NonNullable<Offer['risen']>, price: number): string {
  if (cost === null || providerPrice === null) return t('sell.costRisen.neutral');
  return t('sell.costRisen.figures', {
    took: formatRupiah(providerPrice),
    cost: formatRupiah(cost),
    price: formatRupiah(price),
    margin: formatRupiah(price - providerPrice),
  });
}

/** What will be sent, large enough to be read to the customer. Enter sends, once it has been in sight. */
export function ConfirmSale({ kind }: { kind: CheckoutKind }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const sale = useConfirmation(kind);
  const submitLabel = kind === 'order' ? t('sell.send') : t('bills.pay');
  const error = useCheckout((state) => state[kind].error);
  const mismatch = mismatchOf(useCheckout((state) => state[kind]));
  const isSettled = useSettled(readBackSettles, error);
  const isClickable = useSettled(pointerSettles, error);
  const submit = (): void => void submitSale(kind);
  const edit = (): void => editSale(kind);
  const editNumber = (): void => editField(kind, 'customerNo');
  useEffect(() => panel.current?.focus(), []);
  useKeys([
    { key: 'Enter', label: submitLabel, run: () => (isSettled ? submit() : undefined) },
    { key: 'Escape', label: t('sell.edit'), run: edit },
    { key: 'ArrowUp', label: t('sell.keys.number'), run: editNumber, quiet: true },
  ]);
  if (sale === null) return null;
  const { customerNo, customerName, product, total, tendered, notes } = sale;
  const cash = tendered === null || tendered === total ? t('sell.exact') : formatRupiah(tendered);
  const change = formatRupiah(changeDue(total, tendered));
  const label = [
    t('sell.readBack'),
    groupCustomerNo(customerNo),
    // Beside the number, so that a screen reader says it before the sale can be sent.
    mismatch ? mismatchTitle(t, mismatch) : null,
    customerName,
    product,
    `${t('sell.total')} ${formatRupiah(total)}`,
    `${t('sell.tendered')} ${cash}`,
    `${t('sell.change')} ${change}`,
    ...notes.map((note) => note.replace(/\.$/, '')),
  ];
  return (
    <ActionLayout
      label={label.filter(Boolean).join('. ')}
      panel={panel}
      notice={error ? <SaleErrorNotice kind={kind} error={error} /> : null}
      actions={
        <div className="flex items-center justify-between gap-3">
          <Button large hotkey="Esc" onClick={edit}>
            {t('sell.edit')}
          </Button>
          <Button look="primary" large hotkey="Enter" disabled={!isClickable} onClick={submit} className="min-w-48">
            {submitLabel}
          </Button>
        </div>
      }
    >
      <p className="text-small font-medium text-ink-soft">{t('sell.readBack')}</p>
      <div>
        <button
          type="button"
          tabIndex={-1}
          data-testid="read-back-number"
          onClick={editNumber}
          className={classes(
            'text-left font-mono font-bold break-words hover:underline',
            customerNo.length > 16 ? 'text-title' : 'text-giant',
          )}
        >
          {groupCustomerNo(customerNo)}
        </button>
        {customerName ? <p className="text-title font-semibold">{customerName}</p> : null}
        <p className="text-title">{product}</p>
      </div>
      {mismatch ? (
        <Notice tone="unknown" compact title={mismatchTitle(t, mismatch)} lines={[t('entry.mismatch.accepted')]} />
      ) : null}
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 border-t border-line pt-4">
        {[
          [t('sell.total'), formatRupiah(total)],
          [t('sell.tendered'), cash],
        ].map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-large text-ink-soft">{label}</dt>
            <dd className="text-right text-title font-semibold">{value}</dd>
          </div>
        ))}
        <dt className="text-large text-ink-soft">{t('sell.change')}</dt>
        <dd className="text-right text-giant font-bold">{change}</dd>
      </dl>
      {notes.map((note) => (
        <p key={note} className="text-large font-semibold">
          {note}
        </p>
      ))}
    </ActionLayout>
  );
}
