import { useTranslation } from '../../i18n/translation.ts';
import { Button } from '../../ui/Button.tsx';
import { classes, toneBorder, toneSoft } from '../../ui/classes.ts';
import { Tags } from '../../ui/icons.tsx';
import { toggleKeepPrice } from './entry-amounts.ts';
import type { EntryView } from './entry-view.ts';

/** A step of its own, which is not mistaken for the cash: the shop has set no price for the product. */
export function MissingPrice({ view, mayKeep }: { view: EntryView; mayKeep: boolean }) {
  const { t } = useTranslation();
  const { kind, draft } = view.checkout;
  const name = view.product?.productName ?? view.productCode;
  const isKept = draft.keepPrice === true;
  return (
    <div
      className={classes('flex items-center gap-3 rounded-box border px-3 py-1', toneSoft.unknown, toneBorder.unknown)}
    >
      <Tags aria-hidden="true" className="size-6 shrink-0" strokeWidth={2.5} />
      <p className="flex-1 text-ink">
        <span className="font-semibold">{t('entry.priceMissing.title', { product: name })}</span>{' '}
        {t(`entry.priceMissing.${isKept ? 'kept' : 'once'}`)}
      </p>
      {mayKeep ? (
        <Button
          hotkey="F6"
          aria-pressed={isKept}
          className={isKept ? 'border-accent bg-accent-soft!' : ''}
          onClick={() => toggleKeepPrice(kind)}
        >
          {t('entry.priceMissing.keep')}
        </Button>
      ) : null}
    </div>
  );
}
