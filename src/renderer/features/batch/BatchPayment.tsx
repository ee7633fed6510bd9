import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { maxBillAmount } from '../../../shared/domain/bounds.ts';
import { cashShortfall, changeDue } from '../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import type { PaymentMethod } from '../../../shared/domain/payment.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { pointerSettles, readBackSettles, useKeys, useSettled } from '../../state/keys.ts';
import { useSales } from '../../state/sales.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { giantBelow } from '../../ui/amount-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { likelyCash, nextSum } from '../../ui/number-text.ts';
import { nameOf, PaymentQuestion } from '../checkout/index.ts';
import {
  cashCount,
  chooseMethod,
  lacksCustomer,
  PaymentMethods,
  partsToSee,
  paymentFault,
  paymentParts,
  TabCustomer,
  typesPart,
} from '../payment/index.ts';
import { editBatch, sendBatch, totalOf, updateDraft, useBatchDraft } from './batch-draft.ts';

/** Every line read back, one total, one payment, one change. Enter sends, once it has been in sight. */
export function BatchPayment() {
  const { t } = useTranslation();
  const { lines, payment, amount, error, phase } = useBatchDraft();
  const sales = useSales((state) => state.byId);
  const isSettled = useSettled(readBackSettles, error);
  const isClickable = useSettled(pointerSettles, error);
  const [fault, setFault] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'customer' | 'arrived' | null>(null);
  const total = totalOf(lines);
  const choice = typesPart(payment) ? { ...payment, part: amount } : payment;
  const { due, tendered } = cashCount(choice, total, Number.isNaN(amount) ? 0 : amount);
  const short = cashShortfall(due, tendered);
  const isLong = Math.max(total, tendered ?? 0) >= giantBelow;
  const toSee = partsToSee(paymentParts(choice, total));
  const isSending = phase === 'sending';
  const type = (typed: number | null): void => {
    setFault(null);
    updateDraft({ amount: typed === 0 ? null : typed });
  };
  const choose = (method: PaymentMethod): void => {
    if (method === 'tab' && lacksCustomer(choice)) return setDialog('customer');
    const next = chooseMethod(choice, method, { total, tendered: amount });
    updateDraft({ payment: next, amount: typesPart(next) ? next.part : null });
    setFault(null);
    if (lacksCustomer(next)) setDialog('customer');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The field says that it is no amount.
    if (!isSettled || isSending || Number.isNaN(amount)) return;
    const wrong = paymentFault(choice, total, amount);
    if (wrong !== null) return setFault(t(`entry.fault.${wrong}`));
    updateDraft({ payment: choice });
    if (toSee.length > 0) setDialog('arrived');
    else void sendBatch();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const sum = typesPart(choice) ? undefined : nextSum(event.key, likelyCash(due), amount);
    if (sum === undefined) return;
    event.preventDefault();
    type(sum);
  };
  useKeys(isSending ? [] : [{ key: 'Escape', label: t('sell.edit'), run: editBatch }]);
  return (
    <form noValidate onSubmit={submit} className="mx-auto flex h-full max-w-7xl flex-col gap-3 px-4 pt-3 pb-4">
      <h2 className="text-title font-semibold">{t('batch.readBack')}</h2>
      <ol aria-label={t('batch.lines')} className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto">
        {lines.map((line, at) => (
          <li
            key={line.bill ?? `${line.product?.productCode} ${line.customerNo}`}
            className="flex min-h-11 items-center gap-4 rounded-box border border-line bg-surface px-3"
          >
            <span className="w-6 shrink-0 text-right text-ink-soft">{at + 1}</span>
            <span className="font-mono text-large font-semibold">{groupCustomerNo(line.customerNo)}</span>
            <span className="min-w-0 flex-1 truncate">{nameOf(line, sales)}</span>
            <span className="font-semibold">{formatRupiah(line.price ?? 0)}</span>
          </li>
        ))}
      </ol>
      {error ? <ErrorNotice error={error} compact /> : null}
      <PaymentMethods payment={choice} total={total} onMethod={choose} onCustomer={() => setDialog('customer')} />
      <div className="grid shrink-0 grid-cols-3 items-end gap-3 zoomed:grid-cols-1">
        <Figure label={t('sell.total')} value={formatRupiah(total)} isLong={isLong} testId="batch-total" />
        <div className="flex flex-col gap-1">
          <AmountField
            label={t(typesPart(choice) ? 'payments.label' : 'sell.tendered')}
            value={amount}
            onValue={type}
            placeholder={t('sell.exact')}
            max={maxBillAmount}
            fault={fault}
            onKeyDown={onKeyDown}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is read back is paid next
            autoFocus
          />
          {!typesPart(choice) ? (
            <fieldset aria-label={t('sell.notes')} className="flex flex-wrap gap-1">
              {/* Three have room: the nearest, and the total in notes of 50.000 and of 100.000. */}
              {likelyCash(due)
                .filter((_, at, { length }) => at === 0 || at >= length - 2)
                .map((sum) => (
                  <Button
                    key={sum}
                    tabIndex={-1}
                    className={classes('flex-auto', isLong ? 'px-0.5! text-small!' : 'px-1!')}
                    onClick={() => type(sum)}
                  >
                    {groupThousands(sum)}
                  </Button>
                ))}
            </fieldset>
          ) : null}
        </div>
        {/* Where no cash is due there is no change; its place stays. */}
        {due > 0 ? (
          <Figure
            label={t(short > 0 ? 'sell.short' : 'sell.change')}
            value={formatRupiah(short > 0 ? short : changeDue(due, tendered))}
            isFault={short > 0}
            isLong={isLong}
            testId="batch-change"
          />
        ) : null}
      </div>
      <div className="flex shrink-0 justify-between gap-3">
        <Button large hotkey="Esc" disabled={isSending} onClick={editBatch}>
          {t('sell.edit')}
        </Button>
        <output className="self-center font-semibold text-pending">
          {isSending ? t('outcome.sending.title') : null}
        </output>
        <Button
          type="submit"
          look="primary"
          large
          hotkey="Enter"
          disabled={!isClickable || isSending}
          className="min-w-52"
        >
          {t('batch.send')}
        </Button>
      </div>
      {dialog === 'customer' ? (
        <TabCustomer
          customerNo={lines.find(({ bill }) => bill === null)?.customerNo ?? ''}
          onChoose={(customer) => {
            updateDraft({ payment: { ...choice, customer } });
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'arrived' ? (
        <PaymentQuestion
          parts={toSee}
          references={payment.references}
          onSend={(references) => {
            updateDraft({ payment: { ...payment, references } });
            void sendBatch();
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </form>
  );
}

interface FigureProps {
  label: string;
  value: string;
  testId: string;
  /** as small as its neighbour needs to be */
  isLong: boolean;
  isFault?: boolean;
}

function Figure({ label, value, testId, isLong, isFault = false }: FigureProps) {
  return (
    <div className={classes('rounded-box px-3 py-1', isFault ? 'bg-failed-soft text-failed' : 'bg-sunken')}>
      <span className="text-small">{label}</span>
      <output
        data-testid={testId}
        className={classes(
          'block text-right leading-13 font-bold whitespace-nowrap',
          isLong ? 'text-title xl:text-giant' : 'text-giant',
        )}
      >
        {value}
      </output>
    </div>
  );
}
