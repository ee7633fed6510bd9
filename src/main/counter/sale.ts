import { v7 } from 'uuid';
import type { Product } from '../../shared/contract/selling.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import type { CounterPorts } from './ports.ts';

/** ISO 8601 UTC of this moment. */
export function timestamp(ports: Pick<CounterPorts, 'clock'>): string {
  return new Date(ports.clock.now()).toISOString();
}

/** The shop's calendar day of this moment, YYYY-MM-DD. */
export function shopDay(ports: Pick<CounterPorts, 'clock' | 'rules'>): string {
  return wallClock(ports.clock.now(), ports.rules().timeZone).day;
}

/** A sale as it starts: everything that nobody has said yet is null. */
export function newSale(
  ports: Pick<CounterPorts, 'clock' | 'rules' | 'random'>,
  what: Pick<Transaction, 'kind' | 'state' | 'productCode' | 'customerNo'>,
  product: Product | null,
): Transaction {
  const at = timestamp(ports);
  return {
    ...what,
    id: v7({ msecs: ports.clock.now(), random: ports.random.bytes(16) }),
    productName: product?.productName ?? null,
    brand: product?.brand ?? null,
    category: product?.category ?? null,
    customerName: null,
    transactionId: null,
    transactionIdFrom: null,
    sn: null,
    message: null,
    price: null,
    fee: null,
    total: null,
    tendered: null,
    change: null,
    bill: null,
    receiptNo: null,
    refused: false,
    flags: [],
    prints: 0,
    day: shopDay(ports),
    createdAt: at,
    updatedAt: at,
    inquiredAt: null,
    sentAt: null,
    settledAt: null,
    cashReturnedAt: null,
    revision: 1,
  };
}

/** The sale one revision on, with these changes. */
export function revised(sale: Transaction, at: string, changes: Partial<Transaction>): Transaction {
  return { ...sale, ...changes, updatedAt: at, revision: sale.revision + 1 };
}

/** The flags with one more, each at most once. */
export function flagged(sale: Transaction, ...flags: Transaction['flags']): Transaction['flags'] {
  return [...new Set([...sale.flags, ...flags])];
}
