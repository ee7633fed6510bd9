import { productKind } from '../../../shared/domain/product-names.ts';
import { call, useAnswer } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useCheckout } from './checkout-store.ts';
import { requestOf } from './sale-draft.ts';

const read = (meter: string) => {
  const [productCode = '', customerNo = ''] = meter.split(' ');
  return call('meters.name', { productCode, customerNo });
};

/** Below all else of a read-back, since it comes late or never: whose meter a token is for, as the provider knows it. */
export function MeterName() {
  const product = useCheckout(({ order }) => order.draft.product);
  const customerNo = useCheckout(({ order }) => requestOf(order.draft).customerNo);
  if (product === null) return null;
  const { productCode, productName = null, brand = null, category = null } = product;
  const isToken = productKind({ kind: 'prepaid', productName, brand, category }) === 'electricity-token';
  return isToken ? <NameOf meter={`${productCode} ${customerNo}`} /> : null;
}

function NameOf({ meter }: { meter: string }) {
  const { t } = useTranslation();
  const answered = useAnswer(read, meter, null);
  const value = answered?.query === meter && answered.answer.ok ? answered.answer.value : null;
  if (value === null) return null;
  const { name, power } = value;
  return (
    <output data-testid="meter-name" className="block text-large">
      {name === null ? (
        <span className="font-semibold text-unknown">{t('meter.nameless')}</span>
      ) : (
        <>
          {t('meter.owner')} <b>{[name, power].filter(Boolean).join(' · ')}</b>
        </>
      )}
    </output>
  );
}
