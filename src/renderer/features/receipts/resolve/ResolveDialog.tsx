import type { KonterError, Result } from '../../../../shared/contract/errors.ts';
import type { RawInput } from '../../../../shared/contract/registry.ts';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import { maxBillAmount } from '../../../../shared/domain/bounds.ts';
import { moneyHeld, moneyReturned } from '../../../../shared/domain/cash.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { call } from '../../../host/call.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { showSettings } from '../../../state/router.ts';
import { mergeSales } from '../../../state/sales.ts';
import { useSettings } from '../../../state/settings.ts';
import { toast } from '../../../state/toast.ts';
import { AmountField, CustomerNoField } from '../../../ui/AmountField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Confirm, FormDialog } from '../../../ui/Dialog.tsx';
import { Choice, PinField, TextField } from '../../../ui/Field.tsx';
import { type ControlProps, type FieldProps, useZodForm } from '../../../ui/form.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SaleSummary } from '../../../ui/SaleSummary.tsx';
import { CopyComplaint } from '../../checkout/index.ts';
import {
  asksOf,
  correctForm,
  correctInput,
  faultyFields,
  type ResolveAsks,
  resolveForm,
  resolveInput,
  sources,
} from './resolve-form.ts';

/**
 * A person records the outcome of a sale that nothing else can settle. Nothing is sent; "failed" needs a second confirmation.
 */
export function ResolveDialog({ sale, onClose }: { sale: Transaction; onClose: () => void }) {
  const { t } = useTranslation();
  const view = useSettings((state) => state.view);
  const needs = asksOf(view, sale);
  const form = useZodForm({
    schema: resolveForm(needs),
    defaults: {
      outcome: needs.onlySn ? ('success' as const) : null,
      sn: '',
      source: null,
      reason: '',
      pin: '',
      secondPin: '',
      number: '',
      amount: null,
    },
    needsConfirmation: ({ outcome }) => outcome === 'failed',
    async send(read) {
      const source = t(`receipts.resolving.source.${read.source}`);
      const answer = await call('transactions.resolve', resolveInput(sale, read, source));
      return recorded(answer, (name) => form.setError(name, { type: 'refused' }), t('receipts.resolving.saved'));
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
      focus="choice"
      title={t('receipts.resolving.title')}
      lead={t('receipts.resolving.lead')}
      form={form}
      submit={failed ? t('receipts.resolving.next') : t('receipts.resolving.save')}
      onClose={onClose}
    >
      <SaleSummary sale={sale} />
      <PinsMissing view={view} failed={failed} />
      {/* What is chosen stands side by side, so that reason and PIN are in sight on the smallest screen. */}
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        {needs.onlySn ? null : (
          <Choice
            label={t('receipts.resolving.outcome')}
            choices={(['success', 'failed'] as const).map((value) => ({
              value,
              label: t(`receipts.resolving.${value}`),
            }))}
            {...form.control('outcome', t('receipts.correcting.choose'))}
          />
        )}
        <Choice
          label={t('receipts.resolving.seen')}
          choices={sources.map((value) => ({ value, label: t(`receipts.resolving.source.${value}`) }))}
          {...form.control('source', t('receipts.resolving.chooseSource'))}
        />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 empty:hidden">
        {failed && cash > 0 ? (
          <p className="min-w-0 flex-1 font-semibold text-failed">
            {t('receipts.resolving.failedCash', { cash: formatRupiah(cash) })}
          </p>
        ) : null}
        <CopyComplaint sale={sale} />
      </div>
      {failed ? (
        <ReadBackFields number={form.control('number', readBad)} amount={form.control('amount', readBad)} />
      ) : outcome === null ? null : (
        <SnField needs={needs} field={form.field('sn', t('errors.why.sn_needed'))} />
      )}
      <ReasonAndPins
        hint={t('receipts.resolving.reasonHint')}
        needs={needs}
        failed={failed}
        reason={form.field('reason', t('receipts.resolving.noteShort'))}
        pin={form.field('pin', pinBad)}
        secondPin={form.field('secondPin', pinBad)}
      />
    </FormDialog>
  );
}

type FaultyFields = ReturnType<typeof faultyFields>;

/** What main answered is in the list; its error, with the fields that it names. */
function recorded(
  answer: Result<Transaction>,
  refuse: (field: FaultyFields[number]) => void,
  done: string,
): KonterError | null {
  const sale = answer.ok ? answer.value : answer.error.transaction;
  if (sale) mergeSales([sale]);
  if (answer.ok) toast('success', done);
  else for (const name of faultyFields(answer.error)) refuse(name);
  return answer.ok ? null : answer.error;
}

/** Number and amount, typed again by the person. Pasting is refused: it proves no reading. */
function ReadBackFields({ number, amount }: { number: ControlProps<string>; amount: ControlProps<number | null> }) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="mb-1 font-medium">
        {t('receipts.resolving.readBack')}
        <span className="text-small font-normal text-ink-soft"> · {t('receipts.resolving.readHint')}</span>
      </legend>
      <div className="grid grid-cols-2 gap-3">
        <CustomerNoField large typedOnly label={t('receipts.resolving.readNumber')} {...number} />
        <AmountField label={t('receipts.resolving.readAmount')} typedOnly max={maxBillAmount} {...amount} />
      </div>
    </fieldset>
  );
}

/** The serial number of a success; where only it is missing, it is required. */
function SnField({ needs, field }: { needs: ResolveAsks; field: FieldProps }) {
  const { t } = useTranslation();
  const optional = needs.onlySn ? '' : ` (${t('common.optional')})`;
  return <TextField bare mono label={`${t('receipts.resolving.sn')}${optional}`} maxLength={200} {...field} />;
}

interface ReasonAndPinsProps {
  hint: string;
  needs: ResolveAsks;
  /** a failure needs two people where the shop requires it */
  failed: boolean;
  reason: FieldProps;
  pin: FieldProps;
  secondPin: FieldProps;
}

/** Why, and the PINs of the people who record the outcome: in one row, so that the form fits on the smallest screen. */
function ReasonAndPins({ hint, needs, failed, reason, pin, secondPin }: ReasonAndPinsProps) {
  const { t } = useTranslation();
  return (
    <div className="flex gap-3 zoomed:flex-col">
      <div className="min-w-0 flex-1">
        <TextField label={t('receipts.resolving.reason')} hint={hint} maxLength={400} {...reason} />
      </div>
      {needs.pin ? (
        <div className="w-52 zoomed:w-auto">
          <PinField label={t('receipts.resolving.pin')} {...pin} />
        </div>
      ) : null}
      {failed && needs.secondPin ? (
        <div className="w-40 zoomed:w-auto">
          <PinField label={t('receipts.resolving.secondPin')} {...secondPin} />
        </div>
      ) : null}
    </div>
  );
}

interface ConfirmFailedProps {
  sale: Transaction;
  /** the form's open question */
  question: { go: () => void; back: () => void };
}

/** The last question before a sale is held to have failed: afterwards it can be sold again. Enter goes back. */
function ConfirmFailed({ sale, question }: ConfirmFailedProps) {
  const { t } = useTranslation();
  const cash = moneyHeld(sale);
  return (
    <Confirm
      title={t('receipts.resolving.failedTitle')}
      lead={t('receipts.resolving.failedAsk')}
      stop={t('common.back')}
      go={{ label: t('receipts.resolving.failedYes'), run: question.go }}
      onClose={question.back}
    >
      <SaleSummary sale={sale} />
      {cash > 0 ? (
        <p className="font-semibold text-failed">{t('receipts.resolving.failedCash', { cash: formatRupiah(cash) })}</p>
      ) : null}
    </Confirm>
  );
}

/** Shown before anything is typed: a PIN must be set first. Training needs none. */
function PinsMissing({ view, failed }: { view: SettingsView | null; failed: boolean }) {
  const { t } = useTranslation();
  if (view?.mode !== 'live') return null;
  const noPin = !view.secrets.supervisorPin;
  const noSecond = failed && view.settings.twoPeople && !view.secrets.secondPin;
  if (!noPin && !noSecond) return null;
  const why = noPin ? 'no_pin_set' : 'second_no_pin_set';
  return (
    <Notice tone="unknown" title={t(`errors.why.${why}`)} lines={[t('errors.do.use_pin_settings')]}>
      <div className="pt-2">
        <Button onClick={() => showSettings('pin')}>{t('receipts.resolving.setPin')}</Button>
      </div>
    </Notice>
  );
}

type Outcome = RawInput<'transactions.correct'>['outcome'];
const outcomes: readonly Outcome[] = ['success', 'failed', 'disputed'];

/** A person corrects what became of a settled sale. Nothing is chosen beforehand, and nothing is sent. */
export function CorrectDialog({ sale, onClose }: { sale: Transaction; onClose: () => void }) {
  const { t } = useTranslation();
  const view = useSettings((state) => state.view);
  const needs = asksOf(view, sale);
  const form = useZodForm({
    schema: correctForm(needs),
    defaults: { outcome: null, sn: '', reason: '', pin: '', secondPin: '', number: '', amount: null },
    needsConfirmation: ({ outcome }) => outcome === 'failed',
    async send(read) {
      const answer = await call('transactions.correct', correctInput(sale, read));
      return recorded(answer, (name) => form.setError(name, { type: 'refused' }), t('receipts.correcting.saved'));
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
      focus="choice"
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
      {outcome === 'success' ? <SnField needs={needs} field={form.field('sn', t('errors.why.sn_needed'))} /> : null}
      <ReasonAndPins
        hint={t('receipts.correcting.reasonHint')}
        needs={needs}
        failed={failed}
        reason={form.field('reason', t('receipts.resolving.noteShort'))}
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
