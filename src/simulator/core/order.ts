import type { OrderPlan, Status, Step, WebhookPlan } from './behaviour.ts';
import { answerAt } from './behaviours/parts.ts';
import { notForSale, ordinary } from './behaviours/table.ts';
import type { PrepaidItem } from './catalogue/product.ts';
import { customerName } from './customer.ts';
import { answer, type Desk, refuse, snSaid } from './desk.ts';
import type { SimulatedAnswer } from './http.ts';
import { isForSale } from './product.ts';
import { randomOf } from './random.ts';
import { serialNumber } from './serial-number.ts';
import type { LedgerEntry } from './state.ts';

const messages: Record<Status, string> = {
  pending: 'Transaksi sedang diproses',
  success: 'Transaksi sukses',
  failed: 'Transaksi gagal',
};

interface OrderRequest {
  product_code: string;
  customer_no: string;
  callback_url: string;
}

/** POST /order. Taken on as often as it is asked: the interface has no key that would tell a repeat. */
export function order(desk: Desk, asked: OrderRequest, path: string): SimulatedAnswer {
  const item = desk.item(asked.product_code);
  if (item?.kind !== 'prepaid') return refuse(404, 'Produk prabayar tidak ditemukan');
  const forSale = isForSale(item, desk);
  const behaviour = desk.behaviourFor(item, asked.customer_no);
  const plan = forSale ? (behaviour?.order ?? ordinary.order) : notForSale;
  const at = plan.answers.at ?? answerAt;
  const way = { answering: plan.answers, path, acted: plan.does.length > 0, afterMs: at * desk.pace };
  if (plan.does.length === 0) return answer({}, way);
  const taken = take(desk, item, asked, plan, forSale, behaviour?.name ?? ordinary.name);
  const status = plan.answers.status ?? lastStatus(plan.does, at);
  return answer(
    {
      transaction_id: taken.transaction_id,
      product_code: item.code,
      product_name: item.name,
      status,
      message: forSale ? messages[status] : 'Produk sedang tidak dijual',
    },
    way,
  );
}

function lastStatus(does: readonly Step[], at: number): Status {
  return does.findLast((step) => step.at === 0 || step.at < at)?.status ?? 'pending';
}

/** Writes the order into the book and everything that follows into the agenda. */
function take(
  desk: Desk,
  item: PrepaidItem,
  asked: OrderRequest,
  plan: OrderPlan,
  forSale: boolean,
  behaviour: string,
): LedgerEntry {
  const { id, number } = desk.book.nextId();
  const random = randomOf(`${desk.seed}/transaction/${number}`);
  const name = customerName(asked.customer_no);
  const sn = serialNumber(item.sn, random, name);
  const [first, ...later] = plan.does;
  const status = first?.status ?? 'pending';
  const entry: LedgerEntry = {
    transaction_id: id,
    kind: 'order',
    product_code: item.code,
    product_name: item.name,
    customer_no: asked.customer_no,
    customer_name: name,
    callback_url: asked.callback_url,
    behaviour,
    acted: forSale ? 1 : 0,
    status,
    price: item.cost,
    sn: snSaid(status, sn, first?.sn),
    created_at: desk.book.moment(),
    payable_until: null,
    history: [],
    webhooks: [],
  };
  desk.book.add(entry);
  const now = desk.clock.now();
  // One stretch for the whole order: later stays later.
  const stretch = (desk.pace * random.between(80, 120)) / 100;
  for (const step of later) {
    desk.agenda.add({
      kind: 'step',
      due: now + step.at * stretch,
      transaction_id: id,
      status: step.status,
      sn: snSaid(step.status, sn, step.sn),
    });
  }
  for (const webhook of plan.webhooks) {
    desk.agenda.add({
      kind: 'webhook',
      due: now + webhook.at * stretch,
      transaction_id: id,
      url: asked.callback_url,
      event: webhook.event ?? 'transaction.update',
      signed: webhook.signature !== 'wrong',
      body: notification(desk, entry, webhook, sn),
      attempt: 1,
    });
  }
  return entry;
}

/** Spec, Webhook notification, with the sample's two extra fields where the simulator is told to send them. */
export function notification(desk: Desk, entry: LedgerEntry, webhook: Omit<WebhookPlan, 'at'>, sn: string): string {
  const { transaction_id, product_name, customer_no, product_code, price } = entry;
  const { status } = webhook;
  const body = {
    transaction_id,
    product_name,
    customer_no,
    sn: snSaid(status, sn, webhook.sn),
    status,
    message: messages[status],
    ...(desk.sampleExtras ? { product_code, price } : {}),
  };
  return JSON.stringify(webhook.change ? webhook.change(body) : body);
}
