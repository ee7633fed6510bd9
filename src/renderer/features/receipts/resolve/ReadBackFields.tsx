import { useTranslation } from 'react-i18next';
import { maxBillAmount } from '../../../../shared/domain/entry.ts';
import { AmountField } from '../../../ui/AmountField.tsx';
import { inputLook } from '../../../ui/classes.ts';
import { Field } from '../../../ui/Field.tsx';
import { GroupedInput } from '../../../ui/GroupedInput.tsx';
import { bareNumber, isNumberSeparator, shownNumber } from '../../../ui/grouped-text.ts';

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
