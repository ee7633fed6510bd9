import type { DisplayScene } from '../../../shared/contract/display.ts';
import { useBatch } from '../../state/batch.ts';
import { type PaymentChoice, paymentFault, paymentParts, typesPart } from '../payment/index.ts';
import { totalOf, useBatchDraft } from './batch-draft.ts';

/**
 * The customer's view of the list that is on screen, from its read-back on; null: none is. Of the cash it says nothing before the list is
 * sent: what is typed may be no cash yet.
 */
export function batchScene(): DisplayScene | null {
  const { isOpen, batch } = useBatch.getState();
  if (!isOpen) return null;
  if (batch !== null) return { kind: 'batch', id: batch.id };
  const { phase, lines, payment, amount } = useBatchDraft.getState();
  if (phase !== 'pay' && phase !== 'sending') return { kind: 'idle' };
  const total = totalOf(lines);
  const payments = partsOf(typesPart(payment) ? { ...payment, part: amount } : payment, total);
  const byQris = payments.find(({ method }) => method === 'qris');
  return {
    kind: 'draft',
    product: null,
    customerNo: null,
    sales: lines.length,
    total,
    ...(payments.length === 0 ? {} : { payments }),
    tendered: null,
    ...(byQris ? { qrisDue: byQris.amount } : {}),
    asking: byQris !== undefined,
  };
}

/** None: all in cash, or a part that is not typed yet. */
function partsOf(payment: PaymentChoice, total: number) {
  if (paymentFault(payment, total, null) === 'part') return [];
  const parts = paymentParts(payment, total).map(({ method, amount }) => ({ method, amount }));
  return parts.every(({ method }) => method === 'cash') ? [] : parts;
}
