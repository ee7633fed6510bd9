import { v7 } from 'uuid';
import { fail, type KonterError, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import type { Product } from '../../shared/contract/selling.ts';
import { isUnlikelyCash } from '../../shared/domain/bounds.ts';
import { cashPart, cashShortfall, changeOf } from '../../shared/domain/cash.ts';
import { type Payment, sumOf } from '../../shared/domain/payment.ts';
import { emptySale, type Transaction } from '../../shared/domain/transaction.ts';
import { errorName, isoNow, shopDay } from '../base/system.ts';
import type { Change, NewEvent } from '../db/change.ts';
import { DatabaseError, type DatabaseErrorKind } from '../db/database-error.ts';
import type { SalesPorts } from './sales-ports.ts';

export const newSaleId = ({ clock, random }: Pick<SalesPorts, 'clock' | 'random'>): string =>
  v7({ msecs: clock.now(), random: random.bytes(16) });

/** A sale as it starts: everything unknown is null. */
export function newSale(
  ports: Pick<SalesPorts, 'clock' | 'rules' | 'random'>,
  fields: Pick<Transaction, 'kind' | 'state' | 'productCode' | 'customerNo'>,
  product: Product | null,
  id = newSaleId(ports),
): Transaction {
  const at = isoNow(ports.clock);
  return {
    ...emptySale,
    ...fields,
    id,
    productName: product?.productName ?? null,
    brand: product?.brand ?? null,
    category: product?.category ?? null,
    day: shopDay(ports),
    createdAt: at,
    updatedAt: at,
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

/** One change to a stored sale, decided on how it stands now. */
export interface SaleUpdate {
  changes: Partial<Transaction>;
  event: Omit<NewEvent, 'at'>;
  cursor?: Change['cursor'];
  parts?: Change['parts'];
}

/**
 * Reads the sale, decides, commits; when somebody else changed it meanwhile (a webhook beside an answer, a second window)
 * reads and decides again, so that no decision rests on what is no longer true. A success gets its receipt number in the
 * same commit.
 * @returns the sale as it is stored afterwards, or null when there is no such sale
 */
export async function updateSale(
  ports: Pick<SalesPorts, 'db' | 'clock' | 'publishSale'>,
  id: string,
  decide: (sale: Transaction) => Promise<SaleUpdate | null> | SaleUpdate | null,
): Promise<Transaction | null> {
  for (;;) {
    const sale = await ports.db.get(id);
    if (!sale) return null;
    const update = await decide(sale);
    if (!update) return sale;
    const at = isoNow(ports.clock);
    const next = revised(sale, at, update.changes);
    const outcome = await ports.db.commit({
      sale: { expectedRevision: sale.revision, next, ...(next.state === 'success' ? { issueReceipt: true } : {}) },
      event: { ...update.event, at },
      ...(update.cursor ? { cursor: update.cursor } : {}),
      ...(update.parts ? { parts: update.parts } : {}),
    });
    if (outcome.kind === 'committed') {
      const stored = outcome.sale ?? next;
      ports.publishSale(stored);
      return stored;
    }
    if (outcome.kind !== 'conflict') throw new Error(`an update was answered with ${outcome.kind}`);
  }
}

/** What a person typed, kept apart from the chain: it may name a customer, and can be erased. */
export const noteOf = (text: string | undefined): NewEvent['bodies'] =>
  text === undefined ? [] : [{ role: 'note', bytes: new TextEncoder().encode(text) }];

/**
 * An answer may be a megabyte, all of it one name. It would be kept with every sale, drawn on every button and read with the
 * whole catalogue, so that one product made the counter slow.
 */
const maxNameLength = 200;
const maxDescriptionLength = 1000;
const maxAddressLength = 2000;

const truncate = (text: string | null | undefined, most: number): string | null =>
  text === null || text === undefined ? null : text.slice(0, most).toWellFormed();

/** A provider's name of anything, as it is kept. What is compared with a kept name goes through here first. */
export const truncateName = (text: string | null | undefined): string | null => truncate(text, maxNameLength);

export const truncateDescription = (text: string | null | undefined): string | null =>
  truncate(text, maxDescriptionLength);

/** Half an address is none. */
export const urlOrNull = (address: string | null | undefined): string | null =>
  address !== null && address !== undefined && address.length <= maxAddressLength ? address : null;

/** Time for a person to free disk space, or for a backup to release the file: about 15 s in all. */
const backoffMs = [100, 500, 2000, 4000, 8000];

const transientErrors: ReadonlySet<DatabaseErrorKind> = new Set(['full', 'read_only', 'locked', 'other']);

/**
 * Writes what must not be lost, and tries again while the journal's fault may pass.
 * @returns what was written, or null when it could not be: the log says so
 */
export async function retryWrite<T>(
  ports: Pick<SalesPorts, 'clock' | 'log'>,
  write: () => Promise<T>,
): Promise<T | null> {
  for (const [tries, pause] of [...backoffMs, null].entries()) {
    try {
      return await write();
    } catch (error) {
      ports.log.error('what the payment service said could not be written down', { fault: faultName(error), tries });
      const mayPass = error instanceof DatabaseError && transientErrors.has(error.kind);
      if (!mayPass || pause === null) return null;
      await ports.clock.sleep(pause);
    }
  }
  return null;
}

/** An error's kind without its message, which may hold a customer's data. */
export function faultName(error: unknown): string {
  if (error instanceof DatabaseError) return `DatabaseError ${error.kind}`;
  return errorName(error);
}

type PaymentAsk = Pick<Input<'order'>, 'tendered' | 'payments' | 'allowCash'>;

/** Whether what the customer pays comes to the total, and the cash covers its part and is likely. Null: it does. @param bill the stored one */
export function checkPayments(
  total: number | null,
  { tendered, payments, allowCash }: PaymentAsk,
  bill?: Transaction,
): Result<never> | null {
  const more = bill ? { transaction: bill } : {};
  if (payments && sumOf(payments) !== total) {
    return fail('invalid_input', 'The payments do not come to the total.', {
      reason: 'payments_sum',
      fields: ['payments'],
      ...more,
    });
  }
  const cash = cashPart(total, payments ?? []);
  if (payments && cash === 0 && tendered) {
    return fail('invalid_input', 'No part of this is paid in cash.', {
      reason: 'no_cash_part',
      fields: ['tendered'],
      ...more,
    });
  }
  if (cashShortfall(cash, tendered ?? null) > 0) return tooLittleCash(bill);
  if (cash === null || tendered === undefined || tendered === allowCash || !isUnlikelyCash(tendered, cash)) return null;
  return unlikelyAmountError('unlikely_cash', { amount: tendered, known: cash }, bill);
}

/**
 * What a sale holds about its payment. Without payments it is all in cash, and without `tendered` the cash was handed over exactly: it
 * is in the drawer. An unknown total is no cash.
 */
export function paymentFields(
  total: number | null,
  input: PaymentAsk,
): Pick<Transaction, 'tendered' | 'change' | 'payments'> {
  const payments = (input.payments ?? []).map(
    ({ method, amount, reference = null, customerId = null }): Payment => ({ method, amount, reference, customerId }),
  );
  const cash = cashPart(total, payments);
  const exact = cash === 0 ? null : cash;
  const tendered = cash === 0 && payments.length > 0 ? null : (input.tendered ?? exact);
  return { tendered, change: changeOf(cash, tendered), payments };
}

/** An amount far above what is known is asked about: it may be a number, or have a digit too many. */
export function unlikelyAmountError(
  reason: 'unlikely_price' | 'unlikely_cash',
  unlikely: NonNullable<KonterError['unlikely']>,
  bill?: Transaction,
): Result<never> {
  return fail('not_allowed', 'The amount is far above what is known.', {
    reason,
    unlikely,
    fields: [reason === 'unlikely_price' ? 'sellingPrice' : 'tendered'],
    ...(bill ? { transaction: bill } : {}),
  });
}

/** Cash that does not cover the price is a slip of the hand. */
function tooLittleCash(bill?: Transaction): Result<never> {
  return fail('invalid_input', 'The cash does not cover the total.', {
    reason: 'too_little_cash',
    fields: ['tendered'],
    ...(bill ? { transaction: bill } : {}),
  });
}
