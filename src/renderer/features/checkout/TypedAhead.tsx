import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { shownEntry } from '../../../shared/domain/entry.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { dialogSettles, useSettled } from '../../state/keys.ts';
import { classes } from '../../ui/classes.ts';
import { type CheckoutKind, useCheckout, useTypedAhead } from './checkout-store.ts';
import { typeAhead } from './entry-controller.ts';
import { beginTypedSale, isDialogOpen, useStrayCharacters } from './stray-characters.ts';

/**
 * What is typed or scanned where no field is belongs to the next customer. On a result that has been in sight it begins the next
 * sale; before, it is kept and shown, and sends nothing.
 */
export function TypedAhead({ kind, sale }: { kind: CheckoutKind; sale: Transaction | null }) {
  const phase = useCheckout((state) => state[kind].phase);
  // An answer that no disk has is noted first.
  const isHeld = useCheckout((state) => state[kind].error?.pendingWrite !== undefined);
  const isSettled = useSettled(dialogSettles, sale?.state ?? phase);
  const isEntry = phase === 'entry' || phase === 'lookup';
  const mayBegin = phase === 'result' && isSettled && !isHeld;
  const type = useCallback(
    (character: string) => typeAhead(kind, character, mayBegin && !isDialogOpen()),
    [kind, mayBegin],
  );
  useStrayCharacters(!isEntry, type);
  // Typed on another screen.
  useEffect(() => beginTypedSale(kind), [kind]);
  // Over a sale that is read back or shown, so that nothing of it moves.
  return <TypedAheadText isOver={!isEntry} />;
}

/** What was typed for the next customer. @param isOver it covers the top of the screen and moves nothing */
export function TypedAheadText({ isOver }: { isOver: boolean }) {
  const { t } = useTranslation();
  const { text } = useTypedAhead();
  if (text === '') return null;
  return (
    <p
      className={classes(
        'flex shrink-0 items-baseline gap-2 border-b border-line bg-accent-soft px-4 py-1',
        isOver && 'absolute inset-x-0 top-0 z-10',
      )}
    >
      <span className="text-small">{t('entry.typedAhead')}</span>
      <span data-testid="typed-ahead" className="font-mono font-semibold">
        {shownEntry(text, 'customerNo')}
      </span>
    </p>
  );
}
