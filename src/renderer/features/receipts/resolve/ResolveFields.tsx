import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { cashInDrawer } from '../../../../shared/domain/cash.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { inputLook } from '../../../ui/classes.ts';
import { Field, PinField } from '../../../ui/Field.tsx';
import { type ResolveAsks, type ResolveValues, sources } from '../resolve-form.ts';
import { ReadBackFields } from './ReadBackFields.tsx';

interface Props {
  form: UseFormReturn<ResolveValues>;
  sale: Transaction;
  asks: ResolveAsks;
}

/** Outcome, where it was seen and why, and who says so. */
export function ResolveFields({ form, sale, asks }: Props) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  const outcome = form.watch('outcome');
  const failed = outcome === 'failed';
  const cash = cashInDrawer(sale);
  const set = (name: 'number' | 'amount', value: string | number | null): void => {
    form.clearErrors(name);
    form.setValue(name, value);
  };
  return (
    <>
      {asks.onlySn ? null : (
        <Choice
          label={t('receipts.resolving.outcome')}
          value={outcome}
          choices={(['success', 'failed'] as const).map((value) => ({
            value,
            label: t(`receipts.resolving.${value}`),
          }))}
          onValue={(value) => form.setValue('outcome', value)}
        />
      )}
      {failed ? (
        <>
          {cash > 0 ? (
            <p className="font-semibold text-failed">
              {t('receipts.resolving.failedCash', { cash: formatRupiah(cash) })}
            </p>
          ) : null}
          <ReadBackFields
            number={form.watch('number')}
            amount={form.watch('amount')}
            bad={{ number: errors.number !== undefined, amount: errors.amount !== undefined }}
            onNumber={(number) => set('number', number)}
            onAmount={(amount) => set('amount', amount)}
          />
        </>
      ) : (
        <Field
          label={asks.onlySn ? t('receipts.resolving.sn') : `${t('receipts.resolving.sn')} (${t('common.optional')})`}
          fault={errors.sn ? t('reasons.sn_needed') : null}
          bare
        >
          {(ids) => <input {...ids} autoComplete="off" className={`${inputLook} font-mono`} {...form.register('sn')} />}
        </Field>
      )}
      <Choice
        label={t('receipts.resolving.seen')}
        value={form.watch('source')}
        choices={sources.map((value) => ({ value, label: t(`receipts.resolving.source.${value}`) }))}
        onValue={(value) => form.setValue('source', value)}
      />
      <Field
        label={t('receipts.resolving.reason')}
        hint={t('receipts.resolving.reasonHint')}
        fault={errors.reason ? t('receipts.resolving.noteShort') : null}
      >
        {(ids) => (
          <input {...ids} autoComplete="off" maxLength={400} className={inputLook} {...form.register('reason')} />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        {asks.pin ? (
          <PinField
            label={t('receipts.resolving.pin')}
            fault={errors.pin ? t('receipts.resolving.pinBad') : null}
            {...form.register('pin')}
          />
        ) : null}
        {failed && asks.secondPin ? (
          <PinField
            label={t('receipts.resolving.secondPin')}
            fault={errors.secondPin ? t('receipts.resolving.pinBad') : null}
            {...form.register('secondPin')}
          />
        ) : null}
      </div>
    </>
  );
}
