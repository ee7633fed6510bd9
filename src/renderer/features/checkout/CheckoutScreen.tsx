import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { shownEntry } from '../../../shared/domain/entry.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { dialogSettles, useSettled } from '../../state/keys.ts';
import { useSale, useSales } from '../../state/sales.ts';
import { useStatus } from '../../state/status.ts';
import { classes } from '../../ui/classes.ts';
import { deferred } from '../../ui/deferred.tsx';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import { isOpen, useCheckout, useTypedAhead } from './checkout-store.ts';
import { useClaim } from './claim.ts';
import { EntryForm } from './EntryForm.tsx';
import { typeAhead } from './entry-controller.ts';
import { beginTypedSale, useStrayCharacters } from './entry-keys.ts';
import { ParkingKeys } from './ParkedSales.tsx';
import { saleIdOf, saleOf } from './submission.ts';

const ConfirmSale = deferred(async () => (await import('./ConfirmSale.tsx')).ConfirmSale);
const SaleResult = deferred(async () => (await import('./SaleResult.tsx')).SaleResult);
const LiveSlip = deferred(async () => (await import('./LiveSlip.tsx')).LiveSlip, SlipPlace);

/** The room of the slip. */
function SlipPlace({ isFolding }: { isFolding: boolean }) {
  const width = isFolding ? 'box-content w-11' : 'w-84 2xl:w-96 zoomed:w-auto';
  return <div className={classes('h-full shrink-0 border-l border-line bg-sunken', width)} />;
}

/**
 * An order of a prepaid product or the payment of a bill: typed, read back, sent. The slip beside it grows from the first digit
 * to the sn.
 */
export function CheckoutScreen({ kind }: { kind: CheckoutKind }) {
  const { t } = useTranslation();
  const title = t(`${checkoutRules[kind].screen}.title`);
  const sale = useCurrentSale(kind);
  const isEntry = useCheckout((state) => isOpen(state[kind]));
  const isFolding = useIsFolding() && isEntry;
  useClaim(kind);
  return (
    <div className="stacks flex h-full zoomed:flex-col">
      <h2 className="sr-only">{title}</h2>
      <div className="relative flex min-w-0 flex-1 flex-col">
        <TypedAhead kind={kind} sale={sale} />
        <ParkingKeys kind={kind} />
        <div className="min-h-0 flex-1">
          <Phase kind={kind} sale={sale} />
        </div>
      </div>
      <LiveSlip kind={kind} sale={sale} isFolding={isFolding} />
    </div>
  );
}

interface PhaseProps {
  kind: CheckoutKind;
  sale: Transaction | null;
}

function Phase({ kind, sale }: PhaseProps) {
  const phase = useCheckout((state) => state[kind].phase);
  switch (phase) {
    case 'entry':
    case 'lookup':
    case 'inquiry':
      return <EntryForm kind={kind} />;
    case 'confirm':
      return <ConfirmSale kind={kind} />;
    case 'sending':
      // A bill is "inquired" until main has committed its payment.
      return <SaleResult kind={kind} sale={sale?.state === 'inquired' ? null : sale} />;
    case 'result':
      return <SaleResult kind={kind} sale={sale} />;
  }
}

/** The sale that was made or the bill that was found, kept current; also while the call that makes it is not answered yet. */
function useCurrentSale(kind: CheckoutKind): Transaction | null {
  const sale = useSale(useCheckout((state) => saleIdOf(state[kind])));
  const sending = useCheckout(({ [kind]: checkout }) => (checkout.phase === 'sending' ? checkout : null));
  const sales = useSales((state) => state.byId);
  return useMemo(() => sale ?? (sending && saleOf(sending, sales)), [sale, sending, sales]);
}

/** On these screens the products need the slip's room: it is folded until the sale is read back. */
const foldingScreens = '(50rem <= width < 90rem) and (height >= 34rem)';

function useIsFolding(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const screens = window.matchMedia(foldingScreens);
      screens.addEventListener('change', onChange);
      return () => screens.removeEventListener('change', onChange);
    },
    () => window.matchMedia(foldingScreens).matches,
  );
}

/**
 * What is typed or scanned where no field is belongs to the next customer. On a result that has been in sight it begins the next
 * sale; before, it is kept and shown, and sends nothing.
 */
function TypedAhead({ kind, sale }: { kind: CheckoutKind; sale: Transaction | null }) {
  const phase = useCheckout((state) => state[kind].phase);
  // A result that could not be stored is written down by hand before the next sale.
  const isHeld = useCheckout((state) => state[kind].error?.pendingWrite !== undefined);
  const isSettled = useSettled(dialogSettles, sale?.state ?? phase);
  const isEntry = useCheckout((state) => isOpen(state[kind]));
  // A result that cannot be drawn was not seen.
  const isCodeMissing = useStatus((state) => state.isCodeMissing);
  const mayBegin = phase === 'result' && isSettled && !isHeld && !isCodeMissing;
  const type = useCallback((character: string) => typeAhead(kind, character, mayBegin), [kind, mayBegin]);
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
