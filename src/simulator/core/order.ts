import { isInCutOff, readCutOff } from '../../shared/domain/cut-off.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { answerAt, type OrderPlan, type Status, type Step, type WebhookPlan } from './behaviours/behaviour.ts';
import { behaviourNamed, notForSale, ordinary } from './behaviours/table.ts';
import type { CutOff, Item, PrepaidItem } from './catalogue.ts';
import { customerName, providerZone, randomOf, serialNumber } from './generated-data.ts';
import type { LedgerEntry } from './ledger.ts';
import { answer, type OperationContext, refuse, snField } from './operation-context.ts';
import type { SimulatedAnswer } from './ports.ts';

const messages: Record<Status, string> = {
  pending: 'Transaksi sedang diproses',
  success: 'Transaksi sukses',
  failed: 'Transaksi gagal',
};

type OrderRequest = Record<'product_code' | 'customer_no' | 'callback_url', string>;

/** POST /order. Every request is carried out: the interface has no idempotency key. */
export function order(context: OperationContext, request: OrderRequest, path: string): SimulatedAnswer {
  const item = context.item(request.product_code);
  if (item?.kind !== 'prepaid') return refuse(404, 'Produk prabayar tidak ditemukan');
  const forSale = isForSale(item, context);
  const behaviour = context.behaviourFor(item, request.customer_no);
  const plan = forSale ? (behaviour?.order ?? ordinary.order) : notForSale;
  const at = plan.answers.at ?? answerAt;
  const options = { answering: plan.answers, path, acted: plan.does.length > 0, afterMs: at * context.pace };
  if (plan.does.length === 0) return answer({}, options);
  const entry = accept(context, item, request, plan, forSale, behaviour?.name ?? ordinary.name);
  const status = plan.answers.status ?? lastStatus(plan.does, at);
  return answer(
    {
      transaction_id: entry.transaction_id,
      product_code: item.code,
      product_name: item.name,
      status,
      message: forSale ? messages[status] : 'Produk sedang tidak dijual',
    },
    options,
  );
}

function lastStatus(does: readonly Step[], at: number): Status {
  return does.findLast((step) => step.at === 0 || step.at < at)?.status ?? 'pending';
}

/** Adds the order to the ledger and schedules its changes and webhooks. */
function accept(
  context: OperationContext,
  item: PrepaidItem,
  request: OrderRequest,
  plan: OrderPlan,
  forSale: boolean,
  behaviour: string,
): LedgerEntry {
  const { id, number } = context.ledger.nextId();
  const random = randomOf(`${context.seed}/transaction/${number}`);
  const name = customerName(request.customer_no);
  const sn = serialNumber(item.sn, random, name);
  const [first, ...later] = plan.does;
  const status = first?.status ?? 'pending';
  const entry: LedgerEntry = {
    transaction_id: id,
    kind: 'order',
    product_code: item.code,
    product_name: item.name,
    customer_no: request.customer_no,
    customer_name: name,
    callback_url: request.callback_url,
    behaviour,
    acted: forSale ? 1 : 0,
    status,
    price: item.cost,
    sn: snField(status, sn, first?.sn),
    created_at: context.ledger.moment(),
    payable_until: null,
    history: [],
    webhooks: [],
  };
  context.ledger.add(entry);
  const now = context.clock.now();
  // One factor for the whole order keeps the sequence of events.
  const stretch = (context.pace * random.between(80, 120)) / 100;
  for (const step of later) {
    context.scheduler.add({
      kind: 'step',
      due: now + step.at * stretch,
      transaction_id: id,
      status: step.status,
      sn: snField(step.status, sn, step.sn),
    });
  }
  for (const webhook of plan.webhooks) {
    context.scheduler.add({
      kind: 'webhook',
      due: now + webhook.at * stretch,
      transaction_id: id,
      url: request.callback_url,
      event: webhook.event ?? 'transaction.update',
      signed: webhook.signature !== 'wrong',
      body: notification(context, entry, webhook, sn),
      attempt: 1,
    });
  }
  return entry;
}

/** Spec, Webhook notification, optionally with the sample's two extra fields. */
export function notification(
  context: OperationContext,
  entry: LedgerEntry,
  webhook: Omit<WebhookPlan, 'at'>,
  sn: string,
): string {
  const { transaction_id, product_name, customer_no, product_code, price } = entry;
  const { status } = webhook;
  const body = {
    transaction_id,
    product_name,
    customer_no,
    sn: snField(status, sn, webhook.sn),
    status,
    message: messages[status],
    ...(context.sampleExtras ? { product_code, price } : {}),
  };
  return JSON.stringify(webhook.change ? webhook.change(body) : body);
}

const hour = 3_600_000;

/** Start and end of the cut-off, HH:mm:ss in the provider's zone; 00:00:00 twice for none. */
function cutOffAt(cutOff: CutOff, now: number): { start: string; end: string } {
  if (cutOff === null) return { start: '00:00:00', end: '00:00:00' };
  if (cutOff !== 'now') return cutOff;
  return { start: wallClock(now - hour, providerZone).time, end: wallClock(now + hour, providerZone).time };
}

/** The cut-off of a product as it is named now. */
export const cutOffOf = ({ cutOff }: PrepaidItem, now: number) => cutOffAt(cutOff, now);

/** Whether an order of the product is accepted now. */
export function isForSale(item: Item, context: OperationContext): boolean {
  if (!context.isActive(item)) return false;
  if (item.kind === 'postpaid') return true;
  const now = context.clock.now();
  const { start, end } = cutOffAt(item.cutOff, now);
  return !isInCutOff(readCutOff(start, end), wallClock(now, providerZone).time);
}

/** GET /product/{product_code} (spec, Product, in its two shapes). */
export function product(context: OperationContext, productCode: string, path: string): SimulatedAnswer {
  const item = context.item(productCode);
  if (!item) return refuse(404, 'Produk tidak ditemukan');
  const answering = item.behaviour === null ? undefined : behaviourNamed(item.behaviour)?.product;
  const afterMs = (answering?.at ?? answerAt / 2) * context.pace;
  return answer(resourceOf(item, context), { answering, path, acted: false, afterMs });
}

function resourceOf(item: Item, context: OperationContext): Record<string, unknown> {
  const common = {
    product_code: item.code,
    product_name: item.name,
    type: item.type,
    Status: context.isActive(item) ? 'active' : 'inactive',
    description: item.description,
  };
  if (item.kind === 'postpaid') {
    const { admin, commission } = item;
    return { ...common, Category: categoryOf(item), Brand: brandOf(item), admin, commission };
  }
  const { start, end } = cutOffAt(item.cutOff, context.clock.now());
  return {
    ...common,
    category: categoryOf(item),
    brand: brandOf(item),
    start_cut_off: start,
    end_cut_off: end,
  };
}

/** Spec, Brand object and Category object. */
export const brandOf = (item: { brand: string }) => ({
  name: item.brand,
  logo: `https://logo.example/${item.brand.toLowerCase()}.png`,
});

export const categoryOf = (item: { category: string }) => ({ name: item.category });
