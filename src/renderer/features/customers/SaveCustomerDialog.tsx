import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCustomer } from '../../../shared/contract/customer-book.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useNow } from '../../state/clock.ts';
import { useLanguage, useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { inputLook } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';
import { type BookForm, emptyForm, formOf, isComplete, keepChoices, purgeDay, saveInput } from './book-form.ts';
import { dayText } from './day-text.ts';
import { NumberRows } from './NumberRows.tsx';

interface Props {
  /** the entry that is changed, or what is known of a new one */
  of: SavedCustomer | { customerNo: string; name: string; productCode: string } | null;
  onClose: () => void;
  onSaved: (saved: SavedCustomer) => void;
}

/** Remembers a customer: only with their consent, which says what is kept, what for and until when. */
export function SaveCustomerDialog({ of, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const entry = of && 'id' in of ? of : null;
  const [form, setForm] = useState<BookForm>(() =>
    entry ? formOf(entry) : emptyForm(of && 'customerNo' in of ? of : {}, of?.name ?? ''),
  );
  const [error, setError] = useState<KonterError | null>(null);
  const [busy, setBusy] = useState(false);
  const language = useLanguage();
  const today = wallClock(useNow(), useShopZone()).day;
  const type = (part: Partial<BookForm>): void => setForm((before) => ({ ...before, ...part }));
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !isComplete(form)) return;
    setBusy(true);
    const answer = await call('customers.save', saveInput(form, entry?.id ?? null, today));
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) onSaved(answer.value);
  };
  return (
    <Dialog title={t(entry ? 'customerBook.change' : 'customerBook.add')} onClose={onClose} wide>
      {(settled) => (
        <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
          <Field label={t('customerBook.name')}>
            {(ids) => (
              <input
                {...ids}
                maxLength={80}
                autoComplete="off"
                value={form.name}
                onChange={(event) => type({ name: event.currentTarget.value })}
                className={inputLook}
              />
            )}
          </Field>
          <NumberRows numbers={form.numbers} onNumbers={(numbers) => type({ numbers })} />
          <Field label={t('customerBook.note')} hint={t('customerBook.noteHint')}>
            {(ids) => (
              <input
                {...ids}
                maxLength={200}
                autoComplete="off"
                value={form.note}
                onChange={(event) => type({ note: event.currentTarget.value })}
                className={inputLook}
              />
            )}
          </Field>
          <Choice
            label={t('customerBook.keep')}
            value={String(form.keepMonths)}
            choices={keepChoices.map((months) => ({
              value: String(months),
              label: t('customerBook.months', plural(months)),
            }))}
            onValue={(months) => type({ keepMonths: Number(months) })}
          />
          <label className="flex min-h-11 items-start gap-3 rounded-box border border-line-strong p-3">
            <input
              type="checkbox"
              checked={form.consent}
              onChange={(event) => type({ consent: event.currentTarget.checked })}
              className="mt-1 size-5 shrink-0 accent-[var(--accent)]"
            />
            <span>{t('customerBook.consent', { day: dayText(purgeDay(today, form.keepMonths), language) })}</span>
          </label>
          {error ? <Notice tone="failed" live="alert" compact {...errorWords(t, error)} /> : null}
          <DialogFooter>
            <div className="flex flex-wrap justify-between gap-3">
              <Button onClick={onClose}>{t('common.cancel')}</Button>
              <Button type="submit" look="primary" disabled={!isComplete(form) || !settled || busy}>
                {t('common.save')}
              </Button>
            </div>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
