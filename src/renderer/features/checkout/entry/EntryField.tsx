import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryStep } from '../../../../shared/domain/entry/reading.ts';
import { bareEntry, isOwnSeparator, shownEntry } from '../../../../shared/domain/entry/shown-entry.ts';
import { classes, inputLook } from '../../../ui/classes.ts';
import { Field } from '../../../ui/Field.tsx';
import { GroupedInput } from '../../../ui/GroupedInput.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import type { EntryFault } from './fault.ts';
import { togglePad, usePad } from './pad-store.ts';

interface Props {
  text: string;
  step: EntryStep;
  label: string;
  /** what is understood of what stands in the field, or what may be typed */
  hint: string;
  fault: EntryFault | null;
  /** nothing was taken so far */
  first: boolean;
  /** the list that the arrows walk through, and the place in it */
  list: string;
  active: string | undefined;
  onText: (text: string) => void;
  /** starts anew */
  onClear: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  field: RefObject<HTMLDivElement | null>;
}

const side =
  'mt-6 flex h-14 min-w-15 flex-col items-center justify-center rounded-box border border-line-strong bg-surface ' +
  'text-small font-semibold touch-manipulation hover:bg-sunken';

/** The one field: it takes everything, says what it waits for, and keeps the caret. */
export function EntryField({
  text,
  step,
  label,
  hint,
  fault,
  first,
  list,
  active,
  onText,
  onClear,
  onKeyDown,
  field,
}: Props) {
  const { t } = useTranslation();
  const padShown = usePad((state) => state.shown);
  const before = useRef(step);
  // What is put back into the field is there to be typed over.
  useLayoutEffect(() => {
    if (before.current === step) return;
    before.current = step;
    field.current?.querySelector('input')?.select();
  });
  return (
    <div ref={field} className="flex items-start gap-2">
      <Field label={label} hint={hint} fault={fault ? t(`entry.fault.${fault}`) : null} className="flex-1">
        {({ 'aria-describedby': words, ...ids }) => (
          <GroupedInput
            {...ids}
            // What changes with every digit is no description: readers say each. SaidOfEntry says it when the hand rests.
            aria-describedby={fault || text !== '' || !first ? undefined : words}
            aria-errormessage={fault ? `${ids.id}-fault` : undefined}
            name="entry"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is one, with a list of cards
            role="combobox"
            aria-expanded
            aria-controls={list}
            aria-activedescendant={active}
            aria-autocomplete="list"
            autoCapitalize="off"
            enterKeyHint="next"
            inputMode={padShown ? 'none' : step === 'product' ? 'text' : 'tel'}
            shown={shownEntry(text, step)}
            isSeparator={isOwnSeparator(text, step)}
            onText={(shown) => onText(bareEntry(shown, step))}
            onKeyDown={onKeyDown}
            className={classes(
              inputLook,
              'h-14 font-mono font-semibold',
              text.length > 18 ? 'text-large' : 'text-title',
            )}
          />
        )}
      </Field>
      <button type="button" tabIndex={-1} onClick={onClear} className={side}>
        {t('entry.clear')}
        <Kbd>Esc</Kbd>
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={padShown}
        onClick={togglePad}
        className={classes(side, padShown && 'border-accent bg-accent-soft')}
      >
        {t('entry.pad')}
        <Kbd>F10</Kbd>
      </button>
    </div>
  );
}
