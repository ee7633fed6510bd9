import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { mismatchTitle } from '../../i18n/sale-messages.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { update } from './checkout-store.ts';
import { continueDespiteMismatch, editField } from './entry-controller.ts';
import type { EntryView } from './entry-view.ts';

/**
 * A step of its own where the number is probably none for the product. Enter corrects the number; only F9 goes on, since the Enter of
 * every sale must not.
 */
export function MismatchQuestion({ view }: { view: EntryView }) {
  const { t } = useTranslation();
  const { kind, mismatch } = view.checkout;
  if (mismatch === null) return null;
  const correct = (): void => {
    update(kind, { mismatch: null });
    editField(kind, 'customerNo');
  };
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
