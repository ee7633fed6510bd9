import { useTranslation } from '../../i18n/translation.ts';
import { toggleNumberPad, useNumberPad } from '../../state/keys.ts';
import { Kbd } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import type { CheckoutKind } from './checkout-rules.ts';
import { openList } from './entry-keys.ts';
import { parkOrBringBack } from './parking.ts';

const buttonLook =
  'flex min-w-15 flex-col items-center justify-center rounded-box border border-line-strong bg-surface ' +
  'text-small font-semibold touch-manipulation hover:bg-sunken';

/** Beside the field. With the pad, where fingers sell, in two rows: the slots and the field have the room. */
export function EntryButtons({ kind, onClear }: { kind: CheckoutKind; onClear: () => void }) {
  const { t } = useTranslation();
  const isPadShown = useNumberPad((state) => state.isShown);
  const look = classes(buttonLook, isPadShown ? 'h-12' : 'mt-6 h-14');
  return (
    <div className={isPadShown ? 'grid shrink-0 grid-cols-2 gap-1' : 'flex shrink-0 gap-2'}>
      <button type="button" tabIndex={-1} onClick={onClear} className={look}>
        {t('entry.clear')}
        <Kbd>Esc</Kbd>
      </button>
      {isPadShown ? (
        <button type="button" tabIndex={-1} onClick={() => parkOrBringBack(kind)} className={look}>
          {t('parking.button')}
          <Kbd>;</Kbd>
        </button>
      ) : null}
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isPadShown}
        onClick={toggleNumberPad}
        className={classes(look, isPadShown && 'border-accent bg-accent-soft')}
      >
        {t('entry.pad')}
        <Kbd>F10</Kbd>
      </button>
      <button type="button" tabIndex={-1} onClick={openList} className={look}>
        {t('batch.open')}
        <Kbd>,</Kbd>
      </button>
    </div>
  );
}
