import { useTranslation } from 'react-i18next';
import { classes } from '../../design/classes.ts';
import { Field, inputLook } from '../../design/Field.tsx';
import { useKnownProducts } from '../../store/known-products.ts';
import { intoProducts } from '../sale/move-among.ts';
import { onlyMatch } from '../sell/matching-products.ts';
import { changeAsk, useBill } from './bill-store.ts';

/** The bill's product code, with the codes this counter knows offered while typing. */
export function BillCodeField() {
  const { t } = useTranslation();
  const code = useBill((state) => state.code);
  const known = useKnownProducts((state) => state.products) ?? [];
  const prepaid = onlyMatch(known, code, 'prepaid');
  const found = onlyMatch(known, code, 'postpaid');
  return (
    <Field
      label={t('bills.product')}
      hint={found?.product.productName ?? t('sell.productHint')}
      fault={prepaid ? t('bills.notPostpaid') : null}
    >
      {(ids) => (
        <input
          {...ids}
          name="productCode"
          type="text"
          autoComplete="off"
          spellCheck={false}
          data-takes="digits"
          value={code}
          onChange={(event) => changeAsk({ code: event.currentTarget.value })}
          onKeyDown={intoProducts}
          className={classes(inputLook, 'h-14 font-mono text-large font-semibold')}
        />
      )}
    </Field>
  );
}
