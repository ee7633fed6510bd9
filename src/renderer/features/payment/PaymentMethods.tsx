import { type ReactNode } from 'react';
import { groupThousands } from '../../../shared/domain/money.ts';
import { type PaymentMethod, paymentMethods } from '../../../shared/domain/payment.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useKeys } from '../../state/keys.ts';
import { Kbd } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { UserRound } from '../../ui/icons.tsx';
import { isAllCash, lacksCustomer, type PaymentChoice, paymentParts } from './payment-choice.ts';

/** Cash is 0: it is what a sale begins with. */
const keyOf = (method: PaymentMethod): string => `Alt+${paymentMethods.indexOf(method)}`;

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
          const amount = parts.find((payment) => payment.method === method)?.amount;
          return (
            <button
              key={method}
              type="button"
              tabIndex={-1}
              aria-pressed={isChosen}
              onClick={() => onMethod(method)}
              className={classes(
                'flex h-11 flex-auto touch-manipulation items-center justify-center gap-2 rounded-box border px-2 font-semibold',
                isChosen ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface hover:bg-sunken',
              )}
            >
              {/* The amount has a line of its own and its room beforehand: no button moves when it comes. */}
              <span className="min-w-18 text-center text-small leading-5">
                {t(`payments.method.${method}`)}
                {amount === undefined || amount <= 0 ? null : (
                  <span className="block leading-4"> {groupThousands(amount)}</span>
                )}
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
