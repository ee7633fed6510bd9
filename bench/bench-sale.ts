import type { Change } from '../src/main/db/change.ts';
import { emptySale, type Transaction } from '../src/shared/domain/transaction.ts';

const at = '2026-01-05T03:00:00.000Z';
const encoder = new TextEncoder();

/** The commit that stands before every order: a new sale in `sending`, with the request it is about to send. */
export function benchSale(count: number): Change {
  const customerNo = `08${String(1_000_000_000 + count)}`;
  const sale: Transaction = {
    ...emptySale,
    id: `bench-${String(count).padStart(12, '0')}`,
    kind: 'prepaid',
    state: 'sending',
    productCode: 'TSEL10',
    productName: 'Telkomsel 10.000',
    brand: 'TELKOMSEL',
    category: 'Pulsa',
    customerNo,
    total: 12_000,
    tendered: 20_000,
    change: 8_000,
    day: '2026-01-05',
    createdAt: at,
    updatedAt: at,
    sentAt: at,
  };
  const request = {
    product_code: sale.productCode,
    customer_no: customerNo,
    callback_url: `https://relay.invalid/hooks/m/${sale.id}`,
  };
  return {
    sale: { expectedRevision: 0, next: sale, onlyOneInFlight: true, rejectDuplicatesOn: sale.day },
    event: {
      type: 'sale.submitted',
      at,
      actor: 'cashier',
      data: { operation: 'order' },
      bodies: [{ role: 'request', bytes: encoder.encode(JSON.stringify(request)) }],
    },
  };
}
