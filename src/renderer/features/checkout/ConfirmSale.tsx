import { useEffect, useRef, useState } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { cashPart, changeDue, paymentsOf } from '../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { qrisToPay } from '../../../shared/domain/qris.ts';
import { mismatchTitle } from '../../i18n/sale-messages.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { pointerSettles, readBackSettles, useKeys, useSettled } from '../../state/keys.ts';
import { useSettings, useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { ActionLayout } from '../../ui/Layout.tsx';
import { QrCode } from '../../ui/later-icons.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { QrisCode } from '../../ui/QrCode.tsx';
import { partsToSee } from '../payment/index.ts';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import { mismatchOf, type Overrides, update, useCheckout } from './checkout-store.ts';
import { isHeldError } from './claim.ts';
import { editField } from './entry-controller.ts';
import { qrisDueOf, setReferences } from './payment-controller.ts';
import { SaleFigures } from './SaleFigures.tsx';
import { HeldQuestion, OverrideQuestion, PaymentQuestion } from './SaleQuestions.tsx';
import { paymentOf } from './sale-draft.ts';
import { paidRows, useConfirmation } from './sale-figures.ts';
import { questionOf } from './sale-question.tsx';
import { editSale, submitSale } from './submission.ts';

const MeterName = deferred(async () => (await import('./MeterName.tsx')).MeterName);

/** What will be sent, large enough to be read to the customer. Enter sends, once it has been in sight. */
export function ConfirmSale({ kind }: { kind: CheckoutKind }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const sale = useConfirmation(kind);
  const submitLabel = t(`${checkoutRules[kind].screen}.send`);
  const checkout = useCheckout((state) => state[kind]);
  const { draft, error } = checkout;
  const mismatch = mismatchOf(draft);
  const isSettled = useSettled(readBackSettles, error);
  const isClickable = useSettled(pointerSettles, error);
  const [isAsking, setAsking] = useState(false);
  const toSee = partsToSee(sale?.payments ?? [], draft.cashFrom ? paymentsOf(draft.cashFrom) : []);
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
      {isAsking ? (
        <PaymentQuestion
          parts={toSee}
          references={paymentOf(draft).references}
          onSend={(references) => {
            setReferences(kind, references);
            void submitSale(kind);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {notes.map((note) => (
        <p key={note} className="text-large font-semibold">
          {note}
        </p>
      ))}
      {kind === 'order' ? <MeterName /> : null}
    </ActionLayout>
  );
}

/** Why a sale was not sent: a question where a person may decide, otherwise a notice. */
function SaleErrorNotice({ kind, error }: { kind: CheckoutKind; error: KonterError }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const unapproved = useCheckout((state) => state[kind].unapproved);
  const dismiss = (): void => update(kind, { error: null, unapproved: null });
  const question = questionOf(t, kind, error, zone);
  const send = (overrides: Overrides): void => void submitSale(kind, overrides, error);
  if (question) return <OverrideQuestion {...{ question, unapproved }} onGo={send} onClose={dismiss} />;
  return isHeldError(error) ? <HeldQuestion kind={kind} error={error} /> : <ErrorNotice error={error} />;
}

const key = 'F6';

/** The shop's code for what is paid by QRIS, small beside the sale and large by a key: for a counter without a second screen. */
function QrisPart({ due }: { due: number }) {
  const { t } = useTranslation();
  const view = useSettings((state) => state.view);
  const [isLarge, setLarge] = useState(false);
  const qris = view && qrisToPay(view.settings.qris, due, view.mode === 'training');
  useKeys(qris ? [{ key, label: t('qris.enlarge'), run: () => setLarge(true) }] : []);
  if (!qris) return null;
  const close = (): void => setLarge(false);
  return (
    <div className="flex items-center justify-between gap-3">
      <QrisCode qris={qris} size="small" />
      <Button icon={QrCode} hotkey={key} className="shrink-0" onClick={() => setLarge(true)}>
        {t('qris.enlarge')}
      </Button>
      {isLarge ? (
        <Dialog title={t('qris.scan')} onClose={close} keys={[{ key, label: t('common.close'), run: close }]}>
          {(settled) => (
            <>
              <QrisCode qris={qris} size="large" />
              <DialogFooter>
                <Button hotkey="Esc" disabled={!settled} onClick={close}>
                  {t('common.close')}
                </Button>
              </DialogFooter>
            </>
          )}
        </Dialog>
      ) : null}
    </div>
  );
}
