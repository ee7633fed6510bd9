import { canBeRefusalWord, leavesDoubt, statusWord } from '../../shared/domain/provider-answer.ts';
import { isPlaceholder } from '../../shared/domain/transaction.ts';
import type {
  Balance,
  CapabilityName,
  CustomerName,
  CustomerNameRequest,
  ProductList,
  SaleStatus,
} from '../../shared/wire/capabilities.ts';
import {
  Envelope,
  parseProviderJson,
  type Reading,
  readWire,
  saysSuccess,
  type WireFault,
} from '../../shared/wire/fields.ts';
import type {
  InquiryResult,
  OrderResult,
  PaymentResult,
  PostpaidProduct,
  PrepaidProduct,
} from '../../shared/wire/provider.ts';

const subject = 'transaction|transaksi|trans|trxn|trx|tx|tr|order|payment|invoice|reff|ref|reference|referensi';

const transactionKeys = [
  /^(?:id|uuid|sn|serialnumber|(?:no)?ref|(?:no)?reff|reference|referensi|trx|transaction|transaksi|invoice)$/,
  new RegExp(`(?:${subject}|server|client|biller|partner)(?:id|no|num|nomor|number|code|kode|ref)$`),
  new RegExp(`^(?:id|no|nomor)(?:${subject})`),
];

/**
 * Keys under which services of this trade name a transaction, in any spelling: transaction_id, trxId, REF_ID, reference, sn. Keys that
 * name a request or a customer ("request_id", "customer_id") are not among them.
 */
const isTransactionKey = (key: string): boolean => transactionKeys.some((form) => form.test(key));

/** States of a sale that failed (spec, States), whatever the owner's list says. */
const failedStates = new Set(['failed', 'gagal']);

const isStatusKey = (key: string): boolean => key === 'state' || (key.endsWith('status') && !key.startsWith('http'));

const isYesKey = (key: string): boolean => /^(?:is)?(?:ok|success|sukses|berhasil|paid|processed)$/.test(key);

const textKey =
  /message|msg|pesan|keterangan|reason|alasan|error|detail|desc|info|note|catatan|remark|respon|text|title/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The meaning of a whole HTTP response, without the bodies. */
type Verdict<T> =
  | { kind: 'answered'; value: T; faults: WireFault[] }
  | { kind: 'refused'; message: string; status: number }
  | { kind: 'unclear'; reason: string; status: number; faults: WireFault[] };

/** Accepted refusals: HTTP codes, and words of an envelope's status in lower case. */
export interface Refusals {
  codes: ReadonlySet<number>;
  words: ReadonlySet<string>;
}

/**
 * Reads an answer as architecture and spec allow: an outcome is believed only when every part of the answer agrees with
 * it, and everything else is unclear. Never throws.
 */
export function classifyResponse<T>(
  answer: { status: number; body: Uint8Array },
  operation: Operation<T>,
  believed: Refusals,
): Verdict<T> {
  const { status } = answer;
  const unclear = (reason: string, faults: WireFault[] = []): Verdict<T> => ({
    kind: 'unclear',
    reason,
    status,
    faults,
  });

  const json = readJson(answer.body);
  if (!json.ok) return unclear('the answer is not JSON');
  const envelope = readWire(Envelope, json.value);
  if (!envelope.ok) return unclear('the answer has no envelope', envelope.faults);

  const isOk = status >= 200 && status <= 299;
  const refusing = believed.codes.has(status);
  const success = saysSuccess(envelope.value);
  if (!(isOk || (refusing && !success))) return unclear(`HTTP ${status}`, envelope.faults);

  if (!success) {
    const refusal = { status: envelope.value.status, whole: json.value };
    const no = operation.movesMoney ? saysOnlyNo(refusal, believed.words) : mayBeNo(refusal);
    if (!no) return unclear('the answer is no clear refusal', envelope.faults);
    if (!namesTransaction(json.value)) {
      if (!refusing) return unclear(`refused with HTTP ${status}`, envelope.faults);
      if (operation.movesMoney && speaksOfDoubt(json.value)) {
        return unclear('the refusal speaks of a sale that goes on', envelope.faults);
      }
      return { kind: 'refused', message: envelope.value.message, status };
    }
  }
  const reading = operation.read(envelope.value.data);
  const faults = [...envelope.faults, ...reading.faults];
  if (!reading.ok) return unclear('the answer lacks what its outcome needs', faults);
  if (!success && !operation.failed(reading.value)) return unclear('the answer contradicts itself', faults);
  const mismatch = operation.mismatch(reading.value);
  if (mismatch !== null) return unclear(mismatch, faults);
  if (!success) faults.push({ path: 'status', problem: 'is not "success", though the data has a result' });
  return { kind: 'answered', value: reading.value, faults: [...faults, ...operation.oddities(reading.value)] };
}

/** The result of parsing a body as JSON. */
type JsonReading = { ok: true; value: unknown } | { ok: false };

/** Parses a body as JSON in UTF-8, with or without a byte order mark. Never throws; the last of duplicate keys wins. */
function readJson(body: Uint8Array): JsonReading {
  try {
    const value = parseProviderJson(utf8.decode(body));
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}

/** An answer with its envelope's status, and as parsed: the envelope drops unknown fields. */
interface Answer {
  status: string;
  whole: unknown;
}

/** Whether the answer or anything in its data names a transaction. The provider created something then, so it is no refusal. */
function namesTransaction(answer: unknown): boolean {
  for (const { key, value, isText } of partsOf(answer)) {
    // An error has an id of its own, and a message may be an object by language.
    if (!isTransactionKey(key) || (isText && key === 'id')) continue;
    if (typeof value === 'string' ? !isPlaceholder(value) : typeof value === 'number' && value !== 0) return true;
  }
  return false;
}

/**
 * Whether every state in an answer other than success is a refusal: its envelope's status is one of the words, and no state in
 * its data is one of a sale in progress.
 */
function saysOnlyNo(answer: Answer, words: ReadonlySet<string>): boolean {
  if (!words.has(statusWord(answer.status))) return false;
  return partsOf(answer.whole).every(
    ({ key, value }) => (!isStatusKey(key) || isNo(value, words)) && !(isYesKey(key) && value === true),
  );
}

/** Whether any text in an answer describes a sale as in progress or done. */
function speaksOfDoubt(answer: unknown): boolean {
  return partsOf(answer).some(
    ({ key, value, isText }) => (isText || key === 'data') && typeof value === 'string' && leavesDoubt(value),
  );
}

/** The same for a request that moves no money: any word that does not mean processing, success or pending may be a refusal. */
function mayBeNo(answer: Answer): boolean {
  if (!canBeRefusalWord(answer.status)) return false;
  for (const { key, value } of partsOf(answer.whole)) {
    if (isStatusKey(key) && typeof value === 'string' && !canBeRefusalWord(value)) return false;
  }
  return true;
}

function isNo(value: unknown, words: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return words.has(statusWord(value)) || failedStates.has(statusWord(value));
  return value === null || value === false || typeof value === 'object';
}

interface Field {
  /** in lower case, letters and digits only */
  key: string;
  value: unknown;
  /** it is meant to be read by a person */
  isText: boolean;
}

/** Every field of an answer with its key, at any depth. */
function partsOf(answer: unknown): Field[] {
  const parts: Field[] = [{ key: '', value: answer, isText: false }];
  // It grows while it is gone through. Not by recursion: an answer may be nested deeper than the stack.
  for (const { key: outer, value, isText } of parts) {
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [name, inner] of Object.entries(value)) {
      const key = isList ? outer : name.toLowerCase().replace(/[^a-z0-9]/g, '');
      parts.push({ key, value: inner, isText: isText || textKey.test(key) });
    }
  }
  return parts;
}

/** One operation of the interface: its request, and how its answer is parsed. */
export interface Operation<T> {
  method: 'GET' | 'POST';
  /** below {base_url}, each part encoded */
  path: string;
  /** exactly the documented fields, or null for none */
  body: Readonly<Record<string, string>> | null;
  /** true when the other side may act on it: asked once, by construction (see SafeOperation) */
  movesMoney: boolean;
  /** reads the envelope's data; paths of faults begin with "data" */
  read(data: unknown): Reading<T>;
  /** whether the result itself reports a failure, so that an envelope other than success agrees with it */
  failed(value: T): boolean;
  /** why a readable result must not be believed, or null */
  mismatch(value: T): string | null;
  /** oddities of an accepted result that do not change the outcome */
  oddities(value: T): WireFault[];
}

/** A question that changes nothing over there, so that asking it again costs nothing. */
export interface SafeOperation<T> extends Operation<T> {
  movesMoney: false;
}

/** The path below which a reading's faults were found, put in front of each. */
export function below<T>(path: string, reading: Reading<T>): Reading<T> {
  const faults = reading.faults.map((fault) => ({
    ...fault,
    path: fault.path === '' ? path : `${path}.${fault.path}`,
  }));
  return { ...reading, faults };
}

/**
 * The outcome of a request to the payment service. `sent` and `answer` are the raw bodies, for the journal.
 * - answered: readable, with everything its outcome needs; `faults` names other documented fields that were not right
 * - refused: a readable envelope with a known refusal only, no transaction, and an accepted HTTP code
 * - unclear: it may have acted (no whole answer, or an unreadable or contradictory one)
 * - never_sent: it certainly received nothing
 */
export type ProviderOutcome<T> =
  | { kind: 'answered'; value: T; faults: WireFault[]; sent: Uint8Array; answer: Uint8Array }
  | { kind: 'refused'; message: string; status: number; sent: Uint8Array; answer: Uint8Array }
  | {
      kind: 'unclear';
      reason: string;
      status: number | null;
      faults: WireFault[];
      sent: Uint8Array;
      answer: Uint8Array | null;
      /** after the time limit, while the answer is still read: its outcome; never rejects */
      late?: Promise<ProviderOutcome<T>>;
    }
  | { kind: 'never_sent'; reason: string; sent: Uint8Array };

export type ProductAnswer =
  | { kind: 'prepaid'; product: PrepaidProduct }
  | { kind: 'postpaid'; product: PostpaidProduct };

/** What a service may have beyond the spec. Each question changes nothing there, and is for services that offer it. */
export interface CapabilityClient {
  /** Whether the service offers it. Asked once for a connection; without an answer no, and asked again after 5 minutes. Never rejects. */
  offers(name: CapabilityName): Promise<boolean>;
  /** GET /status/{ref}: what became of a sale of this counter. @param ref an order's own id, or the transaction_id of a bill */
  status(ref: string): Promise<ProviderOutcome<SaleStatus>>;
  /** GET /balance */
  balance(): Promise<ProviderOutcome<Balance>>;
  /** GET /products */
  products(): Promise<ProviderOutcome<ProductList>>;
  /** POST /customer-name */
  customerName(request: CustomerNameRequest): Promise<ProviderOutcome<CustomerName>>;
}

/** The payment service (spec/payment-service.md). Order and pay leave at most once for each call. */
export interface Provider {
  /** GET /product/{product_code}; asked again a little later when nothing came back, since it changes nothing. */
  product(productCode: string): Promise<ProviderOutcome<ProductAnswer>>;
  /** POST /billing/inquiry; asked again only when it was never sent. */
  inquiry(request: { productCode: string; customerNo: string }): Promise<ProviderOutcome<InquiryResult>>;
  /** POST /billing/pay, once. An answer about another transaction or customer is unclear. */
  pay(request: {
    transactionId: string;
    productCode: string;
    customerNo: string;
  }): Promise<ProviderOutcome<PaymentResult>>;
  /** POST /order, once. */
  order(request: {
    productCode: string;
    customerNo: string;
    callbackUrl: string;
  }): Promise<ProviderOutcome<OrderResult>>;
  readonly capabilities: CapabilityClient;
}
