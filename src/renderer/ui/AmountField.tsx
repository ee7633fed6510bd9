import type { ReactNode } from 'react';
import { maxAmount, readAmount } from '../../shared/domain/entry.ts';
import { groupThousands } from '../../shared/domain/money.ts';
import { classes, inputLook } from './classes.ts';
import { Field } from './Field.tsx';
import { GroupedInput } from './GroupedInput.tsx';

const isSeparator = (char: string): boolean => !/\d/.test(char);

interface Props {
  label: string;
  value: number | null;
  onValue: (value: number | null) => void;
  placeholder?: string;
  fault?: string | null;
  aside?: ReactNode;
  disabled?: boolean;
  typedOnly?: boolean;
  id?: string;
  /** the largest amount that is taken */
  max?: number;
}

/** An amount of money in whole rupiah, with dots while it is typed. */
export function AmountField({
  label,
  value,
  onValue,
  placeholder,
  fault,
  aside,
  disabled = false,
  typedOnly = false,
  max = maxAmount,
}: Props) {
  return (
    <Field label={label} fault={fault} aside={aside} bare>
      {(ids) => (
        <span className="relative flex">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-soft"
          >
            Rp
          </span>
          <GroupedInput
            {...ids}
            inputMode="numeric"
            disabled={disabled}
            typedOnly={typedOnly}
            placeholder={placeholder}
            shown={value === null ? '' : groupThousands(value)}
            isSeparator={isSeparator}
            onText={(text) => {
              const amount = readAmount(text, max);
              if (amount === null || amount <= max) onValue(amount);
            }}
            className={classes(inputLook, 'pl-10 text-right text-large font-semibold')}
          />
        </span>
      )}
    </Field>
  );
}
