import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { groupCustomerNo } from '../../shared/domain/customer-no.ts';
import { maxAmount, readAmount } from '../../shared/domain/entry.ts';
import { groupThousands } from '../../shared/domain/money.ts';
import { classes, inputLook } from './classes.ts';
import { Field } from './Field.tsx';
import { bareNumber, caretIn, isNumberSeparator, realCharacters } from './number-text.ts';

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
  /** takes the focus when it appears */
  autoFocus?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
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
  autoFocus = false,
  onKeyDown,
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
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where a screen is there for this amount
            autoFocus={autoFocus}
            onKeyDown={onKeyDown}
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

interface CustomerNoFieldProps {
  label: string;
  hint?: string;
  fault?: string | null;
  /** without separators, as typed */
  value: string;
  onValue: (value: string) => void;
  typedOnly?: boolean;
  large?: boolean;
}

/** A customer's number, in groups while it is typed. */
export function CustomerNoField({
  label,
  hint,
  fault,
  value,
  onValue,
  typedOnly,
  large = false,
}: CustomerNoFieldProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ids) => (
        <GroupedInput
          {...ids}
          inputMode="tel"
          {...(typedOnly ? { typedOnly } : {})}
          shown={groupCustomerNo(value)}
          isSeparator={isNumberSeparator}
          onText={(text) => onValue(bareNumber(text))}
          className={classes(inputLook, 'font-mono font-semibold', large && 'text-large')}
        />
      )}
    </Field>
  );
}

const refuse = (event: SyntheticEvent): void => event.preventDefault();

interface GroupedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** as shown, with separators */
  shown: string;
  isSeparator: (char: string) => boolean;
  /** the field's text after a change, with separators */
  onText: (text: string) => void;
  /** pasted or dropped text is refused: nobody read it */
  typedOnly?: boolean;
}

/** A field that shows its text in groups and keeps the caret in place. */
export function GroupedInput({ shown, isSeparator, onText, typedOnly = false, ...rest }: GroupedInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const real = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (real.current === null || document.activeElement !== field.current) return;
    const caret = caretIn(shown, real.current, isSeparator);
    field.current?.setSelectionRange(caret, caret);
    real.current = null;
  });

  return (
    <input
      {...rest}
      {...(typedOnly ? { onPaste: refuse, onDrop: refuse } : {})}
      ref={field}
      type="text"
      autoComplete="off"
      spellCheck={false}
      value={shown}
      data-takes="digits"
      onChange={(event) => {
        const { value, selectionStart } = event.currentTarget;
        real.current = realCharacters(value, selectionStart ?? value.length, isSeparator);
        onText(value);
      }}
    />
  );
}
