import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { groupThousands } from '../../../shared/domain/money.ts';
import { type PaymentMethod, paymentMethods } from '../../../shared/domain/payment.ts';
import { useKeys } from '../../state/keys.ts';
import { Kbd } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import type { EntryView } from './entry-view.ts';
import { isAllCash, lacksCustomer, type PaymentChoice, paymentParts } from './payment-choice.ts';
import { choosePayment, chooseTabCustomer, openTabSearch, useTabSearch } from './payment-controller.ts';
import { TabCustomer } from './TabCustomer.tsx';

/** Cash is 0: it is what a sale begins with. */
const keyOf = (method: PaymentMethod): string => `Alt+${paymentMethods.indexOf(method)}`;

/** How the customer pays, one key each, while the cash is counted. */
export function PaymentRow({ view }: { view: EntryView }) {
  const { checkout, total } = view;
  if (checkout.step !== 'tendered' || total === null) return null;
  return <Methods view={view} total={total} />;
}

function Methods({ view: { checkout, payment, customerNo }, total }: { view: EntryView; total: number }) {
  const { kind } = checkout;
  const isSearching = useTabSearch((state) => state.kind === kind);
  return (
    <PaymentMethods
      payment={payment}
      total={total}
      onMethod={(method) => choosePayment(kind, method)}
      onCustomer={() => openTabSearch(kind)}
    >
      {isSearching ? (
        <TabCustomer
          customerNo={customerNo}
          onChoose={(customer) => chooseTabCustomer(kind, customer)}
          onClose={() => openTabSearch(null)}
        />
      ) : null}
    </PaymentMethods>
  );
}

interface MethodsProps {
  payment: PaymentChoice;
  total: number;
  onMethod: (method: PaymentMethod) => void;
  /** who owes the tab is asked for */
  onCustomer: () => void;
  children?: ReactNode;
}

/** A key and a button for each method, and whose tab it is. */
export function PaymentMethods({ payment, total, onMethod, onCustomer, children }: MethodsProps) {
  const { t } = useTranslation();
  useKeys(
    paymentMethods.map((method) => ({
      key: keyOf(method),
      label: t(`payments.method.${method}`),
      run: () => onMethod(method),
      quiet: true,
    })),
  );
  const parts = payment.second === null ? [] : paymentParts(payment, total);
  const { customer } = payment;
  const ower = lacksCustomer(payment) ? t('payments.tab.missing') : (customer?.name ?? t('payments.tab.saved'));
  return (
    <div className="flex shrink-0 flex-wrap gap-1.5">
      <fieldset aria-label={t('payments.label')} className="flex min-w-0 flex-auto flex-wrap gap-1.5">
        {paymentMethods.map((method) => {
          const isChosen = method === payment.first || method === payment.second;
          const amount = parts.find((part) => part.method === method)?.amount;
          return (
            <button
              key={method}
              type="button"
              tabIndex={-1}
              aria-pressed={isChosen}
              onClick={() => onMethod(method)}
              className={classes(
                'flex min-h-11 flex-auto touch-manipulation items-center justify-center gap-2 rounded-box border px-2 font-semibold',
                isChosen ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface hover:bg-sunken',
              )}
            >
              <span>
                {t(`payments.method.${method}`)}
                {amount === undefined || amount <= 0 ? null : ` ${groupThousands(amount)}`}
              </span>
              <Kbd>{keyOf(method)}</Kbd>
            </button>
          );
        })}
      </fieldset>
      {isAllCash(payment) || (payment.first !== 'tab' && payment.second !== 'tab') ? null : (
        <button
          type="button"
          tabIndex={-1}
          onClick={onCustomer}
          className={classes(
            'flex min-h-11 max-w-60 min-w-0 touch-manipulation items-center gap-2 rounded-box border px-3 font-semibold hover:bg-sunken',
            lacksCustomer(payment) ? 'border-failed text-failed' : 'border-line-strong bg-surface',
          )}
        >
          <UserRound aria-hidden="true" className="size-5 shrink-0" />
          <span className="truncate">{ower}</span>
        </button>
      )}
      {children}
    </div>
  );
}
