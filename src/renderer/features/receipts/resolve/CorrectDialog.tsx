import { useTranslation } from 'react-i18next';
import type { Given } from '../../../../shared/contract/registry.ts';
import { moneyHeld, moneyReturned } from '../../../../shared/domain/cash.ts';
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
import { ConfirmFailed, OutcomePins, PinsMissing, ReadBackFields, SnField } from './OutcomeFields.tsx';
import { asksOf, correctForm, correctInput, faultyFields } from './resolve-form.ts';

type Outcome = Given<'transactions.correct'>['outcome'];
const outcomes: readonly Outcome[] = ['success', 'failed', 'disputed'];

/** A person corrects what became of a settled sale. Nothing is chosen beforehand, and nothing is sent. */
export function CorrectDialog({ sale, onClose }: { sale: Transaction; onClose: () => void }) {
  const { t } = useTranslation();
  const view = useSettings((state) => state.view);
  const asks = asksOf(view, sale);
  const form = useZodForm({
    schema: correctForm(asks),
    defaults: { outcome: null, sn: '', reason: '', pin: '', secondPin: '', number: '', amount: null },
    asks: ({ outcome }) => outcome === 'failed',
    async send(read) {
      const answer = await call('transactions.correct', correctInput(sale, read));
      if (!answer.ok) {
        if (answer.error.transaction) mergeSales([answer.error.transaction]);
        for (const name of faultyFields(answer.error)) form.setError(name, { type: 'refused' });
        return answer.error;
      }
      mergeSales([answer.value]);
      toast('success', t('receipts.correcting.saved'));
      return null;
    },
    done: onClose,
  });
  if (form.question) return <ConfirmFailed sale={sale} question={form.question} />;
  const outcome = form.watch('outcome');
  const failed = outcome === 'failed';
  const [pinBad, readBad] = [t('receipts.resolving.pinBad'), t('receipts.resolving.readBad')];
  return (
    <FormDialog
      wide
      focus={false}
      title={t('receipts.correct')}
      lead={t('receipts.correcting.lead')}
      form={form}
      submit={failed ? t('receipts.resolving.next') : t('receipts.correcting.save')}
      onClose={onClose}
    >
      <SaleSummary sale={sale} />
      <PinsMissing view={view} failed={failed} />
      <Choice
        label={t('receipts.correcting.outcome')}
        choices={outcomes
          .filter((value) => value !== sale.state || value === 'success')
          .map((value) => ({
            value,
            label: t(`receipts.correcting.${value === sale.state ? 'otherSn' : value}`),
          }))}
        {...form.control('outcome', t('receipts.correcting.choose'))}
      />
      <Consequence sale={sale} outcome={outcome} />
      {failed ? (
        <ReadBackFields number={form.control('number', readBad)} amount={form.control('amount', readBad)} />
      ) : null}
      {outcome === 'success' ? <SnField asks={asks} field={form.field('sn', t('reasons.sn_needed'))} /> : null}
      <TextField
        label={t('receipts.resolving.reason')}
        hint={t('receipts.correcting.reasonHint')}
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

/** The effect of an outcome on the customer's money. */
function Consequence({ sale, outcome }: { sale: Transaction; outcome: Outcome | null }) {
  const { t } = useTranslation();
  const inDrawer = moneyHeld(sale);
  const handedBack = moneyReturned(sale);
  const cash = formatRupiah(inDrawer);
  if (outcome === 'disputed') {
    const wait = inDrawer > 0 ? `${t('receipts.correcting.wait')} ` : '';
    return <p className="font-semibold">{`${wait}${t('receipts.correcting.locked')}`}</p>;
  }
  if (outcome === 'failed' && inDrawer > 0) {
    return <p className="font-semibold text-failed">{t('receipts.resolving.failedCash', { cash })}</p>;
  }
  if (outcome !== 'success') return null;
  if (handedBack > 0) {
    return <p className="font-semibold text-failed">{t('receipts.toCollect', { cash: formatRupiah(handedBack) })}</p>;
  }
  return inDrawer > 0 && sale.state !== 'success' ? (
    <p className="font-semibold">{t('receipts.correcting.keep', { cash })}</p>
  ) : null;
}
