import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { maxBillAmount } from '../../../../shared/domain/entry/amount.ts';
import { AmountField } from '../../../design/AmountField.tsx';
import { inputLook } from '../../../design/classes.ts';
import { Field } from '../../../design/Field.tsx';
import { GroupedInput } from '../../../design/GroupedInput.tsx';
import { bareNumber, isNumberSeparator, shownNumber } from '../../sale/number-text.ts';
import type { ResolveValues } from '../resolve-form.ts';

/** Number and amount, typed anew by the person; what is pasted was not read. */
export function ReadBackFields({ form }: { form: UseFormReturn<ResolveValues> }) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  const set = (name: 'number' | 'amount', value: string | number | null): void => {
    form.clearErrors(name);
    form.setValue(name, value);
  };
  return (
    <fieldset className="rounded-box border border-line p-3">
      <legend className="px-1 font-medium">{t('receipts.resolving.readBack')}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={t('receipts.resolving.readNumber')}
          hint={t('receipts.resolving.readHint')}
          fault={errors.number ? t('receipts.resolving.readBad') : null}
        >
          {(ids) => (
            <GroupedInput
              {...ids}
              inputMode="tel"
              typedOnly
              shown={shownNumber(form.watch('number'))}
              isSeparator={isNumberSeparator}
              onText={(text) => set('number', bareNumber(text))}
              className={`${inputLook} font-mono text-large font-semibold`}
            />
          )}
        </Field>
        <AmountField
          label={t('receipts.resolving.readAmount')}
          value={form.watch('amount')}
          onValue={(amount) => set('amount', amount)}
          typedOnly
          max={maxBillAmount}
          fault={errors.amount ? t('receipts.resolving.readBad') : null}
        />
      </div>
    </fieldset>
  );
}
