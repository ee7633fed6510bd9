import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { mismatchTitle } from '../../i18n/sale-messages.ts';
import { Confirm } from '../../ui/Dialog.tsx';
import { type CheckoutKind, update } from './checkout-store.ts';
import { continueDespiteMismatch, editField, typeEntry } from './entry-controller.ts';
import type { EntryView } from './entry-view.ts';

function correctNumber(kind: CheckoutKind): void {
  update(kind, { mismatch: null });
  editField(kind, 'customerNo');
}

/**
 * A step of its own where the number is probably none for the product. Enter corrects the number; only F9 goes on, since the Enter of
 * every sale must not.
 */
export function MismatchQuestion({ view }: { view: EntryView }) {
  const { t } = useTranslation();
  const { kind, mismatch } = view.checkout;
  const isAsked = mismatch !== null;
  useEffect(() => {
    if (!isAsked) return;
    // Who sees the fault types the right number at once.
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || !/^[0-9+]$/.test(event.key)) return;
      event.preventDefault();
      correctNumber(kind);
      typeEntry(kind, event.key);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isAsked, kind]);
  if (!isAsked) return null;
  const correct = (): void => correctNumber(kind);
  const { customerNo, productCode, product } = view;
  // An order of digits only is refused by main, whoever asks.
  const go = { label: t('entry.mismatch.go'), run: () => continueDespiteMismatch(kind), hotkey: 'F9' };
  return (
    <Confirm
      title={mismatchTitle(t, mismatch)}
      lead={t('entry.mismatch.lead')}
      stop={t('entry.mismatch.stop')}
      go={kind === 'order' && mismatch.kind === 'letters' ? null : go}
      onClose={correct}
    >
      <div>
        <p className="font-mono text-giant font-bold break-words">{groupCustomerNo(customerNo)}</p>
        <p className="text-title">{product?.productName ?? productCode}</p>
      </div>
    </Confirm>
  );
}
