import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cashPart, changeDue, paymentsOf } from '../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { mismatchTitle } from '../../i18n/sale-messages.ts';
import { pointerSettles, readBackSettles, useKeys, useSettled } from '../../state/keys.ts';
import { ActionLayout } from '../../ui/ActionLayout.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type CheckoutKind, mismatchOf, useCheckout } from './checkout-store.ts';
import { editField } from './entry-controller.ts';
import { PaymentQuestion } from './PaymentQuestion.tsx';
import { partsToSee } from './payment-choice.ts';
import { qrisDueOf } from './payment-controller.ts';
import { QrisPart } from './QrisPart.tsx';
import { SaleErrorNotice } from './SaleErrorNotice.tsx';
import { SaleFigures } from './SaleFigures.tsx';
import { paidRows, useConfirmation } from './sale-figures.ts';
import { editSale, submitSale } from './submission.ts';

/** What will be sent, large enough to be read to the customer. Enter sends, once it has been in sight. */
export function ConfirmSale({ kind }: { kind: CheckoutKind }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const sale = useConfirmation(kind);
  const submitLabel = kind === 'order' ? t('sell.send') : t('bills.pay');
  const checkout = useCheckout((state) => state[kind]);
  const { error } = checkout;
  const mismatch = mismatchOf(checkout);
  const isSettled = useSettled(readBackSettles, error);
  const isClickable = useSettled(pointerSettles, error);
  const [isAsking, setAsking] = useState(false);
  const giver = useCheckout((state) => (kind === 'order' ? state.order.draft.cashFrom : undefined));
  const toSee = partsToSee(sale?.payments ?? [], giver ? paymentsOf(giver) : []);
  const submit = (): void => (toSee.length > 0 ? setAsking(true) : void submitSale(kind));
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
  const { qrisDue } = qrisDueOf(checkout, total);
  const change = formatRupiah(changeDue(cashPart(total, sale.payments), tendered));
  const label = [
    t('sell.readBack'),
    groupCustomerNo(customerNo),
    // Beside the number, so that a screen reader says it before the sale can be sent.
    mismatch ? mismatchTitle(t, mismatch) : null,
    customerName,
    product,
    `${t('sell.total')} ${formatRupiah(total ?? 0)}`,
    ...paidRows(t, sale).map((row) => row.join(' ')),
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
      <SaleFigures heading={t('sell.readBack')} figures={sale} numberTestId="read-back-number" onNumber={editNumber} />
      {qrisDue === undefined ? null : <QrisPart due={qrisDue} />}
      {mismatch ? (
        <Notice tone="unknown" compact title={mismatchTitle(t, mismatch)} lines={[t('entry.mismatch.accepted')]} />
      ) : null}
      {isAsking ? <PaymentQuestion kind={kind} parts={toSee} onClose={() => setAsking(false)} /> : null}
      {notes.map((note) => (
        <p key={note} className="text-large font-semibold">
          {note}
        </p>
      ))}
    </ActionLayout>
  );
}
