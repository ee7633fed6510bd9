import type { SavedCustomer } from '../../../shared/contract/customer-book.ts';
import type { Given } from '../../../shared/contract/registry.ts';
import { isCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';

export interface TypedNumber {
  /** tells the rows apart while they are typed */
  key: number;
  customerNo: string;
  label: string;
  productCode: string;
}

/** An entry of the customer book while it is typed. */
export interface BookForm {
  name: string;
  note: string;
  numbers: readonly TypedNumber[];
  keepMonths: number;
  consent: boolean;
}

export const mostNumbers = 10;
/** Three years at most, as main holds it. */
export const keepChoices = [6, 12, 24, 36] as const;

let rows = 0;
export function typedNumber(given: Partial<Omit<TypedNumber, 'key'>> = {}): TypedNumber {
  rows += 1;
  return { key: rows, customerNo: '', label: '', productCode: '', ...given };
}

export const emptyForm = (given: Partial<Omit<TypedNumber, 'key'>> = {}, name = ''): BookForm => ({
  name: name.slice(0, 80),
  note: '',
  numbers: [typedNumber(given)],
  keepMonths: 12,
  consent: false,
});

/** Whoever changes an entry asks anew: the consent is not carried over. */
export const formOf = ({ name, note, numbers }: SavedCustomer): BookForm => ({
  name,
  note: note ?? '',
  numbers: numbers.map(({ customerNo, label, productCode }) =>
    typedNumber({ customerNo, label, productCode: productCode ?? '' }),
  ),
  keepMonths: 12,
  consent: false,
});

export const isNumber = ({ customerNo }: TypedNumber): boolean => isCustomerNo(normaliseCustomerNo(customerNo));

export const isComplete = ({ name, numbers, consent }: BookForm): boolean =>
  name.trim() !== '' && consent && numbers.every(isNumber);

/** The day on which it goes. @param today the shop's day, YYYY-MM-DD */
export function purgeDay(today: string, months: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  // The 31st of a short month is its last day.
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

export function saveInput(form: BookForm, id: string | null, today: string): Given<'customers.save'> {
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
