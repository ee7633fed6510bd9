import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import { moneyHeld } from '../../../../shared/domain/cash.ts';
import { maxBillAmount } from '../../../../shared/domain/entry.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { showSettings } from '../../../state/router.ts';
import { AmountField, CustomerNoField } from '../../../ui/AmountField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { PinField, TextField } from '../../../ui/Field.tsx';
import type { ControlProps, FieldProps } from '../../../ui/form.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SaleSummary } from '../../../ui/SaleSummary.tsx';
import type { ResolveAsks } from './resolve-form.ts';

/** Number and amount, typed again by the person. Pasting is refused: it proves no reading. */
export function ReadBackFields({
  number,
  amount,
}: {
  number: ControlProps<string>;
  amount: ControlProps<number | null>;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className="rounded-box border border-line p-3">
      <legend className="px-1 font-medium">{t('receipts.resolving.readBack')}</legend>
      <div className="grid grid-cols-2 gap-3">
        <CustomerNoField
          large
          typedOnly
          label={t('receipts.resolving.readNumber')}
          hint={t('receipts.resolving.readHint')}
          {...number}
        />
        <AmountField label={t('receipts.resolving.readAmount')} typedOnly max={maxBillAmount} {...amount} />
      </div>
    </fieldset>
  );
}

/** The serial number of a success; where only it is missing, it is required. */
export function SnField({ asks, field }: { asks: ResolveAsks; field: FieldProps }) {
  const { t } = useTranslation();
  const optional = asks.onlySn ? '' : ` (${t('common.optional')})`;
  return <TextField bare mono label={`${t('receipts.resolving.sn')}${optional}`} maxLength={200} {...field} />;
}

interface PinFieldsProps {
  asks: ResolveAsks;
  /** a failure needs two people where the shop requires it */
  failed: boolean;
  pin: FieldProps;
  secondPin: FieldProps;
}

/** The PINs of the people who record the outcome. */
export function OutcomePins({ asks, failed, pin, secondPin }: PinFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-2 gap-3">
      {asks.pin ? <PinField label={t('receipts.resolving.pin')} {...pin} /> : null}
      {failed && asks.secondPin ? <PinField label={t('receipts.resolving.secondPin')} {...secondPin} /> : null}
    </div>
  );
}

interface ConfirmFailedProps {
  sale: Transaction;
  /** the form's open question */
  question: { go: () => void; back: () => void };
}

/** The last question before a sale is held to have failed: afterwards it can be sold again. Enter goes back. */
export function ConfirmFailed({ sale, question }: ConfirmFailedProps) {
  const { t } = useTranslation();
  const cash = moneyHeld(sale);
  return (
    <Confirm
      title={t('receipts.resolving.failedTitle')}
      lead={t('receipts.resolving.failedAsk')}
      stop={t('common.back')}
      go={{ label: t('receipts.resolving.failedYes'), run: question.go }}
      onClose={question.back}
    >
      <SaleSummary sale={sale} />
      {cash > 0 ? (
        <p className="font-semibold text-failed">{t('receipts.resolving.failedCash', { cash: formatRupiah(cash) })}</p>
      ) : null}
    </Confirm>
  );
}

/** Shown before anything is typed: a PIN must be set first. Training needs none. */
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
