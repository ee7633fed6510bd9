import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { cashAtStake } from '../../../shared/domain/cash.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { Button } from '../../design/Button.tsx';
import { Choice } from '../../design/Choice.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Field, inputLook } from '../../design/Field.tsx';
import { Notice } from '../../design/Notice.tsx';
import { say } from '../../design/toasts.ts';
import { call } from '../../host/call.ts';
import { keepSales } from '../../store/sales.ts';
import { useStatus } from '../../store/status.ts';
import { errorWords } from '../../words/error-words.ts';
import { SaleLine } from '../sale/SaleLine.tsx';
import { type ResolveValues, resolveForm } from './resolve-form.ts';

/** A person records what became of a sale that nothing else can settle. Nothing is sent. */
export function ResolveDialog({ sale, onClose }: { sale: Transaction; onClose: () => void }) {
  const { t } = useTranslation();
  const askPin = useStatus((state) => state.status?.supervisorPinSet ?? false);
  const onlySn = sale.state === 'success';
  const [problem, setProblem] = useState<KonterError | null>(null);
  const form = useForm<ResolveValues>({
    resolver: zodResolver(resolveForm(sale.customerNo, askPin, onlySn)),
    defaultValues: { outcome: 'success', sn: '', note: '', pin: '', lastFour: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const outcome = form.watch('outcome');

  const save = form.handleSubmit(async ({ sn, pin, note, ...values }) => {
    const answer = await call('transactions.resolve', {
      id: sale.id,
      outcome: values.outcome,
      note,
      ...(sn === '' || values.outcome === 'failed' ? {} : { sn }),
      ...(pin === '' ? {} : { pin }),
    });
    if (!answer.ok) {
      setProblem(answer.error);
      return;
    }
    keepSales([answer.value]);
    say('success', t('receipts.resolving.saved'));
    onClose();
  });

  return (
    <Dialog title={t('receipts.resolving.title')} lead={t('receipts.resolving.lead')} onClose={onClose} wide>
      {(settled) => (
        <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
          <SaleLine sale={sale} />
          {onlySn ? null : (
            <Choice
              label={t('receipts.resolving.outcome')}
              value={outcome}
              choices={[
                { value: 'success', label: t('receipts.resolving.success') },
                { value: 'failed', label: t('receipts.resolving.failed') },
              ]}
              onValue={(value) => form.setValue('outcome', value)}
            />
          )}
          {outcome === 'failed' && cashAtStake(sale) > 0 ? (
            <p className="font-semibold text-failed">
              {t('receipts.resolving.failedCash', { cash: formatRupiah(cashAtStake(sale)) })}
            </p>
          ) : null}
          {outcome === 'success' ? (
            <Field
              label={onlySn ? t('receipts.resolving.sn') : `${t('receipts.resolving.sn')} (${t('common.optional')})`}
              fault={errors.sn ? t('reasons.sn_needed') : null}
              bare
            >
              {(ids) => (
                <input {...ids} autoComplete="off" className={`${inputLook} font-mono`} {...form.register('sn')} />
              )}
            </Field>
          ) : null}
          <Field
            label={t('receipts.resolving.note')}
            hint={t('receipts.resolving.noteHint')}
            fault={errors.note ? t('receipts.resolving.noteShort') : null}
          >
            {(ids) => <input {...ids} autoComplete="off" className={inputLook} {...form.register('note')} />}
          </Field>
          <div className="grid grid-cols-2 gap-3">
            <Field
              label={t('receipts.resolving.lastFour')}
              fault={errors.lastFour ? t('receipts.resolving.lastFourBad') : null}
            >
              {(ids) => (
                <input
                  {...ids}
                  inputMode="numeric"
                  autoComplete="off"
                  className={`${inputLook} font-mono`}
                  {...form.register('lastFour')}
                />
              )}
            </Field>
            {askPin ? (
              <Field label={t('receipts.resolving.pin')} fault={errors.pin ? t('receipts.resolving.pinBad') : null}>
                {(ids) => (
                  <input
                    {...ids}
                    type="password"
                    inputMode="numeric"
                    autoComplete="off"
                    className={inputLook}
                    {...form.register('pin')}
                  />
                )}
              </Field>
            ) : null}
          </div>
          {problem ? <Notice tone="failed" live="alert" {...errorWords(t, problem)} /> : null}
          <div className="flex justify-between gap-3">
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button type="submit" look="primary" disabled={!settled || isSubmitting}>
              {t('receipts.resolving.save')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
