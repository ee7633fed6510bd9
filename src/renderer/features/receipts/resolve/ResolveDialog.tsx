import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { cashInDrawer } from '../../../../shared/domain/cash.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { call } from '../../../host/call.ts';
import { errorWords } from '../../../i18n/error-message.ts';
import { mergeSales } from '../../../state/sales.ts';
import { useSettings } from '../../../state/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { inputLook } from '../../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { Field, PinField } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SaleSummary } from '../../../ui/SaleSummary.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConfirmFailed, PinsMissing, ReadBackFields } from './ReadBackFields.tsx';
import {
  faultyFields,
  type ResolveAsks,
  type ResolveValues,
  resolveForm,
  resolveInput,
  sources,
} from './resolve-form.ts';

/** A person records what became of a sale that nothing else can settle. Nothing is sent; "failed" is asked about once more. */
export function ResolveDialog({ sale, onClose }: { sale: Transaction; onClose: () => void }) {
  const { t } = useTranslation();
  const view = useSettings((state) => state.view);
  const asks = {
    pin: view?.secrets.supervisorPin ?? false,
    secondPin: (view?.settings.twoPeople ?? false) && (view?.secrets.secondPin ?? false),
    onlySn: sale.state === 'success',
  };
  const [problem, setProblem] = useState<KonterError | null>(null);
  const [confirming, setConfirming] = useState<ResolveValues | null>(null);
  const form = useForm<ResolveValues>({
    resolver: zodResolver(resolveForm(asks)),
    defaultValues: {
      outcome: 'success',
      sn: '',
      source: 'dashboard',
      reason: '',
      pin: '',
      secondPin: '',
      number: '',
      amount: null,
    },
  });

  const record = async (values: ResolveValues): Promise<void> => {
    setConfirming(null);
    const source = t(`receipts.resolving.source.${values.source}`);
    const answer = await call('transactions.resolve', resolveInput(sale, values, source));
    if (!answer.ok) {
      setProblem(answer.error);
      if (answer.error.transaction) mergeSales([answer.error.transaction]);
      for (const name of faultyFields(answer.error)) form.setError(name, { type: 'refused' });
      return;
    }
    mergeSales([answer.value]);
    toast('success', t('receipts.resolving.saved'));
    onClose();
  };
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    if (values.outcome === 'failed') setConfirming(values);
    else await record(values);
  });

  if (confirming) {
    return <ConfirmFailed sale={sale} onBack={() => setConfirming(null)} onGo={() => void record(confirming)} />;
  }
  const failed = form.watch('outcome') === 'failed';
  const { isSubmitting } = form.formState;
  return (
    <Dialog title={t('receipts.resolving.title')} lead={t('receipts.resolving.lead')} onClose={onClose} wide>
      {(settled) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
          <SaleSummary sale={sale} />
          <PinsMissing view={view} failed={failed} />
          <ResolveFields form={form} sale={sale} asks={asks} />
          <DialogFooter>
            {problem ? <Notice tone="failed" live="alert" compact {...errorWords(t, problem)} /> : null}
            <div className="flex justify-between gap-3">
              <Button onClick={onClose}>{t('common.cancel')}</Button>
              <Button type="submit" look="primary" disabled={!settled || isSubmitting}>
                {failed ? t('receipts.resolving.next') : t('receipts.resolving.save')}
              </Button>
            </div>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}

interface Props {
  form: UseFormReturn<ResolveValues>;
  sale: Transaction;
  asks: ResolveAsks;
}

/** Outcome, where it was seen and why, and who says so. */
function ResolveFields({ form, sale, asks }: Props) {
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
