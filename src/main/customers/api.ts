import { v7 } from 'uuid';
import { type CustomerFound, longestKeepDays, type SavedCustomer } from '../../shared/contract/customers.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers, Input, Output } from '../../shared/contract/registry.ts';
import { asDialled, maskCustomerNo, sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { isErased, mayBeErased } from '../../shared/domain/erasure.ts';
import { buildPrivacyNotice } from '../../shared/domain/receipt/privacy-slip.ts';
import type { SalesRules } from '../../shared/domain/sales-rules.ts';
import { compact, fold } from '../../shared/domain/search/matching.ts';
import { may, type SupervisorVerdict } from '../../shared/domain/staff.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { currentActor } from '../api/index.ts';
import { type Clock, isoNow, type Random, shopDay } from '../base/system.ts';
import type { ParkedSales } from '../parking/index.ts';
import { type PrintService, printUnqueued } from '../printing/index.ts';
import type { SearchService } from '../search/index.ts';
import type { ShopSettings } from '../settings/index.ts';
import { affectedCsv, breachNotice, readAffected } from './affected.ts';
import type { CustomerData } from './customer-data.ts';
import type { ErasureWorker } from './erasure-worker.ts';
import { type CustomerDatabase, exportCustomer } from './export-customer.ts';
import type { SavedCustomerEntry, SavedCustomers } from './saved-customers-repository.ts';

export type CustomerProcedure = Extract<keyof Handlers, `customers.${string}`>;

interface CustomerPorts {
  clock: Clock;
  random: Random;
  rules(): Pick<SalesRules, 'timeZone'>;
  supervisor(pin: string | undefined): Promise<SupervisorVerdict>;
}

interface CustomerApiDeps {
  runtime(): {
    db: Parameters<typeof exportCustomer>[0] & CustomerDatabase;
    searchService: SearchService;
    ports: CustomerPorts;
    erasureWorker: ErasureWorker;
    parked: ParkedSales;
    prints: PrintService;
  };
  shop: ShopSettings;
}

/** The caller's rights. Where sign-in is not needed, the cashier sees everything. */
export function customerReader(): CustomerReader {
  const person = currentActor()?.person ?? null;
  return { name: person?.name ?? 'cashier', seesCustomers: person === null || may(person.role, 'customersFind') };
}

const nothingHeld = () => fail('not_found', 'Nothing is held on this number.');

/** customers.* */
export function customerHandlers({ runtime, shop }: CustomerApiDeps): Pick<Handlers, CustomerProcedure> {
  return {
    async 'customers.find'({ text }) {
      const { db, searchService, ports } = runtime();
      return ok({ customers: await findCustomers(db.customers, searchService, text, shopDay(ports)) });
    },

    async 'customers.export'({ customerNo, pin }) {
      const { db, ports, parked } = runtime();
      const verdict = await ports.supervisor(pin);
      if (verdict !== 'ok') {
        return fail('not_allowed', 'Only a supervisor may take a customer’s data out.', { reason: verdict });
      }
      const { language, shop: about } = shop.config().settings;
      const file = await exportCustomer(db, parked, customerNo, {
        at: isoNow(ports.clock),
        language,
        shop: about.name,
      });
      return file ? ok(file) : nothingHeld();
    },

    async 'customers.affected'({ pin }) {
      const { db, ports } = runtime();
      const verdict = await ports.supervisor(pin);
      if (verdict !== 'ok') {
        return fail('not_allowed', 'Only a supervisor may take customers’ data out.', { reason: verdict });
      }
      const { language, shop: about } = shop.config().settings;
      const customers = await readAffected((after) => db.customers.heldPage(after));
      const count = customers.length;
      return ok({
        count,
        name: `${language === 'id' ? 'pelanggan-terdampak' : 'affected-customers'}-${shopDay(ports)}`,
        csv: affectedCsv(customers, language),
        notice: breachNotice[language]({ shop: about, count }),
      });
    },
    async 'customers.printNotice'(input) {
      const { prints } = runtime();
      const doc = buildPrivacyNotice(prints.slipWords(), shop.config().settings.maskAfterDays);
      return printUnqueued(prints, doc, input?.paper);
    },

    async 'customers.erase'({ customerNo, readBack, reason, pin }) {
      const { ports, erasureWorker } = runtime();
      if (!sameCustomerNo(customerNo, readBack)) {
        return fail('invalid_input', 'The number is another one.', {
          reason: 'read_back_differs',
          fields: ['readBack'],
        });
      }
      const verdict = await ports.supervisor(pin);
      if (verdict !== 'ok') return fail('not_allowed', 'Only a supervisor may erase a customer.', { reason: verdict });
      const erased = await erasureWorker.erase({ customerNo, note: reason });
      if (erased.kind === 'erased') return ok(erased.counts);
      if (erased.kind === 'nothing') return nothingHeld();
      if (erased.kind === 'tab_open') {
        return fail('not_allowed', 'This customer owes the shop.', { reason: 'tab_open' });
      }
      const [transaction] = erased.sales;
      return fail('not_allowed', 'A sale of this customer is not settled, or cash is owed for it.', {
        reason: 'not_settled_yet',
        ...(transaction ? { transaction } : {}),
      });
    },

    async 'customers.save'(input) {
      const { db, ports } = runtime();
      return saveCustomer(db.customerBook, ports, input, customerReader());
    },
    async 'customers.addDebtor'(input) {
      const { db, ports } = runtime();
      return addDebtor(db.customerBook, ports, input, customerReader());
    },
    'customers.list': async (input) => ok(await listCustomers(runtime().db.customerBook, input, customerReader())),
    'customers.suggest': async ({ text }) => ok(await suggestCustomers(runtime().db.customerBook, text)),
    'customers.forget': ({ id }) => forgetCustomer(runtime().db.customerBook, runtime().ports, id),

    async 'customers.state'() {
      const { customers, shopErasures } = runtime().db;
      const toOthers = (await shopErasures.toPost(null)).length;
      return ok({ ...(await customers.state()), erasures: (await customers.erasures()).length, toOthers });
    },
  };
}

const maxFound = 20;
/** Pages of the newest receipts that are searched for a name or part of a number. */
const maxPages = 5;

/** Customers by a number in any spelling, or by part of a number or name; most recent first. */
async function findCustomers(
  customers: CustomerData,
  searchService: Pick<SearchService, 'search'>,
  text: string,
  today: string,
): Promise<CustomerFound[]> {
  const byNumber = new Map<string, CustomerFound>();
  const add = async (customerNo: string): Promise<void> => {
    const key = asDialled(customerNo);
    if (byNumber.has(key) || byNumber.size >= maxFound) return;
    const sales = await customers.salesOf(customerNo);
    if (sales.length > 0) byNumber.set(key, summary(sales));
  };
  await add(text);
  let cursor: string | null = null;
  for (let page = 0; page < maxPages && byNumber.size < maxFound; page++) {
    const answer = await searchService.search({ text, limit: 200, ...(cursor === null ? {} : { cursor }) }, today);
    for (const sale of answer?.items ?? []) if (matchesCustomer(sale, text)) await add(sale.customerNo);
    cursor = answer?.next ?? null;
    if (cursor === null) break;
  }
  return [...byNumber.values()];
}

/** The search also matches products, serial numbers and days; only names and numbers count here. */
function matchesCustomer(sale: Transaction, text: string): boolean {
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

/** The person at the counter, and their rights. */
export interface CustomerReader {
  /** recorded with a consent; never a customer's name */
  name: string;
  /** sees numbers and notes in full */
  seesCustomers: boolean;
}

const maxSuggestions = 8;
const perPage = 50;
const dayMs = 24 * 60 * 60_000;

const noSuchCustomer = () => fail('not_found', 'There is no such customer in the book.');

/** Saves a customer who agreed to it. An entry holds a number once; a change renews the consent. */
export async function saveCustomer(
  book: SavedCustomers,
  ports: Omit<CustomerPorts, 'supervisor'>,
  { id, name, note, numbers, purgeAt }: Input<'customers.save'>,
  reader: CustomerReader,
): Promise<Result<SavedCustomer>> {
  const before = id === undefined ? null : await book.get(id);
  if (id !== undefined && before === null) return noSuchCustomer();
  if (before !== null && isMaskedFor(reader, before)) {
    return fail('not_allowed', 'No person changes what they may not see.');
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
    consentAt: isoNow(ports.clock),
    consentBy: reader.name,
    purgeAt,
  };
  await book.save(entry);
  return ok(redactedFor(reader, entry));
}

/** The name of a customer who has not agreed to be saved and owes nothing stays for a whole day: the sale is still being made. */
const debtorKeepDays = 2;

/** Writes down a name for a tab: a new one, or one that has none any more. An entry of the same name is refused: it would be unclear who owes. */
async function addDebtor(
  book: SavedCustomers,
  ports: Omit<CustomerPorts, 'supervisor'>,
  { name, id }: Input<'customers.addDebtor'>,
  reader: CustomerReader,
): Promise<Result<SavedCustomer>> {
  const purgeAt = new Date(Date.parse(shopDay(ports)) + debtorKeepDays * dayMs).toISOString().slice(0, 10);
  const entry: SavedCustomerEntry = {
    id: id ?? v7({ msecs: ports.clock.now(), random: ports.random.bytes(16) }),
    name,
    note: null,
    numbers: [],
    consentAt: isoNow(ports.clock),
    consentBy: null,
    purgeAt,
  };
  const isAdded = id === undefined ? await book.addNewName(entry) : await book.nameTab(entry);
  if (isAdded === 'not_found') return noSuchCustomer();
  if (isAdded === true || isAdded === 'named') return ok(redactedFor(reader, entry));
  return fail('invalid_input', 'A saved customer has this name.', { reason: 'name_taken', fields: ['name'] });
}

export async function listCustomers(
  book: SavedCustomers,
  input: Input<'customers.list'>,
  reader: CustomerReader,
): Promise<Output<'customers.list'>> {
  const { text = '', cursor = null, limit = perPage } = input ?? {};
  const { entries, next } = await book.list({ text, after: cursor, limit });
  return { customers: entries.map((entry) => redactedFor(reader, entry)), next, total: await book.count() };
}

/** In full for every cashier: the customer is at the counter, and a masked number cannot be used for a sale. */
async function suggestCustomers(book: SavedCustomers, text: string): Promise<Output<'customers.suggest'>> {
  return { suggestions: await book.suggest(text, maxSuggestions) };
}

async function forgetCustomer(
  book: SavedCustomers,
  ports: Omit<CustomerPorts, 'supervisor'>,
  id: string,
): Promise<Result<Record<string, never>>> {
  const outcome = await book.forget(id, isoNow(ports.clock));
  if (outcome === 'forgotten') return ok({});
  if (outcome === 'not_found') return noSuchCustomer();
  return fail('not_allowed', 'This customer owes the shop.', { reason: 'tab_open' });
}

/** An entry of a name alone hides nothing. */
const isMaskedFor = (
  { seesCustomers }: CustomerReader,
  { numbers, note }: Pick<SavedCustomerEntry, 'numbers' | 'note'>,
): boolean => !seesCustomers && (numbers.length > 0 || note !== null);

function redactedFor(reader: CustomerReader, { numbers, note, ...entry }: SavedCustomerEntry): SavedCustomer {
  const { seesCustomers } = reader;
  const visibleNumbers = numbers.map((number) =>
    seesCustomers ? number : { ...number, customerNo: maskCustomerNo(number.customerNo) },
  );
  return {
    ...entry,
    numbers: visibleNumbers,
    note: seesCustomers ? note : null,
    masked: isMaskedFor(reader, { numbers, note }),
  };
}

const sameNumber = (one: { customerNo: string }, other: { customerNo: string }): boolean =>
  sameCustomerNo(one.customerNo, other.customerNo);

/** @param day and @param today of the shop, YYYY-MM-DD */
export function isAllowedPurgeDay(day: string, today: string): boolean {
  const days = (Date.parse(day) - Date.parse(today)) / dayMs;
  return days > 0 && days <= longestKeepDays;
}
