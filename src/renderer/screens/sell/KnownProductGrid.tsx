import { PackageSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useKnownProducts } from '../../store/known-products.ts';
import { useStatus } from '../../store/status.ts';
import { chooseKnown, lookUp } from './look-up.ts';
import { matchingProducts } from './matching-products.ts';
import { ProductCard } from './ProductCard.tsx';
import { change, useSell } from './sell-store.ts';

const example = { code: 'TSEL10', number: '081234567890' };

/** The products this counter has sold before, in an order that stays. */
export function KnownProductGrid({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const known = useKnownProducts((state) => state.products);
  const { code, product } = useSell((state) => state.draft);
  if (!known) return <LoadingGrid />;
  const prepaid = matchingProducts(known, '', 'prepaid');
  if (prepaid.length === 0) return <NoProducts onChosen={onChosen} />;
  // Once a product is chosen the others stay in sight, for a slip of the hand.
  const shown = product ? prepaid : matchingProducts(known, code, 'prepaid');
  return (
    <section
      aria-label={t('sell.known')}
      // Without a card there is nothing in it that could take the focus and scroll it.
      tabIndex={shown.length === 0 ? 0 : undefined}
      className="-m-1 min-h-0 flex-1 overflow-y-auto p-1"
    >
      {shown.length === 0 ? <p className="py-4 text-ink-soft">{t('sell.noMatch')}</p> : null}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-2">
        {shown.map((each) => (
          <li key={each.product.productCode}>
            <ProductCard
              known={each}
              chosen={product?.productCode === each.product.productCode}
              onChoose={() => {
                chooseKnown(each.product);
                onChosen();
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LoadingGrid() {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-3 content-start gap-2 overflow-hidden">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
        <Skeleton key={name} className="h-16" />
      ))}
    </div>
  );
}

function NoProducts({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const training = useStatus((state) => state.status?.mode === 'training');
  const tryExample = async (): Promise<void> => {
    change({ code: example.code, customerNo: example.number, product: null });
    await lookUp();
    onChosen();
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyState icon={PackageSearch} title={t('sell.empty.title')} lead={t('sell.empty.do')}>
        {training ? (
          <Button onClick={() => void tryExample()}>
            {t('sell.empty.example', { code: example.code, number: example.number })}
          </Button>
        ) : null}
      </EmptyState>
    </div>
  );
}
