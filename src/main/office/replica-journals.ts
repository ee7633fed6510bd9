import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { CounterId } from '../../shared/contract/office.ts';
import { addServiceSums } from '../../shared/domain/cash-service-sums.ts';
import { addDrawers } from '../../shared/domain/drawer-sums.ts';
import { addTotals } from '../../shared/domain/sales-report.ts';
import type { Shift } from '../../shared/domain/shift.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { CashServiceRepository } from '../cash-services/index.ts';
import type { CatalogueRepository } from '../catalogue/index.ts';
import type { CustomerData } from '../customers/index.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';
import { holds, journalId, readMeta } from '../db/metadata.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { pluckStatement } from '../db/statements.ts';
import type { DepositRepository } from '../deposit/index.ts';
import type { ReportQuery, ReportSlice, SalesReport, ShiftRepository } from '../ledger/index.ts';
import type { StaffRepository } from '../staff/index.ts';
import type { Tabs } from '../tabs/index.ts';
import type { FollowedCounter } from './counter-follower.ts';
import { counterHead } from './erase-in-replica.ts';

/** What an office reads of one counter's database. */
export interface ReplicaStore
  extends Pick<
    SalesStore,
    'get' | 'unresolved' | 'timeline' | 'quarantined' | 'openMoney' | 'knownProducts' | 'resultEvent' | 'webhooksOf'
  > {
  readonly books: SalesReport;
  readonly catalogue: Pick<CatalogueRepository, 'list'>;
  readonly deposit: Pick<DepositRepository, 'estimate'>;
  readonly shifts: ShiftRepository;
  readonly tabs: Tabs;
  readonly cashServices: CashServiceRepository;
  readonly customers: Pick<CustomerData, 'salesOf'>;
  readonly people: Pick<StaffRepository, 'list' | 'whoSold'>;
}

/** A counter whose replica is read. */
export interface ReadCounter {
  readonly id: CounterId;
  readonly name: string;
  readonly path: string;
  readonly db: Database.Database;
  readonly store: ReplicaStore;
}

interface Union
  extends Omit<
    ReplicaStore,
    'unresolved' | 'deposit' | 'catalogue' | 'tabs' | 'shifts' | 'books' | 'people' | 'cashServices'
  > {
  readonly cashServices: Pick<CashServiceRepository, 'get' | 'list' | 'sums'>;
  readonly books: Pick<SalesReport, 'slices' | 'filling' | 'namesOf'>;
  readonly shifts: Pick<ShiftRepository, 'current' | 'drawers'>;
  readonly people: Pick<StaffRepository, 'whoSold'>;
}

/** The databases of all counters, as one and one by one. */
export class ReplicaJournals {
  readonly #counters: () => readonly FollowedCounter[];
  readonly #over: (db: Database.Database) => ReplicaStore;
  readonly #journals = new WeakMap<Database.Database, ReplicaStore>();
  /** what the features read of all counters together */
  readonly union: Union = unionOf((counter) => this.of(counter));

  /**
   * @param over a database's own repositories
   * @param counters asked at each reading: replicas come, and take each other's place
   */
  constructor(counters: () => readonly FollowedCounter[], over: (db: Database.Database) => ReplicaStore) {
    this.#counters = counters;
    this.#over = over;
  }

  /** @param counter only this one; absent: all */
  of(counter?: CounterId): ReadCounter[] {
    const all = this.#read();
    const { contained } = findCopies(all);
    return all.filter(({ id }) => (counter === undefined || id === counter) && !contained.has(id));
  }

  /** the counter whose journal holds the same receipts' series as that one's, and is no older copy of it */
  sameSeries(counter: CounterId): CounterId | undefined {
    return findCopies(this.#read()).sameSeries.get(counter);
  }

  /** An older copy of another counter's journal: all of it is in that one, and it is not read twice. */
  isContained(counter: CounterId): boolean {
    return findCopies(this.#read()).contained.has(counter);
  }

  #read(): ReadCounter[] {
    return this.#counters().flatMap((counter) => {
      const file = counter.file();
      return file ? [{ id: counter.id, name: counter.name, ...file, store: this.#journalOf(file.db) }] : [];
    });
  }

  #journalOf(db: Database.Database): ReplicaStore {
    const before = this.#journals.get(db);
    if (before) return before;
    const opened = this.#over(db);
    const store = { ...opened, books: keepSlices(db, opened.books) };
    this.#journals.set(db, store);
    return store;
  }
}

/**
 * What is read of one replica; null: its file is damaged or out of reach, which its counter's state says, and the others go on. Rejects
 * where the replica is closed meanwhile: another takes its place.
 */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (thrown) {
    const error = toDatabaseError(thrown);
    if (error instanceof DatabaseError && error.kind !== 'closed') return null;
    throw error;
  }
}

type Of = ReplicaJournals['of'];

/** The first answer that is one. */
async function first<T>(of: Of, read: (store: ReplicaStore) => Promise<T | null>): Promise<T | null> {
  for (const { store } of of()) {
    const answer = await read(store);
    if (answer !== null) return answer;
  }
  return null;
}

const all = async <T>(of: Of, read: (store: ReplicaStore) => Promise<readonly T[]>): Promise<T[]> =>
  (await Promise.all(of().map(({ store }) => read(store)))).flat();

const withSale = async <T>(of: Of, id: string, read: (store: ReplicaStore) => Promise<T>): Promise<T | null> =>
  first(of, async (store) => ((await store.get(id)) ? read(store) : null));

const unionOf = (of: Of): Union => ({
  get: (id) => first(of, (store) => store.get(id)),
  timeline: async (id) => (await withSale(of, id, (store) => store.timeline(id))) ?? [],
  resultEvent: (id) => withSale(of, id, (store) => store.resultEvent(id)),
  webhooksOf: async (id) => (await withSale(of, id, (store) => store.webhooksOf(id))) ?? [],
  quarantined: async (limit, signed, onlyOpen) =>
    (await all(of, (store) => store.quarantined(limit, signed, onlyOpen)))
      .toSorted((one, other) => (one.at < other.at ? 1 : -1))
      .slice(0, limit),
  async openMoney(before, after) {
    const sums = await all(of, async (store) => [await ifReadable(() => store.openMoney(before, after))]);
    return sums.filter((sum) => sum !== null).reduce(addMoney, noMoney());
  },
  async knownProducts() {
    const products = await all(of, (store) => store.knownProducts());
    return [...new Map(products.map((each) => [each.product.productCode, each])).values()];
  },
  customers: {
    async salesOf(customerNo) {
      const sales = await all(of, (store) => store.customers.salesOf(customerNo));
      return unique(sales).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
    },
  },
  people: { whoSold: (id) => withSale(of, id, (store) => store.people.whoSold(id)) },
  shifts: {
    current: () => earliestShift(of),
    drawers: async ({ counter, ...days }) =>
      addDrawers(await Promise.all(of(counter).map(({ store }) => store.shifts.drawers(days)))),
  },
  books: booksOf(of),
  cashServices: cashServicesOf(of),
});

const cashServicesOf = (of: Of): Union['cashServices'] => ({
  get: (id) => first(of, (store) => store.cashServices.get(id)),
  async list(query) {
    const lists = of(query.counter).map(async ({ id, store }) =>
      (await store.cashServices.list(query)).map((entry) => Object.assign(entry, { counter: id })),
    );
    const key = ({ at, id }: { at: string; id: string }): string => `${at} ${id}`;
    const all = (await Promise.all(lists)).flat().toSorted((one, other) => (key(one) < key(other) ? 1 : -1));
    return all.slice(0, query.limit);
  },
  async sums(query) {
    return addServiceSums(await Promise.all(of(query.counter).map(({ store }) => store.cashServices.sums(query))));
  },
});

/** Of the open ones, the one that was opened first: the cash of the days since is hidden. */
async function earliestShift(of: Of): Promise<Shift | null> {
  const open = await Promise.all(of().map(({ store }) => store.shifts.current()));
  const [earliest = null] = open.filter((shift) => shift !== null).toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return earliest;
}

const booksOf = (of: Of): Union['books'] => ({
  async slices(query) {
    const merged = new Map<string, ReportSlice>();
    for (const { id, store } of of(query.counter)) {
      for (const { key: own, sums, open } of await store.books.slices(query)) {
        const key = keyAt(id, query.by, own);
        const before = merged.get(key);
        if (before) {
          addTotals(before.sums, sums);
          addTotals(before.open, open);
        } else merged.set(key, { key, sums: { ...sums }, open: { ...open } });
      }
    }
    return [...merged.values()];
  },
  async filling() {
    const left = (await all(of, async (store) => [await store.books.filling()])).filter((one) => one !== null);
    if (left.length === 0) return null;
    return left.reduce((sum, { done, total }) => ({ done: sum.done + done, total: sum.total + total }));
  },
  async namesOf(by) {
    if (by === 'counter') return new Map(of().map(({ id, name }) => [id, name]));
    if (by === 'cashier') {
      const people = await all(of, (store) => store.people.list());
      return new Map(people.map(({ id, name }) => [id, name]));
    }
    if (by !== 'shift') return new Map();
    return new Map(
      of().flatMap(({ id, name, db }) => shiftNumbers(db).map((n) => [shiftKey(id, n), `${name} ${n}`] as const)),
    );
  },
});

const keptAsks = 8;

/**
 * The books of a replica, which keep their last answers for as long as nothing is written to it: books that are open ask again at each
 * counter's event, and what the other counters sold is as before.
 */
function keepSlices(db: Database.Database, books: SalesReport): SalesReport {
  // Of this connection, and of all others.
  const readChanges = pluckStatement(db, `SELECT total_changes() || ' ' || data_version FROM pragma_data_version`);
  const cache = new Map<string, Promise<ReportSlice[]>>();
  let changes: unknown = null;
  return {
    ...books,
    slices(query) {
      const now = readChanges().get();
      if (now !== changes) cache.clear();
      changes = now;
      const key = JSON.stringify(query);
      const slices = cache.get(key) ?? books.slices(query);
      cache.delete(key);
      cache.set(key, slices);
      const [oldest] = cache.keys();
      if (cache.size > keptAsks && oldest !== undefined) cache.delete(oldest);
      slices.catch(() => cache.delete(key));
      return slices;
    },
  };
}

/** A shift is of one counter, and numbers of shifts are each counter's own. */
function keyAt(counter: CounterId, by: ReportQuery['by'], key: string): string {
  if (by === 'counter') return counter;
  return by === 'shift' ? shiftKey(counter, key) : key;
}

const shiftKey = (counter: CounterId, number: string | number): string => `${counter}/${number}`;

const shiftNumbers = (db: Database.Database): number[] =>
  z.array(z.int()).parse(db.prepare('SELECT number FROM shifts').pluck().all());

const unique = (sales: readonly Transaction[]): Transaction[] => [
  ...new Map(sales.map((sale) => [sale.id, sale])).values(),
];

type Money = Awaited<ReturnType<SalesStore['openMoney']>>;

const none = () => ({ count: 0, amount: 0 });

export const noMoney = (): Money => ({
  sending: none(),
  pending: none(),
  unknown: none(),
  disputed: none(),
  overdue: none(),
  cashHeld: none(),
  cashToReturn: none(),
  moneyToReturn: none(),
  changeToReturn: 0,
  cashToCollect: none(),
  moneyToCollect: none(),
  onTab: none(),
  quarantined: 0,
  oldestUnresolvedAt: null,
});

const tallies = [
  'sending',
  'pending',
  'unknown',
  'disputed',
  'overdue',
  'cashHeld',
  'cashToReturn',
  'moneyToReturn',
  'cashToCollect',
  'moneyToCollect',
  'onTab',
] as const;

function addMoney(sum: Money, more: Money): Money {
  for (const name of tallies) addTotals(sum[name], more[name]);
  const oldest = [sum.oldestUnresolvedAt, more.oldestUnresolvedAt].filter((at) => at !== null).toSorted();
  return {
    ...sum,
    changeToReturn: sum.changeToReturn + more.changeToReturn,
    quarantined: sum.quarantined + more.quarantined,
    oldestUnresolvedAt: oldest[0] ?? null,
  };
}

interface Copies {
  contained: ReadonlySet<CounterId>;
  sameSeries: ReadonlyMap<CounterId, CounterId>;
}

const origins = new WeakMap<Database.Database, string>();

/** Asked at each reading, and a database keeps it. */
function originOf(db: Database.Database): string {
  const origin = origins.get(db) ?? journalId(readMeta(db));
  origins.set(db, origin);
  return origin;
}

/**
 * Journals of one origin under several mailboxes: a counter that got another mailbox, or a data folder that was copied to a second
 * machine. Where one log goes on from the other, the older is not read twice. Where each has events of its own, both may have issued the
 * same receipt number.
 */
function findCopies(all: readonly ReadCounter[]): Copies {
  const contained = new Set<CounterId>();
  const sameSeries = new Map<CounterId, CounterId>();
  for (const group of Map.groupBy(all, ({ db }) => originOf(db)).values()) {
    if (group.length < 2) continue;
    for (const [at, one] of group.entries()) {
      for (const other of group.slice(at + 1)) {
        if (contained.has(one.id) || contained.has(other.id)) continue;
        if (holds(other.db, counterHead(one.db))) contained.add(one.id);
        else if (holds(one.db, counterHead(other.db))) contained.add(other.id);
        else if (sharesSeries(one.db, other.db)) {
          sameSeries.set(one.id, other.id);
          sameSeries.set(other.id, one.id);
        }
      }
    }
  }
  return { contained, sameSeries };
}

/** Whether both have issued numbers of one series since they parted. */
function sharesSeries(one: Database.Database, other: Database.Database): boolean {
  const last = (db: Database.Database): Map<string, number> =>
    new Map(
      z
        .array(z.tuple([z.string(), z.int()]))
        .parse(db.prepare('SELECT series, max(number) FROM receipts GROUP BY series').raw().all()),
    );
  const saleAt = (db: Database.Database, series: string, number: number): unknown =>
    db.prepare('SELECT sale_id FROM receipts WHERE series = ? AND number = ?').pluck().get(series, number);
  const of = last(other);
  return [...last(one)].some(([series, number]) => {
    const both = Math.min(number, of.get(series) ?? 0);
    return both > 0 && saleAt(one, series, both) !== saleAt(other, series, both);
  });
}
