import { maxParked, type ParkedSale } from '../../../shared/contract/parking.ts';
import { groupCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { ageOf } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useEndOfMinute } from '../../state/clock.ts';
import { type Binding, useKeys } from '../../state/keys.ts';
import { useOffers } from '../../state/offers.ts';
import { useParked } from '../../state/sales.ts';
import { Kbd } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { ProductName } from '../../ui/Logo.tsx';
import type { CheckoutKind } from './checkout-rules.ts';
import { isOpen, useCheckout } from './checkout-store.ts';
import { offerOfCode } from './offer-search.ts';
import {
  bringBack,
  isBlank,
  parkOrBringBack,
  stillUnsaved,
  stopChoosing,
  useParking,
  useParkingKind,
} from './parking.ts';

/** Parks the sale that is typed; while nothing is typed it brings one back. */
const parkKey = ';';

/** The keys of parking, and what it says over the screen, of which nothing moves. */
export function ParkingKeys({ kind }: { kind: CheckoutKind }) {
  const { t } = useTranslation();
  const parked = useParked((state) => state.parked);
  const { unsaved, choosing, error } = useParking();
  const isChoosing = useCheckout((state) => choosing !== null && state[kind] === choosing);
  const isEmpty = useCheckout((state) => isBlank(state[kind]));
  const isShown = useCheckout((state) => isOpen(state[kind]));
  const isReadBack = useCheckout((state) => state[kind].phase === 'confirm');
  const park: Binding = {
    key: parkKey,
    label: t(isEmpty && parked.length > 0 ? 'parking.keys.bring' : 'parking.keys.park'),
    run: () => parkOrBringBack(kind),
    quiet: isEmpty && parked.length === 0,
  };
  const digits = parked.map((sale, at): Binding => {
    const run = isChoosing ? () => void bringBack(sale) : null;
    return { key: String(at + 1), label: t('parking.keys.digit'), run, quiet: true };
  });
  const leave: Binding = { key: 'Escape', label: t('common.cancel'), run: stopChoosing };
  useKeys(isChoosing ? [park, ...digits, leave] : isShown || isReadBack ? [park, ...digits] : []);
  const fault = error ?? unsaved.findLast((each) => each.error !== null)?.error ?? null;
  const question = t(parked.length >= maxParked && !isEmpty ? 'parking.full' : 'parking.choose');
  const words = fault && errorWords(t, fault);
  const text = isChoosing ? question : words ? [words.title, ...words.lines].join(' ') : '';
  if (text === '' || !isShown) return null;
  return (
    <p
      role="alert"
      className={classes(
        // As high as the label of the field below it, which it covers.
        'absolute inset-x-0 top-0 z-10 min-h-8 border-b border-line bg-accent-soft px-4 py-1 text-small font-semibold',
        words && !isChoosing && 'text-failed',
      )}
    >
      {text}
    </p>
  );
}

/** The sales that are parked, in the strip of the money: a tap, or the key and a digit, brings one back. */
export function ParkedChips() {
  const { t } = useTranslation();
  const parked = useParked((state) => state.parked);
  const { unsaved, choosing } = useParking();
  const kind = useParkingKind();
  const isChoosing = useCheckout((state) => kind !== null && choosing !== null && state[kind] === choosing);
  const stored = stillUnsaved(unsaved, parked);
  if (kind === null || parked.length + stored.length === 0) return null;
  return (
    <section aria-label={t('parking.label')} className="min-w-0 flex-1">
      <ul className="flex gap-1 zoomed:flex-wrap">
        {parked.map((sale, at) => (
          <Chip key={sale.id} sale={sale} digit={String(at + 1)} isChoosing={isChoosing} />
        ))}
        {stored.map(({ id, draft }) => (
          <Chip key={id} sale={{ id, draft }} digit={null} isChoosing={isChoosing} />
        ))}
      </ul>
    </section>
  );
}

interface ChipProps {
  sale: Pick<ParkedSale, 'id' | 'draft'> & Partial<Pick<ParkedSale, 'parkedAt'>>;
  /** null: it is not on the disk yet */
  digit: string | null;
  isChoosing: boolean;
}

function Chip({ sale, digit, isChoosing }: ChipProps) {
  const { t } = useTranslation();
  const now = useEndOfMinute();
  const { customerNo, productCode, text, left } = sale.draft;
  const product = useOffers((state) => offerOfCode(state.offers ?? [], productCode)?.product ?? null);
  const number = customerNo || left.customerNo || text;
  const grouped = groupCustomerNo(normaliseCustomerNo(number));
  const age = sale.parkedAt === undefined ? null : ageOf(now - Date.parse(sale.parkedAt));
  const name = product?.productName ?? productCode;
  const when = age === null ? t('parking.unsaved') : t(`appShell.age.${age.unit}`, { n: age.n });
  return (
    <li className="@container min-w-11 flex-[0_1_13rem]">
      <button
        type="button"
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void bringBack(sale)}
        className={classes(
          'flex h-11 w-full touch-manipulation items-center gap-1 rounded-box border px-1 text-left text-small leading-5 hover:bg-sunken @max-[5.25rem]:justify-center',
          isChoosing ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
          digit === null && 'border-dashed',
        )}
      >
        {digit === null ? null : <Kbd>{digit}</Kbd>}
        <span className="flex min-w-0 flex-1 flex-col @max-[5.25rem]:sr-only">
          <span className="flex min-w-0 font-mono font-semibold whitespace-pre @max-[7.5rem]:whitespace-nowrap">
            <span className="truncate @max-[7.5rem]:sr-only">{number === '' ? '…' : grouped.slice(0, -5)}</span>
            {/* The last digits distinguish customers: they stay where the chips are narrow. */}
            <span className="shrink-0">{grouped.slice(-5)}</span>
          </span>
          {/* The age is on a second line, out of sight, where both find no room. */}
          <span className="flex h-5 min-w-0 flex-wrap overflow-hidden text-ink-soft @max-[7.5rem]:[&_*]:whitespace-nowrap @max-[7.5rem]:[&_.truncate]:sr-only">
            {name === '' ? null : <ProductName name={name} />}
            <span className="whitespace-pre">{name === '' ? when : ` · ${when}`}</span>
          </span>
        </span>
      </button>
    </li>
  );
}
