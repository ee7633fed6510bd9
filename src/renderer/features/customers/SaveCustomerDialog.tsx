import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCustomer } from '../../../shared/contract/customers.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { Given } from '../../../shared/contract/registry.ts';
import { isCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { plural } from '../../i18n/i18n.ts';
import { useNow } from '../../state/clock.ts';
import { useLanguage, useShopZone } from '../../state/settings.ts';
import { GroupedInput } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { inputLook } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { bareNumber, isNumberSeparator, shownNumber } from '../../ui/number-text.ts';
import { dayText } from '../../ui/time-text.ts';

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

interface NumberRowsProps {
  numbers: readonly TypedNumber[];
  onNumbers: (numbers: readonly TypedNumber[]) => void;
}

/** The numbers of one customer, each with what its owner calls it and what is usually bought for it. */
function NumberRows({ numbers, onNumbers }: NumberRowsProps) {
  const { t } = useTranslation();
  const change = (key: number, part: Partial<TypedNumber>): void =>
    onNumbers(numbers.map((number) => (number.key === key ? { ...number, ...part } : number)));
  return (
    <div className="flex flex-col gap-2">
      {numbers.map((number, at) => {
        const bad = number.customerNo !== '' && !isNumber(number);
        return (
          <fieldset
            key={number.key}
            aria-label={t('customerBook.row', { n: at + 1 })}
            className="grid grid-cols-[5fr_3fr_3fr_auto] items-start gap-2"
          >
            <Field label={t('customerBook.number')} fault={bad ? t('customerBook.numberBad') : null}>
              {(ids) => (
                <GroupedInput
                  {...ids}
                  inputMode="tel"
                  shown={shownNumber(number.customerNo)}
                  isSeparator={isNumberSeparator}
                  onText={(text) => change(number.key, { customerNo: bareNumber(text) })}
                  className={`${inputLook} font-mono font-semibold`}
                />
              )}
            </Field>
            <Field label={t('customerBook.label')}>
              {(ids) => (
                <input
                  {...ids}
                  maxLength={40}
                  autoComplete="off"
                  value={number.label}
                  onChange={(event) => change(number.key, { label: event.currentTarget.value })}
                  className={inputLook}
                />
              )}
            </Field>
            <Field label={t('customerBook.product')}>
              {(ids) => (
                <input
                  {...ids}
                  maxLength={64}
                  autoComplete="off"
                  spellCheck={false}
                  value={number.productCode}
                  onChange={(event) => change(number.key, { productCode: event.currentTarget.value })}
                  className={`${inputLook} font-mono`}
                />
              )}
            </Field>
            <Button
              className="mt-6"
              disabled={numbers.length === 1}
              aria-label={t('customerBook.removeNumber', { n: at + 1 })}
              onClick={() => onNumbers(numbers.filter(({ key }) => key !== number.key))}
            >
              <X aria-hidden="true" className="size-5" />
            </Button>
          </fieldset>
        );
      })}
      <Button
        className="self-start"
        icon={<Plus aria-hidden="true" className="size-5" />}
        disabled={numbers.length >= mostNumbers}
        onClick={() => onNumbers([...numbers, typedNumber()])}
      >
        {t('customerBook.addNumber')}
      </Button>
    </div>
  );
}

interface TypedNumber {
  /** tells the rows apart while they are typed */
  key: number;
  customerNo: string;
  label: string;
  productCode: string;
}

/** An entry of the customer book while it is typed. */
interface BookForm {
  name: string;
  note: string;
  numbers: readonly TypedNumber[];
  keepMonths: number;
  consent: boolean;
}

const mostNumbers = 10;
/** Three years at most, as main holds it. */
const keepChoices = [6, 12, 24, 36] as const;

let rows = 0;
function typedNumber(given: Partial<Omit<TypedNumber, 'key'>> = {}): TypedNumber {
  rows += 1;
  return { key: rows, customerNo: '', label: '', productCode: '', ...given };
}

const emptyForm = (given: Partial<Omit<TypedNumber, 'key'>> = {}, name = ''): BookForm => ({
  name: name.slice(0, 80),
  note: '',
  numbers: [typedNumber(given)],
  keepMonths: 12,
  consent: false,
});

/** Whoever changes an entry asks anew: the consent is not carried over. */
const formOf = ({ name, note, numbers }: SavedCustomer): BookForm => ({
  name,
  note: note ?? '',
  numbers: numbers.map(({ customerNo, label, productCode }) =>
    typedNumber({ customerNo, label, productCode: productCode ?? '' }),
  ),
  keepMonths: 12,
  consent: false,
});

const isNumber = ({ customerNo }: TypedNumber): boolean => isCustomerNo(normaliseCustomerNo(customerNo));

const isComplete = ({ name, numbers, consent }: BookForm): boolean =>
  name.trim() !== '' && consent && numbers.every(isNumber);

/** The day on which it goes. @param today the shop's day, YYYY-MM-DD */
function purgeDay(today: string, months: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  // The 31st of a short month is its last day.
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

function saveInput(form: BookForm, id: string | null, today: string): Given<'customers.save'> {
  return {
    ...(id === null ? {} : { id }),
    name: form.name.trim(),
    ...(form.note.trim() === '' ? {} : { note: form.note.trim() }),
    numbers: form.numbers.map(({ customerNo, label, productCode }) => ({
      customerNo,
      label: label.trim(),
      ...(productCode.trim() === '' ? {} : { productCode: productCode.trim() }),
    })),
    purgeAt: purgeDay(today, form.keepMonths),
    consent: true,
  };
}
