import type { MeterName } from '../../shared/contract/customers.ts';
import { ok, type Result } from '../../shared/contract/errors.ts';
import { sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { productKind } from '../../shared/domain/product-names.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { customerKey } from '../db/sale-rows.ts';
import { truncateName } from './sale.ts';
import type { SalesContext } from './sales-ports.ts';

/** A name that was read back longer ago is of another customer's visit. */
const maxAgeMs = 10 * 60_000;
const maxNames = 50;

type Names = Pick<SalesContext, 'meterNames' | 'clock'>;

function putName({ meterNames, clock }: Names, customerNo: string, value: MeterName): void {
  const [oldest] = meterNames.keys();
  if (oldest !== undefined && meterNames.size >= maxNames) meterNames.delete(oldest);
  meterNames.set(customerKey(customerNo), { value, at: clock.monotonic() });
}

function findName({ meterNames, clock }: Names, customerNo: string): MeterName | null {
  const entry = meterNames.get(customerKey(customerNo));
  return entry && clock.monotonic() - entry.at < maxAgeMs ? entry.value : null;
}

/** The name that was read back, for a sale that is sent. Null: none was. */
export const meterNameFor = (ports: Names, { customerNo }: Pick<Transaction, 'customerNo'>): string | null =>
  findName(ports, customerNo)?.name ?? null;

/** Once a sale has the name it is no later sale's. */
export function forgetMeterName(
  { meterNames }: Pick<Names, 'meterNames'>,
  { customerNo }: Pick<Transaction, 'customerNo'>,
): void {
  meterNames.delete(customerKey(customerNo));
}

/**
 * Asks the provider whose meter a token is for (POST /customer-name), where it can be asked. Never a refusal.
 * @returns null: nothing is known, as for what is no token. A null name: the provider knows no such meter
 */
export async function meterName(
  ports: SalesContext,
  { productCode, customerNo }: Pick<Transaction, 'productCode' | 'customerNo'>,
): Promise<Result<MeterName | null>> {
  const { db, provider } = ports;
  const item = await db.catalogue.get(productCode);
  if (!provider || !item || productKind(item) !== 'electricity-token') return ok(null);
  const earlier = findName(ports, customerNo);
  if (earlier) return ok(earlier);
  if (!(await provider.capabilities.offers('customer-name'))) return ok(null);
  const request = { product_code: item.productCode, customer_no: customerNo };
  const outcome = await provider.capabilities.customerName(request);
  if (outcome.kind !== 'answered' || !sameCustomerNo(outcome.value.customer_no, customerNo)) return ok(null);
  const [name, power] = [outcome.value.customer_name, outcome.value.power].map(
    (text) => truncateName(text)?.trim() || null,
  );
  const value = { name: name ?? null, power: power ?? null };
  putName(ports, customerNo, value);
  return ok(value);
}
