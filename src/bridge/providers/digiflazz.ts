import { createHmac, hash, timingSafeEqual } from 'node:crypto';
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
  parseBody,
  periodsOf,
  plainData,
  readAbout,
  snOf,
  timeOf,
  Words,
} from './reading.ts';

/** Digiflazz's buyer interface (developer.digiflazz.com/api/buyer). */

export interface DigiflazzOptions {
  /** ends in /v1 */
  baseUrl: string;
  username: string;
  apiKey: string;
  /** of the webhook, as it was set on their page; null: no webhook is believed */
  webhookSecret: string | null;
  /** the key is a development key: nothing is bought */
  testing: boolean;
}

/** Their codes by what they say of a purchase. Any other is unclear, 49 among them: an earlier request may have arrived. */
const meanings: ReadonlyArray<readonly [says: Exclude<Word['says'], 'unclear'>, codes: string]> = [
  ['success', '00'],
  ['pending', '03 99'],
  ['look_again', '01 50 70'],
  ['refused', '40 41 42 43 44 45 47 56 61 62 63 64 65 66 67 68 69 80 81 82 83 87 88'],
  ['failed', '02 51 52 53 54 55 57 58 59 60 71 72 73 84 85 86'],
  ['refunded', '74'],
];
const meaningOf = new Map(meanings.flatMap(([says, codes]) => codes.split(' ').map((code) => [code, says] as const)));

/** The word that a meaning comes with. */
const statusOf: Readonly<Record<Exclude<Word['says'], 'unclear'>, string>> = {
  success: 'sukses',
  pending: 'pending',
  look_again: 'gagal',
  refused: 'gagal',
  failed: 'gagal',
  refunded: 'gagal',
};

/** Also written as a number. None is no code: padded it would be that of success. */
const Code = Words.transform((code) => (code === '' ? '' : code.padStart(2, '0')));

const Transaction = z.looseObject({
  ref_id: Words,
  customer_no: Words,
  buyer_sku_code: Words,
  customer_name: Words,
  message: Words,
  status: Words.transform((word) => word.toLowerCase()),
  rc: Code,
  sn: Words,
  /** what the deposit loses, also of a bill */
  price: Amount,
  /** of a bill: what the customer owes */
  selling_price: Amount,
  desc: z.unknown().optional(),
});
type Transaction = z.infer<typeof Transaction>;

const Details = z
  .looseObject({ lembar_tagihan: Figure, detail: z.array(Detail).catch([]) })
  .catch({ lembar_tagihan: 0, detail: [] });

const flag = z.boolean().catch(false);
const listed = {
  buyer_sku_code: Words.refine((code) => code !== ''),
  product_name: Words,
  category: Words,
  brand: Words,
  buyer_product_status: flag,
  seller_product_status: flag,
  desc: Words,
};
const ListedPrepaid = z.looseObject({
  ...listed,
  type: Words,
  price: Amount,
  unlimited_stock: flag,
  stock: Amount,
  start_cut_off: Words,
  end_cut_off: Words,
});
const ListedBill = z.looseObject({ ...listed, admin: Amount, commission: Amount });

const Deposit = z.looseObject({ deposit: Amount });
const Meter = z.looseObject({
  rc: Code,
  status: Words.transform((word) => word.toLowerCase()),
  name: Words,
  segment_power: Words,
});

const namesOf = ({ ref_id: ref, buyer_sku_code: product, customer_no: number }: Transaction) => ({
  ref,
  product,
  number,
});

/** Reads an answer, and the body of a webhook. */
function readWord(sale: Sale, answer: ProviderResponse, occasion: Occasion): Word {
  const read = readAbout(sale, answer, Transaction, namesOf);
  if (read.one === null) return nothing(read.code);
  const {
    rc: code,
    status,
    message,
    sn,
    price,
    selling_price: owed,
    customer_name: customerName,
    ref_id: ref,
  } = read.one;
  const says = meaningOf.get(code);
  if (says === undefined) return nothing(`rc_${code}`.slice(0, 20));
  // A refusal before anything was made need name neither the order nor a status.
  const agrees = status === statusOf[says] || (says === 'refused' && status === '');
  if (!agrees) return nothing(`rc_${code}_${status}`.slice(0, 20));
  if (ref === '' && says !== 'refused') return nothing(`rc_${code}_no_ref`);
  if (answer?.status === 400 && (says === 'success' || says === 'pending')) return nothing(`rc_${code}_http_400`);
  // A bill's inquiry is a success of the same ref. It has no serial number, which a payment always has.
  const mayBeInquiry = sale.kind === 'bill' && occasion !== 'purchase' && says === 'success' && snOf(sn) === '';
  if (mayBeInquiry) return nothing(`rc_${code}_no_sn`);
  const total = sale.kind === 'bill' ? owed : null;
  return { says, code, message, sn: snOf(sn), cost: price, total, customerName };
}

/** Reads the answer to an inquiry: nothing is bought by it, so that every no is one. */
function readInquiry(sale: Sale, answer: ProviderResponse): InquiryReading {
  const { says, code, message } = readWord(sale, answer, 'purchase');
  if (says !== 'success' && says !== 'pending' && says !== 'unclear') return { says: 'failed', message, code };
  const { one } = readAbout(sale, answer, Transaction, namesOf);
  if (one === null || says !== 'success') return { says: 'unclear', code };
  const { price: cost, selling_price: total, customer_name: customerName } = one;
  if (cost === null || total === null || total <= 0) return { says: 'unclear', code: 'no_price' };
  const { lembar_tagihan: sheets, detail } = Details.parse(one.desc ?? {});
  const periods = periodsOf(detail);
  return { says: 'bill', message, customerName, cost, total, sheets: sheets || periods.length, periods, billKey: '' };
}

/** Whether their signature is that of these bytes (X-Hub-Signature: sha1=HEX). */
function isSigned(secret: string, body: Uint8Array, header: string | null): boolean {
  const expected = Buffer.from(`sha1=${createHmac('sha1', secret).update(body).digest('hex')}`, 'latin1');
  const actual = Buffer.from((header ?? '').toLowerCase(), 'latin1');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** A ping has no data, and holds the secret: nothing of it is looked at. */
function readWebhook(secret: string | null, signature: string | null, body: Uint8Array): WebhookReading {
  const parsed = parseBody(body);
  const isPing = typeof parsed === 'object' && parsed !== null && !('data' in parsed);
  if (isPing) return { kind: 'ping' };
  if (secret === null || !isSigned(secret, body, signature)) return { kind: 'unverified' };
  const refId = Transaction.safeParse(dataOf(body)).data?.ref_id.toLowerCase() ?? '';
  return refId === '' ? { kind: 'malformed' } : { kind: 'word', refId };
}

function readPrepaid(item: unknown): ListedProduct[] {
  const { data } = ListedPrepaid.safeParse(item);
  if (data === undefined) return [];
  const [start, end] = [timeOf(data.start_cut_off), timeOf(data.end_cut_off)];
  const hasCutOff = start !== null && end !== null && start !== end;
  const stock = data.unlimited_stock ? null : data.stock;
  const product = {
    ...commonOf(data),
    kind: 'prepaid' as const,
    isActive: data.buyer_product_status && data.seller_product_status && stock !== 0,
    type: data.type,
    cost: data.price,
    stock,
  };
  return [listedProduct({ ...product, ...(hasCutOff ? { start_cut_off: start, end_cut_off: end } : {}) })];
}

function readBill(item: unknown): ListedProduct[] {
  const { data } = ListedBill.safeParse(item);
  if (data === undefined) return [];
  const { admin, commission } = data;
  const isActive = data.buyer_product_status && data.seller_product_status;
  return [listedProduct({ ...commonOf(data), kind: 'postpaid', isActive, admin, commission })];
}

const commonOf = (item: z.output<typeof ListedBill> | z.output<typeof ListedPrepaid>) => ({
  product_code: item.buyer_sku_code,
  product_name: item.product_name,
  category: item.category,
  brand: item.brand,
  description: item.desc,
});

/** The adapter of Digiflazz. A check of a prepaid order is the order once more. */
export function digiflazz({ baseUrl, username, apiKey, webhookSecret, testing }: DigiflazzOptions): ProviderAdapter {
  const sign = (subject: string): string => hash('md5', username + apiKey + subject);
  const transaction = (sale: Sale, command: string | null): ProviderRequest => ({
    url: `${baseUrl}/transaction`,
    body: {
      ...(command === null ? {} : { commands: command }),
      username,
      buyer_sku_code: sale.product,
      customer_no: sale.number,
      ref_id: sale.refId,
      ...(testing ? { testing: true } : {}),
      sign: sign(sale.refId),
    },
  });
  const order = (sale: Sale): ProviderRequest => transaction(sale, null);
  return {
    name: 'digiflazz',
    checkBuys: true,
    order,
    inquire: (sale) => transaction(sale, 'inq-pasca'),
    pay: (sale) => transaction(sale, 'pay-pasca'),
    check: (sale) => (sale.kind === 'bill' ? transaction(sale, 'status-pasca') : order(sale)),
    readWord,
    readInquiry,
    readWebhook: (header, body) => readWebhook(webhookSecret, header('x-hub-signature'), body),
    list: (kind) => ({
      url: `${baseUrl}/price-list`,
      body: { cmd: kind === 'prepaid' ? 'prepaid' : 'pasca', username, sign: sign('pricelist') },
    }),
    readList: (kind, answer) => {
      const data = plainData(answer);
      return Array.isArray(data) ? data.flatMap(kind === 'prepaid' ? readPrepaid : readBill) : null;
    },
    balance: () => ({ url: `${baseUrl}/cek-saldo`, body: { cmd: 'deposit', username, sign: sign('depo') } }),
    readBalance: (answer) => Deposit.safeParse(plainData(answer)).data?.deposit ?? null,
    customerName: (product, number) =>
      product?.kind === 'prepaid' && product.brand.toUpperCase() === 'PLN'
        ? { url: `${baseUrl}/inquiry-pln`, body: { username, customer_no: number, sign: sign(number) } }
        : null,
    readCustomerName: (answer) => {
      const isRead = answer?.status === 200 || answer?.status === 400;
      const meter = isRead ? Meter.safeParse(dataOf(answer.body)).data : undefined;
      if (answer?.status === 200 && meter?.rc === '00' && meter.status === 'sukses' && meter.name !== '')
        return { name: meter.name, power: meter.segment_power };
      // A wrong key or address says nothing of the meter.
      return meter !== undefined && meaningOf.get(meter.rc) === 'failed' ? null : 'unclear';
    },
  };
}
