import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import { cashInDrawer } from '../../../../shared/domain/cash.ts';
import { maxBillAmount } from '../../../../shared/domain/entry.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { showSettings } from '../../../state/router.ts';
import { AmountField, GroupedInput } from '../../../ui/AmountField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { inputLook } from '../../../ui/classes.ts';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { bareNumber, isNumberSeparator, shownNumber } from '../../../ui/number-text.ts';
import { SaleSummary } from '../../../ui/SaleSummary.tsx';

interface Props {
  number: string;
  amount: number | null;
  bad: { number: boolean; amount: boolean };
  onNumber: (number: string) => void;
  onAmount: (amount: number | null) => void;
}

/** Number and amount, typed anew by the person; what is pasted was not read. */
export function ReadBackFields({ number, amount, bad, onNumber, onAmount }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="rounded-box border border-line p-3">
      <legend className="px-1 font-medium">{t('receipts.resolving.readBack')}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={t('receipts.resolving.readNumber')}
          hint={t('receipts.resolving.readHint')}
          fault={bad.number ? t('receipts.resolving.readBad') : null}
        >
          {(ids) => (
            <GroupedInput
              {...ids}
              inputMode="tel"
              typedOnly
              shown={shownNumber(number)}
              isSeparator={isNumberSeparator}
              onText={(text) => onNumber(bareNumber(text))}
              className={`${inputLook} font-mono text-large font-semibold`}
            />
          )}
        </Field>
        <AmountField
          label={t('receipts.resolving.readAmount')}
          value={amount}
          onValue={onAmount}
          typedOnly
          max={maxBillAmount}
          fault={bad.amount ? t('receipts.resolving.readBad') : null}
        />
      </div>
    </fieldset>
  );
}

interface ConfirmFailedProps {
  sale: Transaction;
  onBack: () => void;
  onGo: () => void;
}

/** The last question before a sale is held to have failed: afterwards it can be sold again. Enter goes back. */
export function ConfirmFailed({ sale, onBack, onGo }: ConfirmFailedProps) {
  const { t } = useTranslation();
  const cash = cashInDrawer(sale);
  return (
    <Confirm
      title={t('receipts.resolving.failedTitle')}
      lead={t('receipts.resolving.failedAsk')}
      stop={t('common.back')}
      go={{ label: t('receipts.resolving.failedYes'), run: onGo }}
      onClose={onBack}
    >
      <SaleSummary sale={sale} />
      {cash > 0 ? (
        <p className="font-semibold text-failed">{t('receipts.resolving.failedCash', { cash: formatRupiah(cash) })}</p>
      ) : null}
    </Confirm>
  );
}

/** Says before anything is typed that nobody can record this yet: a PIN must be set first. Practice needs none. */
export function PinsMissing({ view, failed }: { view: SettingsView | null; failed: boolean }) {
  const { t } = useTranslation();
  if (view?.mode !== 'live') return null;
  const noPin = !view.secrets.supervisorPin;
  const noSecond = failed && view.settings.twoPeople && !view.secrets.secondPin;
  if (!noPin && !noSecond) return null;
  const reason = noPin ? 'no_pin_set' : 'second_no_pin_set';
  return (
    <Notice tone="unknown" title={t(`reasons.${reason}`)} lines={[t(`reasonDo.${reason}`)]}>
      <div className="pt-2">
        <Button onClick={() => showSettings('pin')}>{t('receipts.resolving.setPin')}</Button>
      </div>
    </Notice>
  );
}
