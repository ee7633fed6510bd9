import { useTranslation } from 'react-i18next';
import type { KnownProduct } from '../../../shared/contract/selling.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { classes } from '../../design/classes.ts';
import { moveAmongProducts } from '../sale/move-among.ts';

interface Props {
  known: KnownProduct;
  chosen: boolean;
  onChoose: () => void;
}

/** One known product with the price it was last sold for. */
export function ProductCard({ known: { product, sellingPrice }, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const remark = !product.active
    ? t('sell.inactive')
    : product.cutOff
      ? t('sell.inCutOff', { start: product.cutOff.start.slice(0, 5), end: product.cutOff.end.slice(0, 5) })
      : null;
  return (
    <button
      type="button"
      data-known-product
      aria-pressed={chosen}
      onClick={onChoose}
      onKeyDown={moveAmongProducts}
      className={classes(
        'flex h-full min-h-16 w-full flex-col justify-between gap-1 rounded-box border px-3 py-2 text-left',
        chosen
          ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
          : 'border-line-strong bg-surface hover:bg-sunken',
        !product.active && 'border-dashed text-ink-soft',
      )}
    >
      <span className="leading-5 font-semibold">{product.productName ?? product.productCode}</span>
      <span className="flex w-full flex-wrap items-baseline justify-between gap-x-2 text-small">
        <span className="text-ink-soft">{remark ?? product.productCode}</span>
        {sellingPrice === null ? null : <span className="font-semibold">{formatRupiah(sellingPrice)}</span>}
      </span>
    </button>
  );
}
