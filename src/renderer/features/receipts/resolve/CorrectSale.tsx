import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { Pin } from '../../../../shared/contract/procedure.ts';
import type { Given } from '../../../../shared/contract/registry.ts';
import { cashInDrawer, cashReturned } from '../../../../shared/domain/cash.ts';
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
import { bareNumber } from '../../../ui/number-text.ts';
import { SaleSummary } from '../../../ui/SaleSummary.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConfirmFailed, PinsMissing, ReadBackFields } from './ReadBackFields.tsx';

type Outcome = Given<'transactions.correct'>['outcome'];
const outcomes: readonly Outcome[] = ['success', 'failed', 'disputed'];

/** Opens the correction of a settled sale. */
export function CorrectSale({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button className="self-start" onClick={() => setAsking(true)}>
        {t('receipts.correct')}
      </Button>
      {asking ? <CorrectDialog sale={sale} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

const untyped: Record<'sn' | 'reason' | 'number' | 'pin' | 'secondPin', string> & { amount: number | null } = {
  sn: '',
  reason: '',
  number: '',
  amount: null,
  pin: '',
  secondPin: '',
};

/** A person corrects what became of a settled sale. Nothing is chosen beforehand, and nothing is sent. */
function CorrectDialog({ sale, onClose }: { sale: Transaction; onClose: () => void }) {
  const { t } = useTranslation();
  const view = useSettings((state) => state.view);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [typed, setTyped] = useState(untyped);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<KonterError | null>(null);
  const set = (changes: Partial<typeof untyped>): void => setTyped((before) => ({ ...before, ...changes }));

  const failed = outcome === 'failed';
  const onlySn = outcome === 'success' && sale.state === 'success';
  const asksPin = view?.secrets.supervisorPin ?? false;
  const asksSecond = failed && (view?.settings.twoPeople ?? false) && (view?.secrets.secondPin ?? false);
  const bad = {
    outcome: outcome === null,
    sn: onlySn && typed.sn.trim() === '',
    reason: typed.reason.trim().length < 3,
    number: failed && !/\d/.test(typed.number),
    amount: failed && typed.amount === null,
    pin: asksPin && !Pin.safeParse(typed.pin).success,
    secondPin: asksSecond && !Pin.safeParse(typed.secondPin).success,
  };
  const misread = problem?.reason === 'read_back_differs';

  const record = async (): Promise<void> => {
    if (outcome === null) return;
    setConfirming(false);
    setBusy(true);
    const answer = await call('transactions.correct', {
      id: sale.id,
      outcome,
      note: typed.reason.trim(),
      ...(outcome === 'success' && typed.sn.trim() !== '' ? { sn: typed.sn } : {}),
      ...(typed.pin === '' ? {} : { pin: typed.pin }),
      ...(asksSecond ? { secondPin: typed.secondPin } : {}),
      ...(failed ? { readBack: { customerNo: bareNumber(typed.number), amount: typed.amount ?? 0 } } : {}),
    });
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.error);
      if (answer.error.transaction) mergeSales([answer.error.transaction]);
      return;
    }
    mergeSales([answer.value]);
    toast('success', t('receipts.correcting.saved'));
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Drawn at once, so that what is missing can take the focus.
    flushSync(() => setTried(true));
    setProblem(null);
    if (Object.values(bad).includes(true)) {
      form.current?.querySelector<HTMLElement>('[data-fault] input, [aria-invalid="true"]')?.focus();
      return;
    }
    if (failed) setConfirming(true);
    else void record();
  };

  if (confirming) {
    return <ConfirmFailed sale={sale} onBack={() => setConfirming(false)} onGo={() => void record()} />;
  }
  const fault = (is: boolean, words: string): string | null => (tried && is ? words : null);
  return (
    <Dialog title={t('receipts.correct')} lead={t('receipts.correcting.lead')} onClose={onClose} wide>
      {(settled) => (
        <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3">
          <SaleSummary sale={sale} />
          <PinsMissing view={view} failed={failed} />
          <div {...(tried && bad.outcome ? { 'data-fault': '' } : {})}>
            <Choice
              label={t('receipts.correcting.outcome')}
              value={outcome}
              choices={outcomes
                .filter((value) => value !== sale.state || value === 'success')
                .map((value) => ({
                  value,
                  label: t(`receipts.correcting.${value === sale.state ? 'otherSn' : value}`),
                }))}
              onValue={setOutcome}
            />
            {tried && bad.outcome ? (
              <p role="alert" className="pt-1 text-small font-medium text-failed">
                {t('receipts.correcting.choose')}
              </p>
            ) : null}
          </div>
          <Consequence sale={sale} outcome={outcome} />
          {failed ? (
            <ReadBackFields
              number={typed.number}
              amount={typed.amount}
              bad={{ number: misread || (tried && bad.number), amount: misread || (tried && bad.amount) }}
              onNumber={(number) => set({ number })}
              onAmount={(amount) => set({ amount })}
            />
          ) : null}
          {outcome === 'success' ? (
            <Field
              label={onlySn ? t('receipts.resolving.sn') : `${t('receipts.resolving.sn')} (${t('common.optional')})`}
              fault={fault(bad.sn, t('reasons.sn_needed'))}
              bare
            >
              {(ids) => (
                <input
                  {...ids}
                  autoComplete="off"
                  maxLength={200}
                  className={`${inputLook} font-mono`}
                  value={typed.sn}
                  onChange={(event) => set({ sn: event.currentTarget.value })}
                />
              )}
            </Field>
          ) : null}
          <Field
            label={t('receipts.resolving.reason')}
            hint={t('receipts.correcting.reasonHint')}
            fault={fault(bad.reason, t('receipts.resolving.noteShort'))}
          >
            {(ids) => (
              <input
                {...ids}
                autoComplete="off"
                maxLength={400}
                className={inputLook}
                value={typed.reason}
                onChange={(event) => set({ reason: event.currentTarget.value })}
              />
            )}
          </Field>
          <div className="grid grid-cols-2 gap-3">
            {asksPin ? (
              <PinField
                label={t('receipts.resolving.pin')}
                fault={fault(bad.pin, t('receipts.resolving.pinBad'))}
                value={typed.pin}
                onChange={(event) => set({ pin: event.currentTarget.value })}
              />
            ) : null}
            {asksSecond ? (
              <PinField
                label={t('receipts.resolving.secondPin')}
                fault={fault(bad.secondPin, t('receipts.resolving.pinBad'))}
                value={typed.secondPin}
                onChange={(event) => set({ secondPin: event.currentTarget.value })}
              />
            ) : null}
          </div>
          <DialogFooter>
            {problem ? <Notice tone="failed" live="alert" compact {...errorWords(t, problem)} /> : null}
            <div className="flex justify-between gap-3">
              <Button onClick={onClose}>{t('common.cancel')}</Button>
              <Button type="submit" look="primary" disabled={!settled || busy}>
                {failed ? t('receipts.resolving.next') : t('receipts.correcting.save')}
              </Button>
            </div>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}

/** What an outcome means for the customer's money. */
function Consequence({ sale, outcome }: { sale: Transaction; outcome: Outcome | null }) {
  const { t } = useTranslation();
  const inDrawer = cashInDrawer(sale);
  const handedBack = cashReturned(sale);
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
