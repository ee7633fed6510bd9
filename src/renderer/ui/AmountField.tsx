import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { maxAmount } from '../../shared/domain/bounds.ts';
import { keptEntry, shownEntry } from '../../shared/domain/entry.ts';
import { useAmountFault, useAmountText } from './amount-text.ts';
import { classes, inputLook } from './classes.ts';
import { FieldFrame } from './FieldFrame.tsx';
import { editText, shownPosition } from './number-text.ts';

interface Props {
  label: string;
  /** whole rupiah; null: nothing is typed; NaN: what is typed is no amount, or above the largest, and no form takes it */
  value: number | null;
  onValue: (value: number | null) => void;
  placeholder?: string;
  fault?: string | null;
  hint?: string | undefined;
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
  hint,
  aside,
  disabled = false,
  typedOnly = false,
  max = maxAmount,
  autoFocus = false,
  onKeyDown,
}: Props) {
  const field = useAmountText(value, max, onValue);
  const unclear = useAmountFault(field.text, max);
  return (
    <FieldFrame label={label} fault={unclear ?? fault} hint={hint} aside={aside} bare={hint === undefined}>
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
            {...field}
            className={classes(inputLook, 'pl-10 text-right text-large font-semibold')}
          />
        </span>
      )}
    </FieldFrame>
  );
}

interface CustomerNoFieldProps {
  label: string;
  hint?: string;
  fault?: string | null;
  /** as typed */
  value: string;
  onValue: (value: string) => void;
  typedOnly?: boolean;
  large?: boolean;
  /** no line is kept for words below */
  bare?: boolean;
}

/** More is no number, also in groups. */
const maxNumberText = 60;

/** A customer's number, in groups while it is typed. */
export function CustomerNoField({
  label,
  hint,
  fault,
  value,
  onValue,
  typedOnly,
  large = false,
  bare = false,
}: CustomerNoFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} fault={fault} bare={bare}>
      {(ids) => (
        <GroupedInput
          {...ids}
          inputMode="tel"
          {...(typedOnly ? { typedOnly } : {})}
          text={value}
          display={shownEntry(value, 'customerNo')}
          keep={(text) => keptEntry(text, 'customerNo').slice(0, maxNumberText)}
          onText={onValue}
          className={classes(inputLook, 'font-mono font-semibold', large && 'text-large')}
        />
      )}
    </FieldFrame>
  );
}

const refuse = (event: SyntheticEvent): void => event.preventDefault();

interface GroupedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** of other fields than those for numbers: their separators are no keys of the screen */
  'data-takes'?: 'text';
  /** as typed */
  text: string;
  /** the same with separators */
  display: string;
  /** what the field keeps of a changed text */
  keep: (text: string) => string;
  onText: (text: string) => void;
  /** pasted or dropped text is refused: it was not read by a person */
  typedOnly?: boolean;
}

/** A field that shows its text in groups and keeps the caret in place. */
export function GroupedInput({ text, display, keep, onText, typedOnly = false, ...rest }: GroupedInputProps) {
  const field = useRef<HTMLInputElement>(null);
  /** in the text */
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== field.current) return;
    const position = shownPosition(text, display, caret.current);
    field.current?.setSelectionRange(position, position);
    caret.current = null;
  });

  return (
    <input
      data-takes="digits"
      {...rest}
      {...(typedOnly ? { onPaste: refuse, onDrop: refuse } : {})}
      ref={field}
      type="text"
      autoComplete="off"
      spellCheck={false}
      value={display}
      onChange={(event) => {
        const { value, selectionStart } = event.currentTarget;
        const edited = editText(text, display, value, selectionStart ?? value.length);
        const newText = keep(edited.text);
        // What the field leaves out before the caret is left out before it on the screen.
        caret.current = newText.length - keep(edited.text.slice(edited.caret)).length;
        onText(newText);
      }}
    />
  );
}
