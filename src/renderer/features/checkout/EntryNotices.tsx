import { useTranslation } from 'react-i18next';
import { errorWords } from '../../i18n/i18n.ts';
import { showReceipt } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes, toneBorder, toneSoft } from '../../ui/classes.ts';
import { Tags } from '../../ui/icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toggleKeepPrice } from './entry-controller.ts';
import type { EntryView } from './entry-view.ts';
import { questionOf } from './sale-question.tsx';
import { isRefused } from './submission.ts';

/** Why the sale cannot be sent now, said before any money is taken; a cut-off may still be decided at the end. */
export function Refusal({ view }: { view: EntryView }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { refusal } = view.checkout;
  if (refusal === null || view.bill !== null) return null;
  const { code, counter, other } = refusal;
  if (code === 'cut_off') {
    const question = questionOf(t, view.checkout.kind, refusal, zone);
    return (
      question && (
        <Notice compact tone="unknown" title={question.title}>
          {question.detail}
        </Notice>
      )
    );
  }
  if (!isRefused(view.checkout)) return null;
  const { title, lines } = errorWords(t, refusal);
  return (
    // What to do then speaks of money that was taken, and none was.
    <Notice compact tone="failed" live="alert" title={title} lines={lines.slice(0, counter ? 2 : 1)}>
      {other ? (
        <div className="pt-1">
          <Button onClick={() => showReceipt(other.id)}>{t('sell.inFlight.see')}</Button>
        </div>
      ) : null}
    </Notice>
  );
}

/** A step of its own, which nobody takes for the cash: the shop has set no price for the product. */
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
