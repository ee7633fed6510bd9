import { errorWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { showReceipt } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
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
    <Notice
      compact
      tone="failed"
      live="alert"
      title={title}
      lines={lines.slice(0, counter ? 2 : 1)}
      // Beside the words: the products keep their height.
      aside={
        other ? (
          <Button className="self-center" onClick={() => showReceipt(other.id)}>
            {t('sell.inFlight.see')}
          </Button>
        ) : null
      }
    />
  );
}
