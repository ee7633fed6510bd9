import { Star } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { Logo } from '../../../catalogue/Logo.tsx';
import type { Offer } from '../../../state/offers.ts';
import { OptionCard } from './OptionCard.tsx';
import { usePause } from './use-pause.ts';

interface Props {
  id: string;
  offer: Offer;
  chosen: boolean;
  active: boolean;
  onChoose: (id: string) => void;
}

/** A product that may be sold, with the price it is proposed for. */
export const OfferCard = memo(function OfferCard({ id, offer, chosen, active, onChoose }: Props) {
  const { t } = useTranslation();
  const { product, sellingPrice, favourite } = offer;
  const pause = usePause(product.cutOff);
  const faint = !product.active || pause.kind === 'paused';
  const remark = !product.active
    ? t('sell.inactive')
    : pause.kind === 'paused'
      ? t('sell.paused', { until: pause.until })
      : pause.kind === 'closing'
        ? t('sell.closing', { minutes: pause.minutes })
        : product.kind === 'postpaid'
          ? t('entry.billRemark', { code: product.productCode })
          : product.productCode;
  return (
    <OptionCard
      id={id}
      picture={<Logo item={{ ...product, logo: offer.logo }} className="size-8 max-xl:hidden" />}
      title={product.productName ?? product.productCode}
      remark={remark}
      // In the line of the code it would leave no room for it.
      corner={favourite ? <Star aria-label={t('entry.favourite')} className="size-3 fill-current text-accent" /> : null}
      // What stands in the way of selling it now needs the room more.
      amount={sellingPrice === null || product.kind === 'postpaid' || faint ? null : formatRupiah(sellingPrice)}
      chosen={chosen}
      active={active}
      faint={faint}
      onChoose={onChoose}
    />
  );
});
