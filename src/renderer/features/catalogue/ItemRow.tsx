/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a real table cannot leave most of its rows undrawn */
import { Eye, EyeOff, Star } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemChange } from '../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { CatalogueItem } from '../../../shared/domain/catalogue.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { Logo } from '../../catalogue/Logo.tsx';
import { useSettings } from '../../state/settings.ts';
import { classes } from '../../ui/classes.ts';
import { AmountCell } from './AmountCell.tsx';
import { saveItem } from './catalogue-store.ts';
import { type Column, columnsLook } from './columns.ts';
import { GroupCell } from './GroupCell.tsx';
import { ItemState } from './ItemState.tsx';

interface Props {
  item: CatalogueItem;
  onMove: (column: Column, step: 1 | -1) => void;
}

/** One product: what the provider says, what the shop says, changed where it stands. */
export const ItemRow = memo(function ItemRow({ item, onMove }: Props) {
  const { t } = useTranslation();
  const [error, setError] = useState<KonterError | null>(null);
  const { productCode: code, cost, sellingPrice } = item;
  const save = async (change: Omit<ItemChange, 'productCode'>): Promise<boolean> => {
    const failed = await saveItem({ productCode: code, ...change });
    setError(failed);
    return failed === null;
  };
  const bill = item.kind === 'postpaid';
  const margin = !bill && cost !== null && sellingPrice !== null ? sellingPrice - cost : null;
  return (
    <div role="presentation" className={classes(columnsLook, 'h-full', item.hidden && 'bg-sunken')}>
      <Cell className="flex min-w-0 items-center gap-2">
        <IconToggle
          label={t('catalogue.favourite', { code })}
          pressed={item.favourite}
          onPress={() => void save({ favourite: !item.favourite })}
        >
          <Star aria-hidden="true" className={classes('size-5', item.favourite && 'fill-accent text-accent')} />
        </IconToggle>
        <Logo item={item} />
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-semibold">{item.productName ?? code}</span>
          <span className="truncate text-small text-ink-soft">
            <span className="font-mono">{code}</span>
            {item.brand === null ? null : ` · ${item.brand}`}
          </span>
        </span>
      </Cell>
      <Cell>
        <ItemState item={item} error={error !== null} />
      </Cell>
      <Cell>
        {bill ? null : (
          <AmountCell
            label={t('catalogue.of', { what: t('catalogue.columns.cost'), code })}
            column="cost"
            value={cost}
            soft={item.costRisen ? t('catalogue.providerTook', { price: formatRupiah(item.providerPrice ?? 0) }) : null}
            onSave={(value) => save({ cost: value })}
            onMove={onMove}
          />
        )}
      </Cell>
      <Cell>
        {bill ? (
          <FeeCell item={item} onSave={(fee) => save({ fee })} onMove={onMove} />
        ) : (
          <AmountCell
            label={t('catalogue.of', { what: t('catalogue.columns.price'), code })}
            column="price"
            value={sellingPrice}
            soft={item.priceFrom === 'sold' ? t('catalogue.soldFor') : null}
            onSave={(value) => save({ sellingPrice: value })}
            onMove={onMove}
          />
        )}
      </Cell>
      <Cell
        className={classes('text-right tabular-nums', margin !== null && margin < 0 && 'font-semibold text-failed')}
      >
        {margin === null ? '' : formatRupiah(margin)}
      </Cell>
      <Cell>
        <GroupCell
          label={t('catalogue.of', { what: t('catalogue.columns.group'), code })}
          value={item.group}
          onSave={(group) => save({ group })}
          onMove={onMove}
        />
      </Cell>
      <Cell>
        <IconToggle
          label={t(item.hidden ? 'catalogue.unhide' : 'catalogue.hide', { code })}
          onPress={() => void save({ hidden: !item.hidden })}
        >
          {item.hidden ? (
            <EyeOff aria-hidden="true" className="size-5" />
          ) : (
            <Eye aria-hidden="true" className="size-5" />
          )}
        </IconToggle>
      </Cell>
    </div>
  );
});

function FeeCell({
  item,
  onSave,
  onMove,
}: Pick<Props, 'item' | 'onMove'> & { onSave: (fee: number | null) => Promise<boolean> }) {
  const { t } = useTranslation();
  const usual = useSettings((state) => state.view?.settings.billFee ?? 0);
  return (
    <AmountCell
      label={t('catalogue.of', { what: t('catalogue.columns.fee'), code: item.productCode })}
      column="price"
      value={item.fee}
      placeholder={t('catalogue.usualFee', { amount: formatRupiah(usual) })}
      onSave={onSave}
      onMove={onMove}
    />
  );
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="cell" className={className}>
      {children}
    </div>
  );
}

interface ToggleProps {
  label: string;
  pressed?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function IconToggle({ label, pressed, onPress, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onPress}
      className="flex size-11 shrink-0 items-center justify-center rounded-box text-ink-soft hover:bg-sunken"
    >
      {children}
    </button>
  );
}
