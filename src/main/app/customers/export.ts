import type { SaleEvent } from '../../../shared/contract/transactions.ts';
import type { Language } from '../../../shared/domain/language.ts';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { BookEntry } from '../../ports/customer-book.ts';
import type { Journal } from '../../ports/journal.ts';
import { customerText } from './export-text.ts';

/** Everything that is held on one customer. */
export interface HeldOnCustomer {
  customerNo: string;
  shop: string;
  /** ISO 8601 UTC */
  at: string;
  sales: Array<{ sale: Transaction; events: SaleEvent[]; prints: PrintJob[] }>;
  /** what the customer book holds, agreed to by the customer */
  saved: BookEntry[];
  /** messages of the provider that name the number and were not applied */
  webhooks: Array<{ seq: number; at: string; body: string }>;
}

const mostPrints = 200;

/** Null where nothing is held. */
export async function exportCustomer(
  journal: Journal,
  customerNo: string,
  { at, language, shop }: { at: string; language: Language; shop: string },
): Promise<{ name: string; text: string; json: string } | null> {
  const sales = await journal.customers.salesOf(customerNo);
  const webhooks = await journal.customers.webhooksOf(customerNo);
  const saved = await journal.customerBook.ofNumber(customerNo);
  if (sales.length + webhooks.length + saved.length === 0) return null;
  const held: HeldOnCustomer = {
    customerNo,
    shop,
    at,
    saved,
    sales: [],
    webhooks: webhooks.map(({ seq, at: heardAt, body }) => ({ seq, at: heardAt, body })),
  };
  for (const sale of sales) {
    held.sales.push({
      sale,
      events: await journal.timeline(sale.id),
      prints: await journal.prints.list({ saleId: sale.id, limit: mostPrints }),
    });
  }
  return {
    // A file's name is seen by everybody who looks into the folder.
    name: `konter-customer-${at.slice(0, 10)}`,
    text: customerText(held, language),
    json: `${JSON.stringify(held, null, 2)}\n`,
  };
}
