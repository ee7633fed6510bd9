import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bareEntry, isOwnSeparator, shownEntry } from '../../../shared/domain/entry/shown-entry.ts';
import { classes, inputLook } from '../../ui/classes.ts';
import { Field } from '../../ui/Field.tsx';
import { GroupedInput } from '../../ui/GroupedInput.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import type { Checkout } from './checkout-store.ts';
import { toggleNumberPad, useNumberPad } from './entry-keys.ts';

interface Props {
  checkout: Checkout;
  label: string;
  hint: string;
  /** nothing was accepted so far */
  isFirst: boolean;
  /** the list that the arrows walk through, and the option they are on */
  listId: string;
  activeId: string | null;
  onText: (text: string) => void;
  onClear: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  field: RefObject<HTMLDivElement | null>;
}

const buttonLook =
  'mt-6 flex h-14 min-w-15 flex-col items-center justify-center rounded-box border border-line-strong bg-surface ' +
  'text-small font-semibold touch-manipulation hover:bg-sunken';

/** The entry field: it accepts everything, says what it expects, and keeps the caret. */
export function EntryField(props: Props) {
  const { t } = useTranslation();
  const { label, hint, field, onText } = props;
  const { text, step, entryError } = props.checkout;
  const isPadShown = useNumberPad((state) => state.isShown);
  const lastStep = useRef(step);
  // A value that is put back into the field is there to be typed over.
  useLayoutEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    field.current?.querySelector('input')?.select();
  });
  return (
    <div ref={field} className="flex items-start gap-2">
      <Field label={label} hint={hint} fault={entryError ? t(`entry.fault.${entryError}`) : null} className="flex-1">
        {({ 'aria-describedby': description, ...ids }) => (
          <GroupedInput
            {...ids}
            // A hint that changes with every digit is no description, since readers say each. EntryAnnouncement says it later.
            aria-describedby={entryError || text !== '' || !props.isFirst ? undefined : description}
            aria-errormessage={entryError ? `${ids.id}-fault` : undefined}
            name="entry"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is one, with a list of cards
            role="combobox"
            aria-expanded
            aria-controls={props.listId}
            aria-activedescendant={props.activeId ?? undefined}
            aria-autocomplete="list"
            autoCapitalize="off"
            enterKeyHint="next"
            inputMode={isPadShown ? 'none' : step === 'product' ? 'text' : 'tel'}
            shown={shownEntry(text, step)}
            isSeparator={isOwnSeparator(text, step)}
            onText={(shown) => onText(bareEntry(shown, step))}
            onKeyDown={props.onKeyDown}
            className={classes(
              inputLook,
              'h-14 font-mono font-semibold',
              text.length > 18 ? 'text-large' : 'text-title',
            )}
          />
        )}
      </Field>
      <button type="button" tabIndex={-1} onClick={props.onClear} className={buttonLook}>
        {t('entry.clear')}
        <Kbd>Esc</Kbd>
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isPadShown}
        onClick={toggleNumberPad}
        className={classes(buttonLook, isPadShown && 'border-accent bg-accent-soft')}
      >
        {t('entry.pad')}
        <Kbd>F10</Kbd>
      </button>
    </div>
  );
}
