import { Check, Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerErased } from '../../../shared/contract/customers.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { groupCustomerNo, sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import { call } from '../../host/call.ts';
import { saveFile } from '../../host/copy-or-save.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { plural } from '../../i18n/i18n.ts';
import { useSettings } from '../../state/settings.ts';
import { GroupedInput } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { inputLook } from '../../ui/classes.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, PinField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { bareNumber, isNumberSeparator, shownNumber } from '../../ui/number-text.ts';

/** Everything that is held on one customer: to take out, or to erase for good. */
export function CustomerDialog({ customerNo, onClose }: { customerNo: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [erased, setErased] = useState<CustomerErased | null>(null);
  return (
    <Dialog title={t('customers.dialog.title', { number: groupCustomerNo(customerNo) })} onClose={onClose} wide>
      {(settled) => (
        <div className="flex flex-col gap-6">
          {erased ? (
            <Erased erased={erased} />
          ) : (
            <>
              <TakeOut customerNo={customerNo} />
              <EraseForm customerNo={customerNo} settled={settled} onErased={setErased} />
            </>
          )}
          <Button className="self-start" onClick={onClose}>
            {erased ? t('common.close') : t('common.cancel')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface Props {
  customerNo: string;
  settled: boolean;
  onErased: (erased: CustomerErased) => void;
}

const empty = { reason: '', readBack: '', pin: '' };

/** Erases for good: with a reason, the number typed once more, and the supervisor's PIN. */
function EraseForm({ customerNo, settled, onErased }: Props) {
  const { t } = useTranslation();
  const hasPin = useSettings((state) => state.view?.secrets.supervisorPin ?? false);
  const needsPin = useSettings((state) => state.view?.mode !== 'training');
  const [form, setForm] = useState(empty);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const type = (part: Partial<typeof empty>): void => setForm((before) => ({ ...before, ...part }));
  const erase = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !settled) return;
    setBusy(true);
    const { reason, readBack, pin } = form;
    const answer = await call('customers.erase', { customerNo, reason, readBack, ...(pin === '' ? {} : { pin }) });
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) onErased(answer.value);
    else type({ pin: '' });
  };
  const other = form.readBack !== '' && !sameCustomerNo(form.readBack, customerNo);
  const ready = form.reason.trim().length >= 3 && sameCustomerNo(form.readBack, customerNo);
  return (
    <form
      noValidate
      aria-label={t('customers.dialog.erase')}
      onSubmit={(event) => void erase(event)}
      className="flex flex-col gap-3"
    >
      <h3 className="text-large font-semibold">{t('customers.dialog.erase')}</h3>
      <p>{t('customers.dialog.eraseLead')}</p>
      <p>{t('customers.dialog.copies')}</p>
      <p>{t('customers.dialog.outside')}</p>
      <Field label={t('customers.dialog.reason')}>
        {(ids) => (
          <input
            {...ids}
            maxLength={500}
            autoComplete="off"
            value={form.reason}
            onChange={(event) => type({ reason: event.currentTarget.value })}
            className={inputLook}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('customers.dialog.readBack')} fault={other ? t('customers.dialog.readBad') : null}>
          {(ids) => (
            <GroupedInput
              {...ids}
              inputMode="tel"
              typedOnly
              shown={shownNumber(form.readBack)}
              isSeparator={isNumberSeparator}
              onText={(text) => type({ readBack: bareNumber(text) })}
              className={`${inputLook} font-mono text-large font-semibold`}
            />
          )}
        </Field>
        {hasPin ? (
          <PinField
            label={t('customers.dialog.pin')}
            value={form.pin}
            onChange={(event) => type({ pin: event.currentTarget.value })}
          />
        ) : null}
      </div>
      {!hasPin && needsPin ? <Notice tone="unknown" compact title={t('customers.dialog.noPin')} lines={[]} /> : null}
      {error ? <Notice tone="failed" live="alert" compact {...errorWords(t, error)} /> : null}
      <Button type="submit" look="danger" className="self-start" disabled={!ready || !settled || busy}>
        {busy ? t('customers.dialog.busy') : t('customers.dialog.go')}
      </Button>
    </form>
  );
}

/** What was erased, and where it is still to be found. */
function Erased({ erased }: { erased: CustomerErased }) {
  const { t } = useTranslation();
  const { sales, webhooks, leftovers, copies, oldCopies, unreached } = erased;
  return (
    <Notice
      tone="success"
      icon={Check}
      live="status"
      title={t('customers.done.title')}
      lines={[
        t('customers.done.sales', { n: sales, webhooks }),
        copies === 0 ? null : t('customers.done.copies', plural(copies)),
        copies === 0 ? null : t('customers.dialog.copies'),
        oldCopies === 0 ? null : t('customers.done.oldCopies', plural(oldCopies)),
        leftovers ? t('customers.done.leftovers') : null,
        unreached.length === 0 ? null : t('customers.done.unreached', { files: unreached.join(', ') }),
        t('customers.dialog.outside'),
      ]}
    />
  );
}

/** What is held, as a file to read and as one for programs. */
function TakeOut({ customerNo }: { customerNo: string }) {
  const { t } = useTranslation();
  const hasPin = useSettings((state) => state.view?.secrets.supervisorPin ?? false);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<KonterError | null>(null);
  const take = async (as: 'text' | 'json'): Promise<void> => {
    const answer = await call('customers.export', { customerNo, ...(pin === '' ? {} : { pin }) });
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return setPin('');
    const { name, text, json } = answer.value;
    if (as === 'text') saveFile(`${name}.txt`, text, 'text/plain');
    else saveFile(`${name}.json`, json, 'application/json');
  };
  const icon = <Download aria-hidden="true" className="size-5" />;
  return (
    <section aria-label={t('customers.dialog.take')} className="flex flex-col gap-3">
      <h3 className="text-large font-semibold">{t('customers.dialog.take')}</h3>
      <p>{t('customers.dialog.takeLead')}</p>
      {hasPin ? (
        <PinField
          label={t('customers.dialog.pin')}
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button icon={icon} onClick={() => void take('text')}>
          {t('customers.dialog.text')}
        </Button>
        <Button icon={icon} onClick={() => void take('json')}>
          {t('customers.dialog.json')}
        </Button>
      </div>
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
    </section>
  );
}
