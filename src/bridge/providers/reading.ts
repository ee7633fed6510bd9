import { z } from 'zod';
import { sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { usableSn } from '../../shared/domain/transaction.ts';
import type { ListedProduct } from '../../shared/wire/capabilities.ts';
import { ProviderAmount, parseProviderJson } from '../../shared/wire/fields.ts';
import type { ProviderResponse, Sale, Word } from '../core/provider-adapter.ts';

/** What both providers' answers have in common. Every field may be missing: no outcome hangs on one that is not checked. */

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Longer ones would make a result that no mailbox takes. */
const maxWords = 2_000;

/** PHP writes a text of 20 digits as 1.2345678901234567e+19 when it is asked to write numbers: its last digits are lost. */
const ExactNumber = z.number().refine((value) => !Number.isInteger(value) || Number.isSafeInteger(value));

/** Words, also written as a number, on one line: PostgreSQL stores no NUL; empty: none, or a number that has lost digits. */
export const Words = z
  .union([z.string(), ExactNumber])
  .transform((value) =>
    String(value)
      .slice(0, maxWords)
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .toWellFormed(),
  )
  .catch('');

/** Whole rupiah, also as numeric text; null: none that can be read. */
export const Amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,13}(\.0+)?$/)
      .transform(Number),
  ])
  .pipe(ProviderAmount)
  .nullable()
  .catch(null);

/** A number of the bill's details, as far as it can be read. */
export const Figure = Amount.transform((amount) => amount ?? 0);

const Wrapped = z.looseObject({ data: z.unknown() });

/** The parsed body; undefined: it is not JSON. */
export function parseBody(body: Uint8Array): unknown {
  try {
    return parseProviderJson(utf8.decode(body));
  } catch {
    return undefined;
  }
}

/** `data` of a body of JSON; undefined: it has none. */
export const dataOf = (body: Uint8Array): unknown => Wrapped.safeParse(parseBody(body)).data?.data;

/** `data` of an answer to a plain question; undefined: there is none. */
export const plainData = (answer: ProviderResponse): unknown =>
  answer?.status === 200 ? dataOf(answer.body) : undefined;

interface Named {
  ref: string;
  product: string;
  number: string;
}

/**
 * What an answer says of a sale; else why nothing. Both providers answer 200, and a no also with 400: any other status says nothing. What an
 * answer leaves out, empty here, contradicts nothing; what names another sale is about that one.
 */
export function readAbout<Output>(
  sale: Sale,
  answer: ProviderResponse,
  schema: z.ZodType<Output>,
  namesOf: (one: Output) => Named,
): { one: Output } | { one: null; code: string } {
  if (answer === null) return { one: null, code: 'no_answer' };
  if (answer.status !== 200 && answer.status !== 400) return { one: null, code: `http_${answer.status}` };
  const data = dataOf(answer.body);
  if (typeof data !== 'object' || data === null) return { one: null, code: 'no_data' };
  const { data: one } = schema.safeParse(data);
  return one === undefined || isAboutOther(sale, namesOf(one)) ? { one: null, code: 'other_transaction' } : { one };
}

const isAboutOther = (sale: Sale, { ref, product, number }: Named): boolean =>
  (ref !== '' && ref.toLowerCase() !== sale.refId) ||
  (product !== '' && product.toLowerCase() !== sale.product.toLowerCase()) ||
  (number !== '' && !sameCustomerNo(number, sale.number));

/** A serial number as it is stored; empty: none that can be used, or one that was cut. */
export const snOf = (sn: string): string => (sn.length < maxWords ? (usableSn(sn) ?? '') : '');

export const nothing = (code: string): Word => ({
  says: 'unclear',
  code,
  message: '',
  sn: '',
  cost: null,
  total: null,
  customerName: '',
});

/** A product of a list: what a provider does not say of it is null. */
export const listedProduct = (
  written: Pick<ListedProduct, 'product_code' | 'product_name' | 'kind' | 'category' | 'brand'> &
    Partial<ListedProduct> & { isActive: boolean },
): ListedProduct => {
  const { isActive, ...fields } = written;
  const nulls = { type: null, description: null, cost: null, admin: null, commission: null, stock: null };
  const status = isActive ? 'active' : 'inactive';
  return { ...nulls, start_cut_off: null, end_cut_off: null, status, ...fields };
};

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MEI', 'JUN', 'JUL', 'AGU', 'SEP', 'OKT', 'NOV', 'DES'];

/** One period of a bill, as both write it. */
export const Detail = z.looseObject({ periode: Words, nilai_tagihan: Figure, admin: Figure, denda: Figure });
export const periodsOf = (details: ReadonlyArray<z.output<typeof Detail>>) =>
  details.map(({ periode, nilai_tagihan: bill, denda, admin }) => ({
    period: periodOf(periode),
    value: bill + denda,
    admin,
  }));

/** A period of a bill as the spec writes it: "201901" is "JAN 2019". Any other stays as it came. */
function periodOf(text: string): string {
  const [, year, month] = /^(\d{4})-?(\d{2})$/.exec(text) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? text : `${name} ${year}`;
}

/** A time of day as the spec writes it, HH:mm:ss; null: none. */
export function timeOf(text: string): string | null {
  const [, hours, minutes, seconds = '00'] = /^(\d{1,2}):(\d{1,2})(?::(\d{2}))?$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}:${seconds}`;
}
