import { CornerDownLeft, Delete } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mostAmount } from '../../../shared/domain/entry/amount.ts';

interface Props {
  text: string;
  onText: (text: string) => void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '000', '0'] as const;
const look =
  'flex min-h-11 items-center justify-center rounded-box border border-line-strong bg-surface text-title font-semibold ' +
  'select-none touch-manipulation active:bg-accent-soft';
/** Longer than this is no number and no amount. */
const longest = Math.max(30, String(mostAmount).length);

/** Digits for a finger: they land in the one field, whose caret stays where it is. */
export function NumberPad({ text, onText }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset aria-label={t('entry.padLabel')} className="grid h-full max-h-96 w-52 shrink-0 grid-cols-3 gap-1">
      {digits.map((each) => (
        <button
          key={each}
          type="button"
          tabIndex={-1}
          className={look}
          onClick={() => onText((text + each).slice(0, longest))}
        >
          {each}
        </button>
      ))}
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('entry.padDelete')}
        className={look}
        onClick={() => onText(text.slice(0, -1))}
      >
        <Delete aria-hidden="true" className="size-6" />
      </button>
      <button type="submit" tabIndex={-1} className={`${look} col-span-3 gap-2 text-large`}>
        {t('entry.padEnter')}
        <CornerDownLeft aria-hidden="true" className="size-5" />
      </button>
    </fieldset>
  );
}
