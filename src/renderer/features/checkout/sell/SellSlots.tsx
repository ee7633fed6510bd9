import { useTranslation } from 'react-i18next';
import { groupCustomerNo, normaliseCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { lengthDoubt } from '../../../../shared/domain/entry/usual-length.ts';
import { productKind } from '../../../../shared/domain/product-kind.ts';
import { Slot } from '../entry/Slot.tsx';
import { useSell } from './sell-store.ts';
import { editEntry } from './take-entry.ts';

/** The number and the product that the field has taken. */
export function SellSlots() {
  const { t } = useTranslation();
  const { customerNo, product } = useSell((state) => state.draft);
  const step = useSell((state) => state.step);
  const number = normaliseCustomerNo(customerNo);
  const doubt = number !== '' && product ? lengthDoubt(number, productKind(product)) : null;
  return (
    <div className="grid grid-cols-[3fr_2fr] gap-2">
      <Slot
        label={t('entry.slot.number')}
        value={number === '' ? null : <span className="font-mono">{groupCustomerNo(number)}</span>}
        remark={doubt ? t('entry.lengthShort', { ...doubt }) : null}
        waited={step === 'customerNo'}
        onEdit={() => editEntry('customerNo')}
      />
      <Slot
        label={t('entry.slot.product')}
        value={product ? (product.productName ?? product.productCode) : null}
        waited={step === 'product'}
        onEdit={() => editEntry('product')}
      />
    </div>
  );
}
