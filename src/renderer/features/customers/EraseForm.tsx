import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerErased } from '../../../shared/contract/customers.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import { call } from '../../host/call.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { inputLook } from '../../ui/classes.ts';
import { Field, PinField } from '../../ui/Field.tsx';
import { GroupedInput } from '../../ui/GroupedInput.tsx';
import { bareNumber, isNumberSeparator, shownNumber } from '../../ui/grouped-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';

interface Props {
  customerNo: string;
  settled: boolean;
  onErased: (erased: CustomerErased) => void;
}

const empty = { reason: '', readBack: '', pin: '' };

/** Erases for good: with a reason, the number typed once more, and the supervisor's PIN. */
export function EraseForm({ customerNo, settled, onErased }: Props) {
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
