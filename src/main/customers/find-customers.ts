import type { CustomerFound } from '../../shared/contract/customers.ts';
import { asDialled } from '../../shared/domain/customer-no.ts';
import { isErased, mayBeErased } from '../../shared/domain/erasure.ts';
import { compact, fold } from '../../shared/domain/search/matching.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Finder } from '../search/index.ts';
import type { CustomerData } from './customer-data-types.ts';

const most = 20;
/** The newest receipts that a name or part of a number is looked for in, a page at a time. */
const pages = 5;

/** Customers by a number in any spelling, or by a part of a number or name; those seen last come first. */
export async function findCustomers(
  customers: CustomerData,
  finder: Pick<Finder, 'search'>,
  text: string,
  today: string,
): Promise<CustomerFound[]> {
  const found = new Map<string, CustomerFound>();
  const add = async (customerNo: string): Promise<void> => {
    const key = asDialled(customerNo);
    if (found.has(key) || found.size >= most) return;
    const sales = await customers.salesOf(customerNo);
    if (sales.length > 0) found.set(key, summary(sales));
  };
  await add(text);
  let cursor: string | null = null;
  for (let page = 0; page < pages && found.size < most; page++) {
    const answer = await finder.search({ text, limit: 200, ...(cursor === null ? {} : { cursor }) }, today);
    for (const sale of answer?.items ?? []) if (isMeant(sale, text)) await add(sale.customerNo);
    cursor = answer?.next ?? null;
    if (cursor === null) break;
  }
  return [...found.values()];
}

/** The search also meets products, serial numbers and days: here only a person is meant. */
function isMeant(sale: Transaction, text: string): boolean {
  if (isErased(sale)) return false;
  const name = fold(sale.customerName ?? '');
  const bare = compact(asDialled(text));
  return name.includes(fold(text)) || (bare.length >= 3 && compact(asDialled(sale.customerNo)).includes(bare));
}

function summary(sales: readonly Transaction[]): CustomerFound {
  return {
    customerNo: sales[0]?.customerNo ?? '',
    names: [...new Set(sales.flatMap(({ customerName }) => customerName ?? []))],
    sales: sales.length,
    unsettled: sales.filter((sale) => !mayBeErased(sale)).length,
    lastAt: sales[0]?.createdAt ?? '',
  };
}
