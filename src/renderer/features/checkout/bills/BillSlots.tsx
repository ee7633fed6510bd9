import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { lengthDoubt } from '../../../../shared/domain/entry/usual-length.ts';
import { productKind } from '../../../../shared/domain/product-kind.ts';
import { useOffers } from '../../../state/offers.ts';
import { offerOfCode } from '../entry/matching-offers.ts';
import { Slot } from '../entry/Slot.tsx';
import { useBill } from './bill-store.ts';
import { editBillEntry } from './take-entry.ts';

/** The bill's product and the number that the field has taken. */
export function BillSlots() {
  const { t } = useTranslation();
  const { code, customerNo, step } = useBill();
  const offers = useOffers((state) => state.offers) ?? [];
  const product = offerOfCode(offers, code)?.product;
  const doubt = customerNo !== '' && product ? lengthDoubt(customerNo, productKind(product)) : null;
  return (
    <div className="grid grid-cols-[3fr_2fr] gap-2">
      <Slot
        label={t('entry.slot.number')}
        value={customerNo === '' ? null : <span className="font-mono">{groupCustomerNo(customerNo)}</span>}
        remark={doubt ? t('entry.lengthShort', { ...doubt }) : null}
        waited={step === 'customerNo'}
        onEdit={() => editBillEntry('customerNo')}
      />
      <Slot
        label={t('entry.slot.product')}
        value={code === '' ? null : (product?.productName ?? code)}
        waited={step === 'product'}
        onEdit={() => editBillEntry('product')}
      />
    </div>
  );
}
