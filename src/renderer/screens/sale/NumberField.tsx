import { useTranslation } from 'react-i18next';
import { isCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { classes } from '../../design/classes.ts';
import { Field, inputLook } from '../../design/Field.tsx';
import { GroupedInput } from '../../design/GroupedInput.tsx';
import { bareNumber, isNumberSeparator, shownNumber } from './number-text.ts';

interface Props {
  label: string;
  value: string;
  onValue: (bare: string) => void;
  /** a number that is none yet is said to be so */
  checked: boolean;
  disabled?: boolean;
}

/** The customer's number, in groups that can be read aloud. */
export function NumberField({ label, value, onValue, checked, disabled = false }: Props) {
  const { t } = useTranslation();
  const bad = checked && !isCustomerNo(normaliseCustomerNo(value));
  return (
    <Field label={label} hint={t('sell.customerNoHint')} fault={bad ? t('sell.customerNoBad') : null}>
      {(ids) => (
        <GroupedInput
          {...ids}
          name="customerNo"
          inputMode="tel"
          disabled={disabled}
          shown={shownNumber(value)}
          isSeparator={isNumberSeparator}
          onText={(text) => onValue(bareNumber(text))}
          className={classes(
            inputLook,
            'h-14 font-mono font-semibold',
            value.length > 15 ? 'text-large' : 'text-title',
          )}
        />
      )}
    </Field>
  );
}
