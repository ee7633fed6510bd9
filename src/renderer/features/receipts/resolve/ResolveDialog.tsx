import { useTranslation } from 'react-i18next';
import { moneyHeld } from '../../../../shared/domain/cash.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { call } from '../../../host/call.ts';
import { mergeSales } from '../../../state/sales.ts';
import { useSettings } from '../../../state/settings.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useZodForm } from '../../../ui/form.ts';
import { SaleSummary } from '../../../ui/SaleSummary.tsx';
import { toast } from '../../../ui/toast.ts';
import { CopyComplaint } from '../../checkout/index.ts';
import { ConfirmFailed, OutcomePins, PinsMissing, ReadBackFields, SnField } from './OutcomeFields.tsx';
import { asksOf, faultyFields, resolveForm, resolveInput, sources } from './resolve-form.ts';

/**
 * A person records the outcome of a sale that nothing else can settle. Nothing is sent; "failed" needs a second confirmation.
 */
export function ResolveDialog({ sale, onClose }: { sale: Transaction; onClose: () => void }) {
  const { t } = useTranslation();
  const view = useSettings((state) => state.view);
  const asks = asksOf(view, sale);
  const form = useZodForm({
    schema: resolveForm(asks),
    defaults: {
      outcome: asks.onlySn ? 'success' : null,
      sn: '',
      source: null,
      reason: '',
      pin: '',
      secondPin: '',
      number: '',
      amount: null,
    },
    asks: ({ outcome }) => outcome === 'failed',
    async send(read) {
      const source = t(`receipts.resolving.source.${read.source}`);
      const answer = await call('transactions.resolve', resolveInput(sale, read, source));
      if (!answer.ok) {
        if (answer.error.transaction) mergeSales([answer.error.transaction]);
        for (const name of faultyFields(answer.error)) form.setError(name, { type: 'refused' });
        return answer.error;
      }
      mergeSales([answer.value]);
      toast('success', t('receipts.resolving.saved'));
      return null;
    },
    done: onClose,
  });
  if (form.question) return <ConfirmFailed sale={sale} question={form.question} />;
  const outcome = form.watch('outcome');
  const failed = outcome === 'failed';
  const cash = moneyHeld(sale);
  const [pinBad, readBad] = [t('receipts.resolving.pinBad'), t('receipts.resolving.readBad')];
  return (
    <FormDialog
      wide
      focus={false}
      title={t('receipts.resolving.title')}
      lead={t('receipts.resolving.lead')}
      form={form}
      submit={failed ? t('receipts.resolving.next') : t('receipts.resolving.save')}
      onClose={onClose}
    >
      <SaleSummary sale={sale} />
      <div className="empty:hidden">
        <CopyComplaint sale={sale} />
      </div>
      <PinsMissing view={view} failed={failed} />
      {asks.onlySn ? null : (
        <Choice
          label={t('receipts.resolving.outcome')}
          choices={(['success', 'failed'] as const).map((value) => ({
            value,
            label: t(`receipts.resolving.${value}`),
          }))}
          {...form.control('outcome', t('receipts.correcting.choose'))}
        />
      )}
      {failed && cash > 0 ? (
        <p className="font-semibold text-failed">{t('receipts.resolving.failedCash', { cash: formatRupiah(cash) })}</p>
      ) : null}
      {failed ? (
        <ReadBackFields number={form.control('number', readBad)} amount={form.control('amount', readBad)} />
      ) : outcome === null ? null : (
        <SnField asks={asks} field={form.field('sn', t('reasons.sn_needed'))} />
      )}
      <Choice
        label={t('receipts.resolving.seen')}
        choices={sources.map((value) => ({ value, label: t(`receipts.resolving.source.${value}`) }))}
        {...form.control('source', t('receipts.resolving.chooseSource'))}
      />
      <TextField
        label={t('receipts.resolving.reason')}
        hint={t('receipts.resolving.reasonHint')}
        maxLength={400}
        {...form.field('reason', t('receipts.resolving.noteShort'))}
      />
      <OutcomePins
        asks={asks}
        failed={failed}
        pin={form.field('pin', pinBad)}
        secondPin={form.field('secondPin', pinBad)}
      />
    </FormDialog>
  );
}
