import { v7 } from 'uuid';
import { longestKeepDays, type SavedCustomer } from '../../shared/contract/customers.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input, Output } from '../../shared/contract/registry.ts';
import { maskCustomerNo, sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { type SalesPorts, shopDay, timestamp } from '../sales/index.ts';
import type { SavedCustomerEntry, SavedCustomers } from './saved-customers-repository.ts';

/** The person at the counter, and their rights. */
export interface CustomerReader {
  /** recorded with a consent; never a customer's name */
  name: string;
  /** sees numbers and notes in full */
  seesCustomers: boolean;
}

type SavedCustomerPorts = Pick<SalesPorts, 'clock' | 'random' | 'rules'>;
const maxSuggestions = 8;
const perPage = 50;
const dayMs = 24 * 60 * 60_000;

const nobody = () => fail('not_found', 'There is no such customer in the book.');

/** Saves a customer who agreed to it. An entry holds a number once; a change renews the consent. */
export async function saveCustomer(
  book: SavedCustomers,
  ports: SavedCustomerPorts,
  { id, name, note, numbers, purgeAt }: Input<'customers.save'>,
  reader: CustomerReader,
): Promise<Result<SavedCustomer>> {
  if (id !== undefined && (await book.get(id)) === null) return nobody();
  if (id !== undefined && !reader.seesCustomers) {
    return fail('not_allowed', 'Nobody changes what they may not see.');
  }
  if (!isAllowedPurgeDay(purgeAt, shopDay(ports))) {
    return fail('invalid_input', 'It must end on a day that is ahead, three years at most.', {
      reason: 'purge_day',
      fields: ['purgeAt'],
    });
  }
  const twice = numbers.findIndex((one, at) => numbers.slice(0, at).some((other) => sameNumber(one, other)));
  if (twice >= 0) {
    return fail('invalid_input', 'A number stands there twice.', {
      reason: 'number_twice',
      fields: [`numbers.${twice}.customerNo`],
    });
  }
  const entry: SavedCustomerEntry = {
    id: id ?? v7({ msecs: ports.clock.now(), random: ports.random.bytes(16) }),
    name,
    note: note === undefined || note === '' ? null : note,
    numbers: numbers.map(({ productCode, ...number }) => ({ ...number, productCode: productCode ?? null })),
    consentAt: timestamp(ports),
    consentBy: reader.name,
    purgeAt,
  };
  await book.save(entry);
  return ok(redactedFor(reader, entry));
}

export async function listCustomers(
  book: SavedCustomers,
  ask: Input<'customers.list'>,
  reader: CustomerReader,
): Promise<Output<'customers.list'>> {
  const { text = '', cursor = null, limit = perPage } = ask ?? {};
  const { entries, next } = await book.list({ text, after: cursor, limit });
  return { customers: entries.map((entry) => redactedFor(reader, entry)), next, total: await book.count() };
}

/** In full for every cashier: the customer is at the counter, and a masked number cannot be used for a sale. */
export async function suggestCustomers(book: SavedCustomers, text: string): Promise<Output<'customers.suggest'>> {
  return { suggestions: await book.suggest(text, maxSuggestions) };
}

export async function forgetCustomer(
  book: SavedCustomers,
  ports: SavedCustomerPorts,
  id: string,
): Promise<Result<Record<string, never>>> {
  const outcome = await book.forget(id, timestamp(ports));
  if (outcome === 'forgotten') return ok({});
  if (outcome === 'nobody') return nobody();
  return fail('not_allowed', 'This customer owes the shop.', { reason: 'tab_open' });
}

function redactedFor(
  { seesCustomers }: CustomerReader,
  { numbers, note, ...entry }: SavedCustomerEntry,
): SavedCustomer {
  const shown = numbers.map((number) =>
    seesCustomers ? number : { ...number, customerNo: maskCustomerNo(number.customerNo) },
  );
  return { ...entry, numbers: shown, note: seesCustomers ? note : null, masked: !seesCustomers };
}

const sameNumber = (one: { customerNo: string }, other: { customerNo: string }): boolean =>
  sameCustomerNo(one.customerNo, other.customerNo);

/** @param day and @param today of the shop, YYYY-MM-DD */
function isAllowedPurgeDay(day: string, today: string): boolean {
  const days = (Date.parse(day) - Date.parse(today)) / dayMs;
  return days > 0 && days <= longestKeepDays;
}
