import type { Change, CommitOutcome, NewEvent } from '../../src/main/db/change.ts';
import type { ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import {
  type AmountsByMethod,
  moneyMethods,
  noAmounts,
  type PaymentMethod,
  paymentMethods,
} from '../../src/shared/domain/payment.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { fakeSale } from './fake-sales.ts';

const start = Date.parse('2026-03-02T01:00:00.000Z');

export function event(type: NewEvent['type'] = 'sale.submitted', eventFields: Partial<NewEvent> = {}): NewEvent {
  return { type, at: '2026-03-02T03:04:05.000Z', actor: 'system', data: {}, bodies: [], ...eventFields };
}

/** The nth order as it is before it was sent: an id, a number and a minute of its own. */
export function order(n: number, fields: Partial<Transaction> = {}): Transaction {
  const createdAt = new Date(start + n * 60_000).toISOString();
  return fakeSale({
    id: `0195f0aa-0000-7000-8000-${String(n).padStart(12, '0')}`,
    customerNo: `0812${String(n).padStart(8, '0')}`,
    state: 'sending',
    createdAt,
    sn: null,
    receiptNo: null,
    settledAt: null,
    transactionId: null,
    transactionIdFrom: null,
    revision: 1,
    ...fields,
  });
}

/** A change that stores the sale for the first time. */
export function begin(sale: Transaction, more: Partial<Change> = {}): Change {
  return { sale: { expectedRevision: 0, next: sale }, event: event(), ...more };
}

/** A change from a stored sale to what it becomes. */
export function updated(sale: Transaction, changes: Partial<Transaction>, eventFields: Partial<NewEvent> = {}): Change {
  const next = { ...sale, ...changes, revision: sale.revision + 1 };
  const issueReceipt = next.state === 'success';
  return {
    sale: { expectedRevision: sale.revision, next, issueReceipt },
    event: event('sale.response_received', eventFields),
  };
}

/** Commits and answers the stored sale; throws when the journal refused. */
export async function stored(db: ShopDatabase, change: Change): Promise<Transaction> {
  const outcome: CommitOutcome = await db.commit(change);
  if (outcome.kind !== 'committed' || !outcome.sale) throw new Error(`not committed: ${outcome.kind}`);
  return outcome.sale;
}

/** A sale that went from nothing to success, with its receipt. */
export async function sold(
  db: ShopDatabase,
  sale: Transaction,
  changes: Partial<Transaction> = {},
): Promise<Transaction> {
  const begun = await stored(db, begin(sale));
  return stored(db, updated(begun, { state: 'success', sn: `SN${sale.id.slice(-6)}`, ...changes }));
}

/** What the books should hold of one sale, said again in the plainest way: straight from the sale and its events. */
interface Counted {
  sale: Transaction;
  cashier: string;
  shift: string;
  commission: number | null;
  cost: number | null;
  day: string;
  slot: number;
  /** -1: taken away again by a correction */
  times: 1 | -1;
  /** by how much its events say that money moved: in all, where it was handed back, and where it was paid of its tab */
  moved: AmountsByMethod;
  handedBack: AmountsByMethod;
  tabPaid: AmountsByMethod;
}

const sum = (sales: readonly Counted[], of: (one: Counted) => number): number =>
  sales.reduce((total, one) => total + one.times * of(one), 0);
const countWhere = (sales: readonly Counted[], is: (one: Counted) => boolean): number => sum(sales.filter(is), () => 1);

function figuresOf(all: readonly Counted[]) {
  const by = (...states: string[]): Counted[] => all.filter(({ sale }) => states.includes(sale.state));
  const success = by('success');
  const bills = success.filter(({ sale }) => sale.kind === 'postpaid');
  const open = by('sending', 'pending', 'unknown', 'disputed');
  const over = by('failed', 'unsent');
  const held =
    (method: PaymentMethod) =>
    ({ moved }: Counted): number =>
      moved[method];
  const taken =
    (method: PaymentMethod) =>
    ({ moved, tabPaid }: Counted): number =>
      moved[method] - tabPaid[method];
  const handedBack =
    (method: PaymentMethod) =>
    (one: Counted): number =>
      one.handedBack[method];
  const priceOf = ({ sale, cost }: Counted): number | null => sale.price ?? cost;
  const admin = ({ sale }: Counted): number | null => {
    const admins = sale.bill?.details.map(({ priceAdmin }) => priceAdmin) ?? [];
    return admins.length === 0 || admins.includes(null) ? null : admins.reduce<number>((a, b) => a + (b ?? 0), 0);
  };
  const both = (one: Counted): boolean => one.sale.total !== null && priceOf(one) !== null;
  return {
    sums: {
      success: countWhere(success, () => true),
      bills: countWhere(bills, () => true),
      failed: countWhere(by('failed'), () => true),
      unsent: countWhere(by('unsent'), () => true),
      turnover: sum(success, ({ sale }) => sale.total ?? 0),
      totals: countWhere(success, ({ sale }) => sale.total !== null),
      price: sum(success, (one) => priceOf(one) ?? 0),
      prices: countWhere(success, (one) => priceOf(one) !== null),
      fee: sum(success, ({ sale }) => sale.fee ?? 0),
      admin: sum(bills, (one) => admin(one) ?? 0),
      admins: countWhere(bills, (one) => admin(one) !== null),
      commission: sum(bills, ({ commission }) => commission ?? 0),
      commissions: countWhere(bills, ({ commission }) => commission !== null),
      margin: sum(success.filter(both), (one) => (one.sale.total ?? 0) - (priceOf(one) ?? 0)),
      margins: countWhere(success, both),
      ...columns(moneyMethods, 'taken', (method) => sum(success, taken(method))),
      ...columns(moneyMethods, 'owed', (method) => sum(over, held(method))),
      ...columns(moneyMethods, 'returned', (method) => sum([...success, ...over], handedBack(method))),
      tabTaken: sum(success, taken('tab')),
      tabPaid: sum(success, ({ tabPaid }) => -tabPaid.tab),
    },
    open: {
      sending: countWhere(by('sending'), () => true),
      pending: countWhere(by('pending'), () => true),
      unknown: countWhere(by('unknown'), () => true),
      disputed: countWhere(by('disputed'), () => true),
      amount: sum(open, ({ sale }) => sale.total ?? sale.price ?? 0),
      ...columns(paymentMethods, 'held', (method) => sum(open, held(method))),
    },
  };
}

/** `qrisTaken`, but `taken` of cash. */
const columns = <M extends PaymentMethod>(methods: readonly M[], name: string, valueOf: (method: M) => number) =>
  Object.fromEntries(
    methods.map((method) => [
      method === 'cash' ? name : `${method}${name[0]?.toUpperCase()}${name.slice(1)}`,
      valueOf(method),
    ]),
  );

const sides = ['day', 'slot', 'product', 'brand', 'cashier', 'shift'] as const;

/** The books made from nothing, by each of their sides. */
export async function fullAggregate(db: ShopDatabase) {
  const counted = (await allSales(db)).filter(
    ({ sale }) =>
      ['success', 'sending', 'pending', 'unknown', 'disputed'].includes(sale.state) ||
      (sale.sentAt !== null && ['failed', 'unsent'].includes(sale.state)),
  );
  const keyOf = {
    day: ({ day }: Counted) => day,
    slot: ({ slot }: Counted) => String(slot),
    product: ({ sale }: Counted) => sale.productCode,
    brand: ({ sale }: Counted) => sale.brand ?? '',
    cashier: ({ cashier }: Counted) => cashier,
    shift: ({ shift }: Counted) => shift,
  };
  return Object.fromEntries(
    sides.map((side) => [
      side,
      withoutEmpty([...Map.groupBy(counted, keyOf[side])].map(([key, sales]) => [key, figuresOf(sales)])),
    ]),
  );
}

/** A place that a correction has emptied may have a row of zeros or none. */
const withoutEmpty = <T extends Record<'sums' | 'open', Readonly<Record<string, number>>>>(
  places: ReadonlyArray<readonly [string, T]>,
): Record<string, T> =>
  Object.fromEntries(places.filter(([, { sums, open }]) => Object.values({ ...sums, ...open }).some(Boolean)));

/** The same as the journal's books have it. */
export async function keptBooks({ books }: ShopDatabase) {
  const pairs = sides.map(async (side) => {
    const slices = await books.slices({ from: '0000-01-01', to: '9999-12-31', by: side });
    return [side, withoutEmpty(slices.map(({ key, sums, open }) => [key, { sums, open }]))] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

async function allSales(db: ShopDatabase): Promise<Counted[]> {
  const shifts: Array<{ number: number; from: number; to: number }> = [];
  for (const { number } of await db.shifts.list({ limit: 200 })) {
    const report = await db.shifts.report(number, '2026-01-01T00:00:00.000Z');
    if (report)
      shifts.push({ number, from: await openedAt(db, number), to: report.head.seq + Number(report.kind === 'x') });
  }
  const shiftAt = (seq: number): string => String(shifts.find(({ from, to }) => seq > from && seq < to)?.number ?? 0);
  const slotAt = (at: string): number => Math.floor(Date.parse(at) / 900_000);
  const { items } = await db.search({ limit: 200 });
  const counted = items.map(async (sale): Promise<Counted[]> => {
    const events = await db.timeline(sale.id);
    const sent = events.findLast(({ type }) => type === 'sale.submitted');
    const inquired = events.findLast(({ type }) => type === 'bill.inquired');
    const commission = inquired?.data['commission'];
    const cost = sent?.data['cost'];
    const moved = (of: typeof events): AmountsByMethod => {
      const sums = noAmounts();
      for (const { data } of of) for (const method of paymentMethods) sums[method] += numberIn(data[method]);
      return sums;
    };
    const negated = (sums: AmountsByMethod): AmountsByMethod => {
      const less = noAmounts();
      for (const method of paymentMethods) less[method] -= sums[method];
      return less;
    };
    // As the sale stood after these events of its story.
    const standing = (then: Transaction, story: typeof events, place: Place, times: 1 | -1): Counted => ({
      sale: then,
      ...place,
      times,
      commission: sent !== undefined && typeof commission === 'number' ? commission : null,
      cost: typeof cost === 'number' ? cost : null,
      moved: moved(story),
      handedBack: negated(moved(story.filter(({ type }) => type === 'cash.returned' || type === 'cash.collected'))),
      tabPaid: moved(story.filter(({ type }) => type === 'tab.paid')),
    });
    let place: Place = {
      day: sale.day,
      slot: slotAt(sale.sentAt ?? sale.createdAt),
      cashier: sent?.actor ?? '',
      shift: sent ? shiftAt(sent.seq) : '0',
    };
    const all: Counted[] = [];
    let corrected = false;
    const stood = [...(disputed.get(db)?.get(sale.id) ?? [])];
    for (const [index, { seq, at, type, actor, data }] of events.entries()) {
      corrected ||= type === 'sale.manually_disputed';
      if (!corrected || !type.startsWith('sale.manually_')) continue;
      const next = { day: String(data['day']), slot: slotAt(at), cashier: actor, shift: shiftAt(seq) };
      const story = events.slice(0, index);
      const before = type === 'sale.manually_disputed' ? stood.shift() : undefined;
      if (before !== undefined) {
        const then = { ...before, brand: sale.brand };
        all.push(standing(then, story, place, 1), standing(then, story, next, -1));
      }
      place = next;
    }
    all.push(standing(sale, events, place, 1));
    return all;
  });
  return (await Promise.all(counted)).flat();
}

type Place = Pick<Counted, 'day' | 'slot' | 'cashier' | 'shift'>;

/** Sales as they stood when a person disputed them, in order: their snapshots may be erased since. */
const disputed = new WeakMap<ShopDatabase, Map<string, Transaction[]>>();
export function rememberDisputed(db: ShopDatabase, sale: Transaction): void {
  const sales = disputed.get(db) ?? new Map<string, Transaction[]>();
  disputed.set(db, sales.set(sale.id, [...(sales.get(sale.id) ?? []), sale]));
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Where a shift began, from nothing but what came before: its predecessors' reports end before it. */
const begun = new WeakMap<ShopDatabase, Map<number, number>>();
async function openedAt(db: ShopDatabase, number: number): Promise<number> {
  const seq = begun.get(db)?.get(number);
  if (seq === undefined) throw new Error('open shifts with openShift, so that this knows where they begin');
  return seq;
}

export async function openShift(db: ShopDatabase, counted: number): Promise<void> {
  const { seq } = await db.head();
  const opened = await db.shifts.open({
    actor: 'cashier',
    at: '2026-03-02T01:00:00.000Z',
    counted,
    day: '2026-03-02',
  });
  if (!opened) return;
  const starts = begun.get(db) ?? new Map<number, number>();
  begun.set(db, starts.set(opened.number, seq + 1));
}
