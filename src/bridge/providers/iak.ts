import { hash } from 'node:crypto';
import { z } from 'zod';
import type { ListedProduct } from '../../shared/wire/capabilities.ts';
import type {
  InquiryReading,
  Occasion,
  ProviderAdapter,
  ProviderRequest,
  ProviderResponse,
  Sale,
  WebhookReading,
  Word,
} from '../core/provider-adapter.ts';
import {
  Amount,
  Detail,
  dataOf,
  Figure,
  listedProduct,
  nothing,
  periodsOf,
  plainData,
  readAbout,
  snOf,
  Words,
} from './reading.ts';

/** IAK's prepaid (v2) and postpaid interfaces (api.iak.id). */

export interface IakOptions {
  /** ends in /api */
  prepaidUrl: string;
  /** the one address of bills, ending in /bill/check */
  postpaidUrl: string;
  username: string;
  apiKey: string;
}

/** Of a sale: 0 in process, 1 success, 2 failed; of a bill 0 not received, 3 in process. */
const Status = Words.transform((text) => (/^[0-3]$/.test(text) ? Number(text) : null));

const Transaction = z.looseObject({
  ref_id: Words,
  tr_id: Words,
  status: Status,
  /** prepaid */
  rc: Words,
  customer_id: Words,
  product_code: Words,
  /** postpaid; an older prepaid answer has hp and code too */
  response_code: Words,
  hp: Words,
  code: Words,
  tr_name: Words,
  message: Words,
  sn: Words,
  noref: Words,
  period: Words,
  nominal: Figure,
  admin: Figure,
  /** prepaid: what the deposit loses; of a bill what the customer pays */
  price: Amount,
  /** of a bill: what the deposit loses */
  selling_price: Amount,
  sign: Words,
  desc: z.unknown().optional(),
});
type Transaction = z.infer<typeof Transaction>;

const pendingCodes = new Set(['05', '39', '201']);
/** Never received, of a prepaid order and of a bill; believed when it is said again. */
const notReceived = new Set(['06', '42']);

const namesOf = (one: Transaction) => ({
  ref: one.ref_id,
  product: one.product_code || one.code,
  number: one.customer_id || one.hp,
});

/** By the status of a transaction. Only the answer to a bill's payment has none: there a success is plain by its code alone. */
function meaningOf({ kind }: Sale, { status, tr_id: id }: Transaction, code: string, occasion: Occasion): Word['says'] {
  if (notReceived.has(code)) return status === null || status === 0 ? 'look_again' : 'unclear';
  if (pendingCodes.has(code)) return status === 1 || status === 2 ? 'unclear' : 'pending';
  const isPayment = kind === 'bill' && occasion === 'purchase';
  if (status === 1 || (isPayment && status === null)) return code === '00' ? 'success' : 'unclear';
  if (status === 2) return code === '00' || code === '' ? 'unclear' : id === '' ? 'refused' : 'failed';
  if (kind === 'bill' && status === 0) return 'look_again';
  return status === null ? 'refused' : 'pending';
}

/** Reads an answer to an order, a payment or a check. HTTP 400 is a no of this request. */
function readWord(sale: Sale, answer: ProviderResponse, occasion: Occasion): Word {
  const read = readAbout(sale, answer, Transaction, namesOf);
  if (read.one === null) return nothing(read.code);
  const { one } = read;
  const code = one.response_code || one.rc;
  const says = meaningOf(sale, one, code, occasion);
  const isNo = says === 'refused' || says === 'look_again';
  const isNamed = one.ref_id !== '' || (sale.billKey !== '' && one.tr_id === sale.billKey);
  const isBelieved = isNo ? code !== '' : isNamed && (answer?.status === 200 || says === 'failed');
  // A no without a status needs the HTTP status of one.
  const isBare = says === 'refused' && one.status === null && answer?.status !== 400;
  if (!isBelieved || isBare) return nothing(`rc_${code}`.slice(0, 20));
  const amounts =
    sale.kind === 'bill' ? { cost: one.selling_price, total: one.price } : { cost: one.price, total: null };
  return { says, code, message: one.message, sn: snOf(one.sn || one.noref), ...amounts, customerName: one.tr_name };
}

const Description = z.looseObject({ tagihan: z.looseObject({ detail: z.array(Detail) }) });

function readInquiry(sale: Sale, answer: ProviderResponse): InquiryReading {
  const read = readAbout(sale, answer, Transaction, namesOf);
  if (read.one === null) return { says: 'unclear', code: read.code };
  const { one } = read;
  const code = one.response_code;
  if (code === '' || pendingCodes.has(code)) return { says: 'unclear', code };
  if (code !== '00') return { says: 'failed', message: one.message, code };
  const { selling_price: cost, price: total, tr_id: billKey, ref_id: ref } = one;
  if (cost === null || total === null || total <= 0 || billKey === '' || ref === '' || answer?.status !== 200)
    return { says: 'unclear', code: 'no_price' };
  const detail = Description.safeParse(one.desc).data?.tagihan.detail ?? [
    { periode: one.period, nilai_tagihan: one.nominal, admin: one.admin, denda: 0 },
  ];
  const periods = periodsOf(detail);
  const { message, tr_name: customerName } = one;
  return { says: 'bill', message, customerName, cost, total, sheets: periods.length, periods, billKey };
}

const ListedPrepaid = z.looseObject({
  product_code: Words.refine((code) => code !== ''),
  product_description: Words,
  product_nominal: Words,
  product_details: Words,
  product_price: Amount,
  product_type: Words,
  status: Words,
});
const ListedBill = z.looseObject({
  code: Words.refine((code) => code !== ''),
  name: Words,
  status: Words,
  fee: Amount,
  komisi: Amount,
  type: Words,
});
const items = z.array(z.unknown()).nullable().catch(null);
const Lists = z.looseObject({ pricelist: items, pasca: items });
function readPrepaid(item: unknown): ListedProduct[] {
  const { data } = ListedPrepaid.safeParse(item);
  if (data === undefined) return [];
  const { product_code, product_description: brand, product_nominal: nominal } = data;
  const words = { product_code, product_name: `${brand} ${nominal}`.trim(), brand, category: data.product_type };
  const isActive = data.status === 'active';
  return [
    listedProduct({ ...words, kind: 'prepaid', isActive, description: data.product_details, cost: data.product_price }),
  ];
}

function readBill(item: unknown): ListedProduct[] {
  const { data } = ListedBill.safeParse(item);
  if (data === undefined) return [];
  const { code: product_code, name: product_name, type: category, fee: admin, komisi: commission } = data;
  // Their hours for PLN: closed from 23:00 to 01:00 WIB (109).
  const hours = category.toLowerCase() === 'pln' ? { start_cut_off: '23:00:00', end_cut_off: '01:00:00' } : {};
  const words = { product_code, product_name, category, brand: category.toUpperCase() };
  return [listedProduct({ ...words, ...hours, kind: 'postpaid', isActive: data.status === '1', admin, commission })];
}

const Deposit = z.looseObject({ balance: Amount });
const Meter = z.looseObject({ status: Status, rc: Words, name: Words, segment_power: Words });

/** The adapter of IAK. A check only reads; a callback is a reason to check, because its sign covers neither status nor serial number. */
export function iak({ prepaidUrl, postpaidUrl, username, apiKey }: IakOptions): ProviderAdapter {
  const sign = (subject: string): string => hash('md5', username + apiKey + subject);
  const prepaid = (path: string, subject: string, body: object = {}): ProviderRequest => ({
    url: `${prepaidUrl}/${path}`,
    body: { username, ...body, sign: sign(subject) },
  });
  const postpaid = (commands: string, subject: string, body: object): ProviderRequest => ({
    url: postpaidUrl,
    body: { commands, username, ...body, sign: sign(subject) },
  });
  const readWebhook = (body: Uint8Array): WebhookReading => {
    const { data } = Transaction.safeParse(dataOf(body));
    if (data === undefined || data.ref_id === '') return { kind: 'malformed' };
    const signs = [sign(data.ref_id), sign(data.tr_id)];
    return signs.includes(data.sign) ? { kind: 'hint', refId: data.ref_id.toLowerCase() } : { kind: 'unverified' };
  };
  return {
    name: 'iak',
    checkBuys: false,
    order: ({ refId, product, number }) =>
      prepaid('top-up', refId, { ref_id: refId, customer_id: number, product_code: product }),
    check: ({ kind, refId }) =>
      kind === 'bill'
        ? postpaid('checkstatus', 'cs', { ref_id: refId })
        : prepaid('check-status', refId, { ref_id: refId }),
    inquire: ({ refId, product, number }) =>
      postpaid('inq-pasca', refId, {
        code: product,
        hp: number,
        ref_id: refId,
        ...(product.toLowerCase() === 'bpjs' ? { month: 1 } : {}),
      }),
    pay: ({ billKey }) => postpaid('pay-pasca', billKey, { tr_id: billKey }),
    readWord,
    readInquiry,
    readWebhook: (_header, body) => readWebhook(body),
    list: (kind) =>
      kind === 'prepaid'
        ? prepaid('pricelist', 'pl', { status: 'all' })
        : postpaid('pricelist-pasca', 'pl', { status: 'all' }),
    readList: (kind, answer) => {
      const lists = Lists.safeParse(plainData(answer)).data;
      return (kind === 'prepaid' ? lists?.pricelist?.flatMap(readPrepaid) : lists?.pasca?.flatMap(readBill)) ?? null;
    },
    balance: () => prepaid('check-balance', 'bl'),
    readBalance: (answer) => Deposit.safeParse(plainData(answer)).data?.balance ?? null,
    customerName: (product, number) =>
      product?.kind === 'prepaid' && product.category.toLowerCase() === 'pln'
        ? prepaid('inquiry-pln', number, { customer_id: number })
        : null,
    readCustomerName: (answer) => {
      const meter = answer === null ? undefined : Meter.safeParse(dataOf(answer.body)).data;
      if (answer?.status === 200 && meter?.rc === '00' && meter.status === 1 && meter.name !== '')
        return { name: meter.name, power: meter.segment_power };
      return meter?.status === 2 ? null : 'unclear';
    },
  };
}
