import { Star } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Pause, pauseAt } from '../../../shared/domain/catalogue/pause.ts';
import type { CutOff } from '../../../shared/domain/cut-off.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { Logo } from '../../catalogue/Logo.tsx';
import { useEndOfMinute } from '../../state/minute.ts';
import type { Offer } from '../../state/offers.ts';
import { useSettings, useShopZone } from '../../state/settings.ts';
import { classes } from '../../ui/classes.ts';
import { Kbd } from '../../ui/Kbd.tsx';

interface OptionProps {
  id: string;
  /** left of the title, of a size of its own */
  picture?: ReactNode;
  title: string;
  /** below the title, left of the amount */
  remark: ReactNode;
  amount: string | null;
  /** a small sign in the upper right corner */
  corner?: ReactNode;
  /** the sale has it now */
  isSelected: boolean;
  /** the arrows are on it, or Enter selects it */
  isActive: boolean;
  isFaint?: boolean;
  /** where the row has no room for a second line */
  isOneLine?: boolean;
  onSelect: (id: string) => void;
}

/** An option of the list below the entry field. The caret stays in the field: the arrows walk through the cards. */
export function OptionCard({
  id,
  picture,
  title,
  remark,
  amount,
  corner = null,
  isSelected,
  isActive,
  isFaint = false,
  isOneLine = false,
  onSelect,
}: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select cannot hold two lines and an amount
      role="option"
      aria-selected={isActive || isSelected}
      tabIndex={-1}
      onClick={() => onSelect(id)}
      className={classes(
        'relative flex h-full min-h-16 w-full touch-manipulation flex-col justify-between gap-1 rounded-box border px-3 py-2 text-left',
        isActive
          ? 'border-accent bg-accent-soft outline-3 outline-offset-1 outline-[var(--focus)]'
          : isSelected
            ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
            : 'border-line-strong bg-surface hover:bg-sunken',
        isFaint && 'border-dashed text-ink-soft',
      )}
    >
      <span className={classes('flex w-full gap-2', picture === undefined ? 'items-start' : 'items-center')}>
        {picture}
        <span className={classes('min-w-0 flex-1 leading-5 font-semibold', isOneLine ? 'truncate' : 'line-clamp-2')}>
          {title}
        </span>
        {isActive && !isOneLine ? <Kbd>↵</Kbd> : null}
      </span>
      <span className="flex w-full items-baseline justify-between gap-x-2 text-small">
        <span className="truncate text-ink-soft">{remark}</span>
        {amount === null ? null : <span className="ml-auto font-semibold whitespace-nowrap">{amount}</span>}
        {isActive && isOneLine ? <Kbd>↵</Kbd> : null}
      </span>
      {corner === null ? null : <span className="absolute top-1 right-1">{corner}</span>}
    </button>
  );
}

interface OfferProps extends Pick<OptionProps, 'id' | 'isSelected' | 'isActive' | 'onSelect'> {
  offer: Offer;
}

/** A product that may be sold, with its proposed price. */
export const OfferCard = memo(function OfferCard({ offer, ...card }: OfferProps) {
  const { t } = useTranslation();
  const { product, sellingPrice, favourite } = offer;
  const cutOff = useCutOff(product.cutOff);
  const isFaint = !product.active || cutOff.kind === 'paused';
  const remark = !product.active
    ? t('sell.inactive')
    : cutOff.kind === 'paused'
      ? t('sell.paused', { until: cutOff.until })
      : cutOff.kind === 'closing'
        ? t('sell.closing', { minutes: cutOff.minutes })
        : product.kind === 'postpaid'
          ? t('entry.billRemark', { code: product.productCode })
          : product.productCode;
  return (
    <OptionCard
      {...card}
      picture={<Logo item={{ ...product, logo: offer.logo }} className="size-8 max-xl:hidden" />}
      title={product.productName ?? product.productCode}
      remark={remark}
      // Beside the code there is no room for it.
      corner={favourite ? <Star aria-label={t('entry.favourite')} className="size-3 fill-current text-accent" /> : null}
      // The reason why it is not sold now needs the room more.
      amount={sellingPrice === null || product.kind === 'postpaid' || isFaint ? null : formatRupiah(sellingPrice)}
      isFaint={isFaint}
    />
  );
});

/** The state of a product's daily cut-off now. */
function useCutOff(cutOff: CutOff | null): Pause {
  const now = useEndOfMinute();
  const shop = useShopZone();
  const provider = useSettings((state) => state.view?.settings.provider.timeZone ?? 'Asia/Jakarta');
  return pauseAt(cutOff, now, { provider, shop });
}
