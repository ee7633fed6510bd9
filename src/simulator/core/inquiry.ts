import { answerAt } from './behaviours/parts.ts';
import { ordinary } from './behaviours/table.ts';
import { billOf } from './bill.ts';
import { brandOf, categoryOf } from './brands.ts';
import { customerName, masked } from './customer.ts';
import { answer, type Desk, refuse } from './desk.ts';
import type { SimulatedAnswer } from './http.ts';
import { isForSale } from './product.ts';

/** How long a bill can be paid after its inquiry. The interface shows no duration; this one is ours. */
const validMs = 30 * 60_000;

/** POST /billing/inquiry. */
export function inquiry(
  desk: Desk,
  asked: { product_code: string; customer_no: string },
  path: string,
): SimulatedAnswer {
  const item = desk.item(asked.product_code);
  if (item?.kind !== 'postpaid') return refuse(404, 'Produk pascabayar tidak ditemukan');
  if (!isForSale(item, desk)) return refuse(400, 'Produk sedang tidak dijual');
  const behaviour = desk.behaviourFor(item, asked.customer_no);
  const plan = behaviour?.inquiry ?? ordinary.inquiry;
  const before = desk.book.state.transactions.filter(
    (entry) => entry.product_code === item.code && entry.customer_no === asked.customer_no,
  );
  const gone = plan.goneOncePaid === true && before.some((entry) => entry.status === 'success');
  const found = plan.found !== false && !gone;
  const now = desk.clock.now();
  const bill = billOf(desk.seed, item, asked.customer_no, now, plan.periods);
  const price = found ? bill.total + (plan.dearerEachTime ?? 0) * before.length : 0;
  const name = found ? customerName(asked.customer_no) : '';
  const { id } = desk.book.nextId();
  desk.book.add({
    transaction_id: id,
    kind: 'bill',
    product_code: item.code,
    product_name: item.name,
    customer_no: asked.customer_no,
    customer_name: name,
    callback_url: null,
    behaviour: behaviour?.name ?? ordinary.name,
    acted: 0,
    status: found ? 'inquiry' : 'failed',
    price,
    sn: '',
    created_at: desk.book.moment(),
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
      status: found ? 'inquiry' : 'failed',
      message: found ? 'Tagihan ditemukan' : 'Tagihan tidak ditemukan atau sudah lunas',
      description: found ? { bill_sheet: bill.details.length, details: bill.details } : { bill_sheet: 0, details: [] },
    },
    { answering: plan.answers, path, acted: false, afterMs: (plan.answers?.at ?? answerAt) * desk.pace },
  );
}
