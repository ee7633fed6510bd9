import { z } from 'zod';
import { CustomerNameRequest } from '../../shared/wire/capabilities.ts';
import { answerAt } from './behaviours/behaviour.ts';
import { behaviourNamed, ordinary } from './behaviours/table.ts';
import { balance, capabilities, nameBehind, products, status } from './capabilities.ts';
import { Control } from './control.ts';
import { billOf, customerName, masked, randomOf, serialNumber } from './generated-data.ts';
import { answer, type OperationContext, refuse, snField } from './operation-context.ts';
import { brandOf, categoryOf, isForSale, order, product } from './order.ts';
import { jsonAnswer, type SimulatedAnswer, type SimulatedRequest } from './ports.ts';

/** How long a bill can be paid after its inquiry. The interface shows no duration; this one is ours. */
const validMs = 30 * 60_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const Text = z.string().min(1).max(200);

/** Exactly the documented parameters, all strings (spec, Endpoints): anything else is refused. */
const InquiryBody = z.strictObject({ product_code: Text, customer_no: Text });

const PayBody = z.strictObject({ transaction_id: Text, product_code: Text, customer_no: Text });

const OrderBody = z.strictObject({
  product_code: Text,
  customer_no: Text,
  callback_url: z.url({ protocol: /^https?$/ }).max(2000),
});

/** One request to the service, so that a test can count how often something was sent. */
export interface RecordedRequest {
  /** ISO 8601, UTC */
  at: string;
  method: string;
  path: string;
  status: number | 'dropped';
}

/** The service's four endpoints and what it has beyond them, under /v1; beside them /ledger, /requests and /control, which are the simulator's own. */
export function route(
  context: OperationContext,
  request: SimulatedRequest,
  recorded: RecordedRequest[],
  control: (command: Control) => string | null,
): SimulatedAnswer {
  const path = request.path.split('?')[0] ?? '';
  if (path === '/ledger' || path === '/requests') {
    if (request.method !== 'GET') return refuse(405, 'GET only');
    return jsonAnswer(
      200,
      path === '/ledger' ? { transactions: context.ledger.state.transactions } : { requests: recorded },
    );
  }
  if (path === '/control') return controlled(request, control);
  const answer = service(context, request, path);
  const result = answer.kind === 'drop' ? 'dropped' : answer.status;
  recorded.push({ at: context.ledger.moment(), method: request.method, path, status: result });
  return answer;
}

function controlled(request: SimulatedRequest, control: (command: Control) => string | null): SimulatedAnswer {
  if (request.method !== 'POST') return refuse(405, 'POST only');
  const read = readBody(Control, request.headers, request.body);
  if (!read.ok) return refuse(400, read.problem);
  const problem = control(read.value);
  return problem === null ? jsonAnswer(200, { done: true }) : refuse(400, problem);
}

function service(context: OperationContext, request: SimulatedRequest, path: string): SimulatedAnswer {
  const [, start = '', parameter = ''] = /^(\/v1\/(?:product|status)\/)([^/]+)$/.exec(path) ?? [];
  const key = start === '' ? path : `${start}*`;
  const [post, get] = [operations.get(key), questions.get(key)];
  const isOffered = context.hasCapabilities || !capabilityPaths.has(key);
  if ((!post && !get) || !isOffered) return refuse(404, 'Alamat tidak ditemukan');
  if (post && request.method === 'POST') return post(context, request, path);
  if (get && request.method === 'GET') return get(context, decoded(parameter), path);
  return refuse(405, 'Metode tidak didukung');
}

/** An operation whose body has that schema. */
const operation =
  <S extends z.ZodType>(
    schema: S,
    run: (context: OperationContext, input: z.output<S>, path: string) => SimulatedAnswer,
  ) =>
  (context: OperationContext, { headers, body }: SimulatedRequest, path: string): SimulatedAnswer => {
    const parsed = readBody(schema, headers, body);
    return parsed.ok ? run(context, parsed.value, path) : refuse(400, parsed.problem);
  };

const operations = new Map([
  ['/v1/order', operation(OrderBody, order)],
  ['/v1/billing/inquiry', operation(InquiryBody, inquiry)],
  ['/v1/billing/pay', operation(PayBody, pay)],
  ['/v1/customer-name', operation(CustomerNameRequest, nameBehind)],
]);

/** By path; one that ends in * has a parameter. */
const questions = new Map<string, (context: OperationContext, parameter: string, path: string) => SimulatedAnswer>([
  ['/v1/product/*', product],
  ['/v1/status/*', status],
  ['/v1/capabilities', capabilities],
  ['/v1/products', products],
  ['/v1/balance', balance],
]);

const capabilityPaths: ReadonlySet<string> = new Set([
  '/v1/customer-name',
  '/v1/status/*',
  '/v1/capabilities',
  '/v1/products',
  '/v1/balance',
]);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parsed body, or a sentence about its error. */
function readBody<S extends z.ZodType>(
  schema: S,
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
): { ok: true; value: z.output<S> } | { ok: false; problem: string } {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
    return { ok: false, problem: 'Content-Type must be application/json' };
  }
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(body));
  } catch {
    return { ok: false, problem: 'the body is not JSON' };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  return { ok: false, problem: problems.join('; ') };
}

/**
 * POST /billing/pay. A bill that was paid is paid again when asked again: nothing in the interface promises otherwise,
 * and the ledger's `acted` shows it.
 */
function pay(context: OperationContext, input: z.output<typeof PayBody>, path: string): SimulatedAnswer {
  const entry = context.ledger.find(input.transaction_id);
  const item = context.item(input.product_code);
  if (entry?.kind !== 'bill' || item?.kind !== 'postpaid') return refuse(404, 'Transaksi tidak ditemukan');
  if (entry.product_code !== item.code || entry.customer_no !== input.customer_no) {
    return refuse(400, 'Transaksi tidak cocok dengan produk atau nomor pelanggan');
  }
  const neverFound = entry.history[0]?.status === 'failed';
  if (neverFound) return refuse(400, 'Tagihan tidak dapat dibayar');
  if (context.clock.now() >= (entry.payable_until ?? 0)) return refuse(400, 'Transaksi sudah kedaluwarsa');
  // An inquiry's own row still holds, unless something else was asked for by hand in between.
  const behaviour = context.behaviourFor(item, input.customer_no) ?? behaviourNamed(entry.behaviour);
  const plan = behaviour?.pay ?? ordinary.pay;
  const [step] = plan.does;
  const way = {
    answering: plan.answers,
    path,
    acted: step !== undefined,
    afterMs: (plan.answers?.at ?? answerAt) * context.pace,
    wrap: (resource: unknown) => ({ data: resource }),
  };
  if (!step) return answer({}, way);
  const random = randomOf(`${context.seed}/payment/${entry.transaction_id}/${entry.acted}`);
  const sn = snField(step.status, serialNumber(item.sn, random, entry.customer_name), step.sn);
  entry.acted += 1;
  entry.price += plan.dearer ?? 0;
  context.ledger.move(entry, step.status, sn);
  const paid = step.status === 'success';
  return answer(
    {
      transaction_id: entry.transaction_id,
      product_code: item.code,
      brand: brandOf(item),
      category: categoryOf(item),
      customer_no: entry.customer_no,
      customer_name: entry.customer_name,
      price: entry.price,
      sn,
      status: paid ? 'Sukses' : 'Gagal',
      message: paid ? 'Pembayaran sukses' : 'Pembayaran gagal',
    },
    way,
  );
}

/** POST /billing/inquiry. */
function inquiry(context: OperationContext, input: z.output<typeof InquiryBody>, path: string): SimulatedAnswer {
  const item = context.item(input.product_code);
  if (item?.kind !== 'postpaid') return refuse(404, 'Produk pascabayar tidak ditemukan');
  if (!isForSale(item, context)) return refuse(400, 'Produk sedang tidak dijual');
  const behaviour = context.behaviourFor(item, input.customer_no);
  const plan = behaviour?.inquiry ?? ordinary.inquiry;
  const before = context.ledger.state.transactions.filter(
    (entry) => entry.product_code === item.code && entry.customer_no === input.customer_no,
  );
  const gone = plan.goneOncePaid === true && before.some((entry) => entry.status === 'success');
  const isFound = plan.isFound !== false && !gone;
  const now = context.clock.now();
  const bill = billOf(context.seed, item, input.customer_no, now, plan.periods);
  const price = isFound ? bill.total + (plan.dearerEachTime ?? 0) * before.length : 0;
  const name = isFound ? customerName(input.customer_no) : '';
  const { id } = context.ledger.nextId();
  context.ledger.add({
    transaction_id: id,
    kind: 'bill',
    product_code: item.code,
    product_name: item.name,
    customer_no: input.customer_no,
    customer_name: name,
    callback_url: null,
    behaviour: behaviour?.name ?? ordinary.name,
    acted: 0,
    status: isFound ? 'inquiry' : 'failed',
    price,
    sn: '',
    created_at: context.ledger.moment(),
    payable_until: now + (plan.validMs ?? validMs),
    history: [],
    webhooks: [],
  });
  return answer(
    {
      transaction_id: id,
      product_code: item.code,
      brand: brandOf(item),
      category: categoryOf(item),
      customer_name: masked(name),
      price,
      status: isFound ? 'inquiry' : 'failed',
      message: isFound ? 'Tagihan ditemukan' : 'Tagihan tidak ditemukan atau sudah lunas',
      description: isFound
        ? { bill_sheet: bill.details.length, details: bill.details }
        : { bill_sheet: 0, details: [] },
    },
    { answering: plan.answers, path, acted: false, afterMs: (plan.answers?.at ?? answerAt) * context.pace },
  );
}
