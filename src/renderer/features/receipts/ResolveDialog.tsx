import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { mergeSales } from '../../state/sales.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SaleSummary } from '../../ui/SaleSummary.tsx';
import { toast } from '../../ui/toast.ts';
import { errorWords } from '../../words/error-words.ts';
import { ConfirmFailed } from './resolve/ConfirmFailed.tsx';
import { PinsMissing } from './resolve/PinsMissing.tsx';
import { ResolveFields } from './resolve/ResolveFields.tsx';
import { faultyFields, type ResolveValues, resolveForm, resolveInput } from './resolve-form.ts';

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
