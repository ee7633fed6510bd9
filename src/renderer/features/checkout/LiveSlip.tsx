import { useDeferredValue, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { PanelRightOpen } from '../../ui/later-icons.tsx';
import { SlipPane, SlipPaper } from '../../ui/slip/SlipPaper.tsx';
import { draftSlip, useDraftWords, useSlip, useSlipSettings } from '../../ui/slip/slip.ts';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import { type Checkout, parseEntry, useCheckout } from './checkout-store.ts';
import { paymentsToShow } from './payment-controller.ts';
import { codeOf, emptyDraft } from './sale-draft.ts';

/** What the slip says so far: the accepted fields, and the number in the entry field. */
function slipDraftOf(checkout: Checkout) {
  const { kind, draft, text } = checkout;
  const { needsInquiry, steps } = checkoutRules[kind];
  const entry = parseEntry(checkout);
  const customerNo = 'customerNo' in entry ? entry.customerNo : draft.customerNo;
  // A bill's own slip has its money.
  const { price, tendered } = needsInquiry ? emptyDraft : draft;
  return {
    product: draft.product?.productName ?? codeOf(draft),
    customerNo: customerNo === '' && steps[0] === 'customerNo' ? firstDigits(text) : customerNo,
    total: price,
    tendered,
  };
}

/** One or two digits are no number yet; the slip shows them, so that it moves with the first key. */
const firstDigits = (text: string): string => (/^\+?\d{1,2}$/.test(text) ? text : '');

interface Props {
  kind: CheckoutKind;
  sale: Transaction | null;
  /** the products need its room; it can be opened all the same */
  isFolding: boolean;
}

/** The slip as it will be printed, from the first digit on. */
export function LiveSlip({ kind, sale, isFolding }: Props) {
  const { t } = useTranslation();
  const fields = useDeferredValue(useCheckout(useShallow((state) => slipDraftOf(state[kind]))));
  const [isWanted, setWanted] = useState(false);
  const words = useDraftWords();
  const settings = useSlipSettings();
  const slip = useSlip(sale);
  const checkout = useCheckout((state) => state[kind]);
  const draft = useMemo(
    () => draftSlip({ ...fields, ...paymentsToShow(checkout.draft, fields.total) }, settings, words),
    [fields, checkout, settings, words],
  );
  const doc = slip ?? draft;
  if (!isFolding || isWanted) {
    return <SlipPane doc={doc} draft={slip === null} onFold={isFolding ? () => setWanted(false) : null} />;
  }
  return (
    <aside aria-label={t('slip.label')} className="box-content h-full w-11 shrink-0 border-l border-line bg-sunken">
      <button
        type="button"
        aria-expanded={false}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setWanted(true)}
        className="flex h-full w-full flex-col items-center gap-2 py-4 text-small text-ink-soft hover:text-ink"
      >
        <PanelRightOpen aria-hidden="true" className="size-5" />
        <span className="[writing-mode:vertical-rl]">{slip === null ? t('slip.draft') : t('slip.label')}</span>
      </button>
      <div className="sr-only">
        <SlipPaper doc={doc} faint={slip === null} />
      </div>
    </aside>
  );
}
