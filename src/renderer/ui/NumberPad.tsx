import type { MouseEvent } from 'react';
import { maxAmount } from '../../shared/domain/bounds.ts';
import { useTranslation } from '../i18n/translation.ts';
import { classes } from './classes.ts';
import { CornerDownLeft, Delete } from './icons.tsx';

interface NumberPadProps {
  text: string;
  onText: (text: string) => void;
  className?: string;
}

/** As on a telephone, with the other keys in a column of their own: four rows are as high as the smallest screen allows. */
const rows = [
  ['1', '2', '3'],
  ['4', '5', '6', '000'],
  ['7', '8', '9'],
] as const;
const look =
  'flex min-h-11 min-w-0 items-center justify-center rounded-box border border-line-strong bg-surface ' +
  'font-semibold select-none touch-manipulation active:bg-accent-soft';
/** No number and no amount is longer. */
const maxLength = Math.max(30, String(maxAmount).length);

/** The press leaves the caret where it is. */
const keepCaret = (event: MouseEvent): void => event.preventDefault();

/** Digits for a finger, in a form that its last key submits. They are typed into the form's field, whose caret stays. */
export function NumberPad({ text, onText, className }: NumberPadProps) {
  const { t } = useTranslation();
  const key = (each: string, wide = false) => (
    <button
      key={each}
      type="button"
      tabIndex={-1}
      onMouseDown={keepCaret}
      className={classes(look, wide && 'col-span-3', each === '000' ? 'text-large' : 'text-title')}
      onClick={() => onText((text + each).slice(0, maxLength))}
    >
      {each}
    </button>
  );
  return (
    <fieldset
      aria-label={t('entry.padLabel')}
      className={classes('grid shrink-0 grid-cols-4 gap-x-1 gap-y-0.5', className)}
    >
      {rows[0].map((each) => key(each))}
      <button
        type="button"
        tabIndex={-1}
        onMouseDown={keepCaret}
        aria-label={t('entry.padDelete')}
        className={look}
        onClick={() => onText(text.slice(0, -1))}
      >
        <Delete aria-hidden="true" className="size-6" />
      </button>
      {rows[1].map((each) => key(each))}
      {rows[2].map((each) => key(each))}
      <button
        type="submit"
        tabIndex={-1}
        onMouseDown={keepCaret}
        className={classes(look, 'row-span-2 flex-col gap-1 text-body')}
      >
        {t('entry.padEnter')}
        <CornerDownLeft aria-hidden="true" className="size-5" />
      </button>
      {key('0', true)}
    </fieldset>
  );
}
