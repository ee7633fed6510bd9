import { useTranslation } from 'react-i18next';
import { maxParked, type ParkedSale } from '../../../shared/contract/parking.ts';
import { groupCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { type Binding, useKeys } from '../../state/keys.ts';
import { useOffers } from '../../state/offers.ts';
import { useParked } from '../../state/sales.ts';
import { useEndOfMinute } from '../../state/status.ts';
import { Kbd } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { ageOf } from '../../ui/time-text.ts';
import { type CheckoutKind, useCheckout } from './checkout-store.ts';
import { offerOfCode } from './offer-search.ts';
import { bringBack, isBlank, parkOrBringBack, stillUnsaved, stopChoosing, useParking } from './parking.ts';

/** One key parks the sale that is typed, and brings one back where nothing is. */
const parkKey = ';';

/** The sales that are parked, above the field: a tap, or the key and a digit, brings one back. */
export function ParkedSales({ kind }: { kind: CheckoutKind }) {
  const { t } = useTranslation();
  const parked = useParked((state) => state.parked);
  const { unsaved, choosing, error } = useParking();
  const isChoosing = useCheckout((state) => choosing !== null && state[kind] === choosing);
  const isEmpty = useCheckout((state) => isBlank(state[kind]));
  const isShown = useCheckout(({ [kind]: { phase } }) => phase === 'entry' || phase === 'lookup');
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
  if (!isShown || (parked.length + unsaved.length === 0 && fault === null)) return null;
  const question = t(parked.length >= maxParked && !isEmpty ? 'parking.full' : 'parking.choose');
  const words = fault && errorWords(t, fault);
  return (
    <section aria-label={t('parking.label')} className="flex shrink-0 flex-col gap-1 border-b border-line px-4 py-1.5">
      <ul className="flex flex-wrap gap-2">
        {parked.map((sale, at) => (
          <Chip key={sale.id} sale={sale} digit={String(at + 1)} isChoosing={isChoosing} />
        ))}
        {stillUnsaved(unsaved, parked).map(({ id, draft }) => (
          <Chip key={id} sale={{ id, draft }} digit={null} isChoosing={isChoosing} />
        ))}
      </ul>
      <p role="alert" className={classes('text-small font-semibold', words && 'text-failed')}>
        {isChoosing ? question : words ? [words.title, ...words.lines].join(' ') : ''}
      </p>
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
  const age = sale.parkedAt === undefined ? null : ageOf(now - Date.parse(sale.parkedAt));
  const remark = [
    product?.productName ?? productCode,
    age === null ? t('parking.unsaved') : t(`appShell.age.${age.unit}`, { n: age.n }),
  ].filter((each) => each !== '');
  return (
    <li className="min-w-36 flex-[0_1_13rem]">
      <button
        type="button"
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void bringBack(sale)}
        className={classes(
          'flex min-h-11 w-full touch-manipulation flex-col rounded-box border px-2 py-0.5 text-left text-small leading-5 hover:bg-sunken',
          isChoosing ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
          digit === null && 'border-dashed',
        )}
      >
        <span className="w-full truncate font-mono font-semibold">
          {number === '' ? '…' : groupCustomerNo(normaliseCustomerNo(number))}
        </span>
        <span className="flex w-full items-center gap-1.5">
          {digit === null ? null : <Kbd>{digit}</Kbd>}
          <span className="truncate text-ink-soft">{remark.join(' · ')}</span>
        </span>
      </button>
    </li>
  );
}
