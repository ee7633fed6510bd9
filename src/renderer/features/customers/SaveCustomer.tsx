import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import type { SavedCustomer } from '../../../shared/contract/customers.ts';
import { readCustomerNo } from '../../../shared/domain/customer-no.ts';
import { isErased } from '../../../shared/domain/erasure.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { call } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useShopZone } from '../../state/settings.ts';
import { toast } from '../../state/toast.ts';
import { CustomerNoField } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FormDialog } from '../../ui/Dialog.tsx';
import { addMonths } from '../../ui/day-text.ts';
import { TextField } from '../../ui/Field.tsx';
import { useZodForm, type ZodForm } from '../../ui/form.ts';
import { X } from '../../ui/icons.tsx';
import { Plus, UserPlus } from '../../ui/later-icons.tsx';
import { ConsentFields } from './ConsentFields.tsx';

interface Props {
  /** the entry to change, or the known data of a new one */
  of: SavedCustomer | { customerNo: string; name: string; productCode: string } | null;
  onClose: () => void;
  onSaved: (saved: SavedCustomer) => void;
}

/** Saves a customer, only with their consent to what is kept, what for and until when. */
export function SaveCustomerDialog({ of, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const entry = of && 'id' in of ? of : null;
  const today = wallClock(useNow(), useShopZone()).day;
  const form = useZodForm({
    schema: BookForm,
    defaults: entry ? formOf(entry) : emptyForm(of && 'customerNo' in of ? of : {}, of?.name ?? ''),
    async send(read) {
      const answer = await call('customers.save', saveInput(read, entry?.id ?? null, today));
      if (answer.ok) onSaved(answer.value);
      return answer.ok ? null : answer.error;
    },
  });
  return (
    <FormDialog
      wide
      title={t(entry ? 'savedCustomers.change' : 'savedCustomers.add')}
      form={form}
      submit={t('common.save')}
      ready={BookForm.safeParse(form.watch()).success}
      onClose={onClose}
    >
      {/* Side by side: the consent is in sight on the smallest screen. */}
      <div className="grid grid-cols-[1fr_2fr] items-start gap-3 zoomed:grid-cols-1">
        <TextField label={t('savedCustomers.name')} maxLength={80} {...form.field('name')} />
        <TextField
          label={t('savedCustomers.note')}
          hint={t('savedCustomers.noteHint')}
          maxLength={200}
          {...form.field('note')}
        />
      </div>
      <NumberRows form={form} />
      <ConsentFields keepMonths={form.control('keepMonths')} consent={form.control('consent')} />
    </FormDialog>
  );
}

/** After a sale: saves its customer, with their consent. */
export function SaveCustomer({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (isErased(sale)) return null;
  return (
    <>
      <Button look="quiet" icon={UserPlus} onClick={() => setOpen(true)}>
        {t('savedCustomers.save')}
      </Button>
      {open ? <SaveSaleCustomer sale={sale} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The customer of a sale, as a new entry of the book. */
export function SaveSaleCustomer({ sale, onClose }: { sale: Transaction; onClose: () => void }) {
  const { t } = useTranslation();
  const { customerNo, customerName, productCode } = sale;
  return (
    <SaveCustomerDialog
      of={{ customerNo, name: customerName ?? '', productCode }}
      onClose={onClose}
      onSaved={() => {
        onClose();
        toast('success', t('savedCustomers.saved'));
      }}
    />
  );
}

/** The numbers of one customer, each with its label and its usual product. */
function NumberRows({ form }: { form: ZodForm<BookForm> }) {
  const { t } = useTranslation();
  const { value: numbers, onValue: onNumbers } = form.control('numbers');
  const change = (key: number, changes: Partial<TypedNumber>): void =>
    onNumbers(numbers.map((number) => (number.key === key ? { ...number, ...changes } : number)));
  const list = useRef<HTMLDivElement>(null);
  // The new row is typed into, and in sight.
  const add = (): void => {
    flushSync(() => onNumbers([...numbers, typedNumber()]));
    list.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus();
  };
  return (
    <div className="flex flex-col gap-2">
      {/* Many scroll by themselves: the consent stays in sight. The room at their edges is the focus ring's. */}
      <div ref={list} className="-mx-2 -my-1 max-h-[max(10rem,90vh-32rem)] overflow-y-auto px-2 py-1 zoomed:max-h-none">
        {numbers.map((number, at) => (
          <fieldset
            key={number.key}
            aria-label={t('savedCustomers.row', { n: at + 1 })}
            // The first row's labels are for all.
            className={classes('grid grid-cols-[5fr_3fr_3fr_auto] items-start gap-2', at > 0 && '[&_label]:sr-only')}
          >
            <CustomerNoField
              bare
              label={t('savedCustomers.number')}
              fault={number.customerNo === '' || isNumber(number) ? null : t('savedCustomers.numberBad')}
              value={number.customerNo}
              onValue={(customerNo) => change(number.key, { customerNo })}
            />
            <TextField
              bare
              label={t('savedCustomers.label')}
              maxLength={40}
              value={number.label}
              onChange={(event) => change(number.key, { label: event.currentTarget.value })}
            />
            <TextField
              bare
              mono
              label={t('savedCustomers.product')}
              maxLength={64}
              value={number.productCode}
              onChange={(event) => change(number.key, { productCode: event.currentTarget.value })}
            />
            <Button
              className={at === 0 ? 'mt-6' : 'mt-1'}
              disabled={numbers.length === 1}
              aria-label={t('savedCustomers.removeNumber', { n: at + 1 })}
              onClick={() => onNumbers(numbers.filter(({ key }) => key !== number.key))}
            >
              <X aria-hidden="true" className="size-5" />
            </Button>
          </fieldset>
        ))}
      </div>
      <Button className="self-start" icon={Plus} disabled={numbers.length >= maxNumbers} onClick={add}>
        {t('savedCustomers.addNumber')}
      </Button>
    </div>
  );
}

const TypedNumber = z.object({
  /** identifies the row while the person types */
  key: z.int(),
  customerNo: z.string(),
  label: z.string().trim(),
  productCode: z.string().trim(),
});
type TypedNumber = z.infer<typeof TypedNumber>;

const isNumber = ({ customerNo }: TypedNumber): boolean => readCustomerNo(customerNo) !== null;

/** An entry of the customer book while it is typed. */
const BookForm = z.object({
  name: z.string().trim().min(1),
  note: z.string().trim(),
  numbers: z.array(TypedNumber.refine(isNumber)),
  keepMonths: z.int(),
  consent: z.boolean().refine((agreed) => agreed),
});
type BookForm = z.infer<typeof BookForm>;

const maxNumbers = 10;
let rows = 0;
function typedNumber(fields: Partial<Omit<TypedNumber, 'key'>> = {}): TypedNumber {
  rows += 1;
  return { key: rows, customerNo: '', label: '', productCode: '', ...fields };
}

const emptyForm = (fields: Partial<Omit<TypedNumber, 'key'>> = {}, name = ''): BookForm => ({
  name: name.slice(0, 80),
  note: '',
  numbers: [typedNumber(fields)],
  keepMonths: 12,
  consent: false,
});

/** A changed entry needs consent again. */
const formOf = ({ name, note, numbers }: SavedCustomer): BookForm => ({
  name,
  note: note ?? '',
  // A name alone has none yet.
  numbers:
    numbers.length === 0
      ? [typedNumber()]
      : numbers.map(({ customerNo, label, productCode }) =>
          typedNumber({ customerNo, label, productCode: productCode ?? '' }),
        ),
  keepMonths: 12,
  consent: false,
});

function saveInput({ name, note, numbers, keepMonths }: BookForm, id: string | null, today: string) {
  return {
    ...(id === null ? {} : { id }),
    name,
    ...(note === '' ? {} : { note }),
    numbers: numbers.map(({ customerNo, label, productCode }) => ({
      customerNo,
      label,
      ...(productCode === '' ? {} : { productCode }),
    })),
    purgeAt: addMonths(today, keepMonths),
    consent: true,
  } as const;
}
