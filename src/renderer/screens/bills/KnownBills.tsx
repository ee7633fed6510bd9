import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { useKnownProducts } from '../../store/known-products.ts';
import { useStatus } from '../../store/status.ts';
import { matchingProducts } from '../sell/matching-products.ts';
import { ProductCard } from '../sell/ProductCard.tsx';
import { changeAsk, useBill } from './bill-store.ts';
import { inquire } from './inquire.ts';

const example = { code: 'PLNPOST', number: '530000000001' };

/** The bills this counter has asked for before. */
export function KnownBills() {
  const { t } = useTranslation();
  const code = useBill((state) => state.code);
  const known = useKnownProducts((state) => state.products) ?? [];
  const training = useStatus((state) => state.status?.mode === 'training');
  const bills = matchingProducts(known, '', 'postpaid');
  if (bills.length === 0) {
    return (
      <EmptyState icon={ReceiptText} title={t('bills.empty.title')} lead={t('bills.empty.do')}>
        {training ? (
          <Button
            onClick={() => {
              changeAsk({ code: example.code, customerNo: example.number });
              void inquire();
            }}
          >
            {t('bills.empty.example', { code: example.code, number: example.number })}
          </Button>
        ) : null}
      </EmptyState>
    );
  }
  const choose = (productCode: string): void => {
    changeAsk({ code: productCode });
    document.querySelector<HTMLInputElement>('[data-field="customerNo"] input')?.focus();
  };
  return (
    <section aria-label={t('sell.known')} className="p-1">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-2">
        {bills.map((each) => (
          <li key={each.product.productCode}>
            <ProductCard
              known={{ ...each, sellingPrice: null }}
              chosen={code.toUpperCase() === each.product.productCode.toUpperCase()}
              onChoose={() => choose(each.product.productCode)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
