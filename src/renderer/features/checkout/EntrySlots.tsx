import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { lengthDoubt } from '../../../shared/domain/entry/usual-length.ts';
import { productKind } from '../../../shared/domain/product-kind.ts';
import { classes } from '../../ui/classes.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { editField } from './entry-controller.ts';
import type { EntryView } from './entry-view.ts';

/** The number and the product that the entry field has accepted. */
export function EntrySlots({ view }: { view: EntryView }) {
  const { t } = useTranslation();
  const { customerNo, productCode, product } = view;
  const { kind, step } = view.checkout;
  const doubt = customerNo !== '' && product ? lengthDoubt(customerNo, productKind(product)) : null;
  return (
    <div className="grid grid-cols-[3fr_2fr] gap-2">
      <Slot
        label={t('entry.slot.number')}
        value={customerNo === '' ? null : <span className="font-mono">{groupCustomerNo(customerNo)}</span>}
        remark={doubt ? t('entry.lengthShort', { ...doubt }) : null}
        isExpected={step === 'customerNo'}
        onEdit={() => editField(kind, 'customerNo')}
      />
      <Slot
        label={t('entry.slot.product')}
        value={productCode === '' ? null : (product?.productName ?? productCode)}
        isExpected={step === 'product'}
        onEdit={() => editField(kind, 'product')}
      />
    </div>
  );
}

interface SlotProps {
  label: string;
  /** null: not known yet */
  value: ReactNode;
  /** the entry field expects it now */
  isExpected: boolean;
  onEdit: () => void;
  hotkey?: string;
  remark?: string | null;
}

/** An amount from a million on, or a name, that needs smaller type on the smallest screen. */
const isLong = (value: string): boolean => /^Rp.{8}/.test(value) || value.length > 16;

/** A field that was accepted, large enough to be checked. A press puts it back into the entry field. */
export function Slot({ label, value, isExpected, onEdit, hotkey, remark = null }: SlotProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={onEdit}
      className={classes(
        'flex min-h-14 min-w-0 touch-manipulation flex-col justify-center rounded-box border px-3 py-1 text-left',
        isExpected ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-sunken',
      )}
    >
      <span className="flex w-full items-center justify-between gap-2 text-small text-ink-soft">
        <span className="truncate">
          {label}
          {remark === null ? null : <span className="font-semibold text-unknown"> · {remark}</span>}
        </span>
        {hotkey ? (
          <span className="-my-1">
            <Kbd>{hotkey}</Kbd>
          </span>
        ) : null}
      </span>
      <span
        className={classes(
          'block w-full min-w-0 truncate leading-6 font-semibold',
          typeof value === 'string' && isLong(value) ? 'text-body' : 'text-large',
        )}
      >
        {value ?? '…'}
      </span>
    </button>
  );
}
