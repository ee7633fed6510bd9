import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cashAtStake, changeDue } from '../../../shared/domain/cash.ts';
import { groupCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { type LengthDoubt, lengthDoubt } from '../../../shared/domain/entry/usual-length.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { type ProductKind, productKind } from '../../../shared/domain/product-kind.ts';
import type { Binding } from '../../keys/match.ts';
import { pointerSettles, readBackSettles, useSettled } from '../../keys/settled.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { type Offer, useOffers } from '../../state/offers.ts';
import { useSale } from '../../state/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ActionLayout } from './ActionLayout.tsx';
import { type CheckoutKind, useCheckout } from './checkout-store.ts';
import { offerOfCode } from './offer-search.ts';
import { SaleErrorNotice } from './SaleErrorNotice.tsx';
import { editSale, submitSale } from './submission.ts';

export function ConfirmOrder() {
  const { t } = useTranslation();
  const { product, customerNo, price, tendered, cashFrom } = useCheckout((state) => state.order.draft);
  const risen = useOffers(({ offers }) => offerOfCode(offers ?? [], product?.productCode ?? '')?.risen);
  const notes = [
    ...(cashFrom ? [t('sell.cashKept', { cash: formatRupiah(cashAtStake(cashFrom)) })] : []),
    ...(risen ? [risenCostNote(t, risen, price ?? 0)] : []),
  ];
  return (
    <ConfirmSale
      kind="order"
      submitLabel={t('sell.send')}
      product={product?.productName ?? product?.productCode ?? ''}
      productKind={product ? productKind(product) : null}
      customerNo={normaliseCustomerNo(customerNo)}
      customerName={null}
      total={price ?? 0}
      tendered={tendered}
      notes={notes}
    />
  );
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

export function ConfirmBill() {
  const { t } = useTranslation();
  const { saleId, tendered } = useCheckout((state) => state.bill);
  const bill = useSale(saleId);
  if (!bill) return null;
  return (
    <ConfirmSale
      kind="bill"
      submitLabel={t('bills.pay')}
      product={bill.productName ?? bill.productCode}
      productKind={productKind(bill)}
      customerNo={bill.customerNo}
      customerName={bill.customerName}
      total={bill.total ?? 0}
      tendered={tendered}
      notes={[]}
    />
  );
}

interface Props {
  kind: CheckoutKind;
  submitLabel: string;
  product: string;
  /** gives the usual length of its numbers; null where the product is not known */
  productKind: ProductKind | null;
  customerNo: string;
  customerName: string | null;
  total: number;
  tendered: number | null;
  /** about the money, to be read before the sale is sent */
  notes: readonly string[];
}

/** What will be sent, large enough to be read to the customer. Enter sends, once it has been in sight. */
function ConfirmSale(props: Props) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const { kind, submitLabel, total, tendered, notes } = props;
  const error = useCheckout((state) => state[kind].error);
  const isSettled = useSettled(readBackSettles, error);
  const isClickable = useSettled(pointerSettles, error);
  const submit = useCallback(() => void submitSale(kind), [kind]);
  const edit = useCallback(() => editSale(kind), [kind]);
  useEffect(() => panel.current?.focus(), []);
  useKeys(
    useMemo(
      (): Binding[] => [
        { key: 'Enter', label: submitLabel, run: () => (isSettled ? submit() : undefined) },
        { key: 'Escape', label: t('sell.edit'), run: edit },
      ],
      [t, submitLabel, submit, edit, isSettled],
    ),
  );
  const doubt = props.productKind === null ? null : lengthDoubt(props.customerNo, props.productKind);
  const cash = tendered === null || tendered === total ? t('sell.exact') : formatRupiah(tendered);
  const label = [
    t('sell.readBack'),
    groupCustomerNo(props.customerNo),
    // Beside the number, so that a screen reader says it before the sale can be sent.
    doubt ? t('entry.lengthAsk.title', { ...doubt }).replace(/\.$/, '') : null,
    props.customerName,
    props.product,
    `${t('sell.total')} ${formatRupiah(total)}`,
    `${t('sell.tendered')} ${cash}`,
    `${t('sell.change')} ${formatRupiah(changeDue(total, tendered))}`,
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
        <p
          data-testid="read-back-number"
          className={classes(
            'font-mono font-bold break-words',
            props.customerNo.length > 16 ? 'text-title' : 'text-giant',
          )}
        >
          {groupCustomerNo(props.customerNo)}
        </p>
        {props.customerName ? <p className="text-title font-semibold">{props.customerName}</p> : null}
        <p className="text-title">{props.product}</p>
      </div>
      {doubt ? <NumberLengthWarning doubt={doubt} /> : null}
      <Money total={total} tendered={tendered} cash={cash} />
      {notes.map((note) => (
        <p key={note} className="text-large font-semibold">
          {note}
        </p>
      ))}
    </ActionLayout>
  );
}

/** It blocks nothing: the provider's interface gives no lengths. */
function NumberLengthWarning({ doubt }: { doubt: LengthDoubt }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="unknown"
      compact
      title={t('entry.lengthAsk.title', { ...doubt })}
      lines={[t('entry.lengthAsk.why'), t('entry.lengthAsk.do')]}
    />
  );
}

function Money({ total, tendered, cash }: Pick<Props, 'total' | 'tendered'> & { cash: string }) {
  const { t } = useTranslation();
  const rows: ReadonlyArray<[string, string]> = [
    [t('sell.total'), formatRupiah(total)],
    [t('sell.tendered'), cash],
  ];
  return (
    <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 border-t border-line pt-4">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-large text-ink-soft">{label}</dt>
          <dd className="text-right text-title font-semibold">{value}</dd>
        </div>
      ))}
      <dt className="text-large text-ink-soft">{t('sell.change')}</dt>
      <dd className="text-right text-giant font-bold">{formatRupiah(changeDue(total, tendered))}</dd>
    </dl>
  );
}
