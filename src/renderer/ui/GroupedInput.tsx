import { type ComponentProps, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { caretIn, realCharacters } from './grouped-text.ts';

const refuse = (event: SyntheticEvent): void => event.preventDefault();

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** as shown, with separators */
  shown: string;
  isSeparator: (char: string) => boolean;
  /** what stands in the field after a change, separators and all */
  onText: (text: string) => void;
  /** what is pasted or dropped is not taken: it was not read */
  typedOnly?: boolean;
}

/** A field that shows what is typed in groups and leaves the caret where the hand put it. */
export function GroupedInput({ shown, isSeparator, onText, typedOnly = false, ...rest }: Props) {
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
