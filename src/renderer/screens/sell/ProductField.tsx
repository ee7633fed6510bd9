import { useTranslation } from 'react-i18next';
import { classes } from '../../design/classes.ts';
import { Field, inputLook } from '../../design/Field.tsx';
import { useKnownProducts } from '../../store/known-products.ts';
import { intoProducts } from '../sale/move-among.ts';
import { onlyMatch } from './matching-products.ts';
import { firstMissing } from './sell-draft.ts';
import { change, useSell } from './sell-store.ts';

/** A product's code, typed or scanned; what is typed also narrows the known products below. */
export function ProductField() {
  const { t } = useTranslation();
  const { code, product } = useSell((state) => state.draft);
  const checked = useSell((state) => state.checked);
  // One fault at a time, where the caret is: what comes later was not typed yet.
  const missing = useSell((state) => firstMissing(state.draft));
  const lookingUp = useSell((state) => state.lookingUp);
  const known = useKnownProducts((state) => state.products);
  const wrongKind = product?.kind === 'postpaid' ? t('sell.notPrepaid') : null;
  return (
    <Field
      label={t('sell.product')}
      hint={lookingUp ? t('sell.lookingUp') : (product?.productName ?? t('sell.productHint'))}
      fault={wrongKind ?? (checked && missing === 'product' ? t('sell.productHint') : null)}
    >
      {(ids) => (
        <input
          {...ids}
          name="productCode"
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-takes="digits"
          value={code}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            const found = onlyMatch(known ?? [], typed, 'prepaid');
            change({ code: typed, product: found?.product ?? null, price: found?.sellingPrice ?? null });
          }}
          onKeyDown={intoProducts}
          className={classes(inputLook, 'h-14 font-mono text-large font-semibold')}
        />
      )}
    </Field>
  );
}
