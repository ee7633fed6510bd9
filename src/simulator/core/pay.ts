import { answerAt } from './behaviours/parts.ts';
import { behaviourNamed, ordinary } from './behaviours/table.ts';
import { brandOf, categoryOf } from './brands.ts';
import { answer, type Desk, refuse, snSaid } from './desk.ts';
import type { SimulatedAnswer } from './http.ts';
import { randomOf } from './random.ts';
import { serialNumber } from './serial-number.ts';

interface PayRequest {
  transaction_id: string;
  product_code: string;
  customer_no: string;
}

/**
 * POST /billing/pay. A bill that was paid is paid again when asked again: nothing in the interface promises otherwise,
 * and the ledger's `acted` shows it.
 */
export function pay(desk: Desk, asked: PayRequest, path: string): SimulatedAnswer {
  const entry = desk.book.find(asked.transaction_id);
  const item = desk.item(asked.product_code);
  if (entry?.kind !== 'bill' || item?.kind !== 'postpaid') return refuse(404, 'Transaksi tidak ditemukan');
  if (entry.product_code !== item.code || entry.customer_no !== asked.customer_no) {
    return refuse(400, 'Transaksi tidak cocok dengan produk atau nomor pelanggan');
  }
  const neverFound = entry.history[0]?.status === 'failed';
  if (neverFound) return refuse(400, 'Tagihan tidak dapat dibayar');
  if (desk.clock.now() >= (entry.payable_until ?? 0)) return refuse(400, 'Transaksi sudah kedaluwarsa');
  // An inquiry's own row still holds, unless something else was asked for by hand in between.
  const behaviour = desk.behaviourFor(item, asked.customer_no) ?? behaviourNamed(entry.behaviour);
  const plan = behaviour?.pay ?? ordinary.pay;
  const [step] = plan.does;
  const way = {
    answering: plan.answers,
    path,
    acted: step !== undefined,
    afterMs: (plan.answers?.at ?? answerAt) * desk.pace,
    wrap: (resource: unknown) => ({ data: resource }),
  };
  if (!step) return answer({}, way);
  const random = randomOf(`${desk.seed}/payment/${entry.transaction_id}/${entry.acted}`);
  const sn = snSaid(step.status, serialNumber(item.sn, random, entry.customer_name), step.sn);
  entry.acted += 1;
  entry.price += plan.dearer ?? 0;
  desk.book.move(entry, step.status, sn);
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
