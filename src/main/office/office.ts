import type Database from 'better-sqlite3';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { CounterId, OfficeCounter, OfficeState } from '../../shared/contract/office.ts';
import type { OutlineSearch, TransactionOutline, TransactionPage } from '../../shared/contract/transactions.ts';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import { overdueBounds, type Transaction } from '../../shared/domain/transaction.ts';
import type { Log, System } from '../base/system.ts';
import { readMeta } from '../db/metadata.ts';
import type { OpenMoney } from '../db/open-money.ts';
import type { OfficeAtRelay } from '../relay-client/index.ts';
import {
  outlineOf,
  prepareSource,
  type SearchRequest,
  type SearchService,
  type SearchSource,
  searchSources,
  ThreadedSearch,
} from '../search/index.ts';
import type { FollowedCounter } from './counter-follower.ts';
import { lastEventAt, type OfficeErasures } from './erase-in-replica.ts';
import { FollowedCounters } from './follow-counters.ts';
import { indexOf } from './replica.ts';
import { ifReadable, noMoney, ReplicaJournals, type ReplicaStore } from './replica-journals.ts';

/** The counters of a shop as their office has them (docs/adr/0031-office.md). */
export interface Office {
  state(): Promise<OfficeState>;
  readonly journals: ReplicaJournals;
  /** over all of them, or the one that the request names */
  readonly search: SearchService;
  /** of all counters together */
  openMoney(): Promise<OpenMoney>;
  /** An erasure is known that was not before: it is repeated in the replicas of counters that ship no more. */
  erase(): void;
  stop(): Promise<void>;
}

export interface OfficeDeps {
  system: Pick<System, 'clock' | 'random' | 'workers'>;
  /** null: the connection is not set */
  relay: OfficeAtRelay | null;
  /** derived from the shop's key for its log; null: the office lacks the key */
  logKey(): Uint8Array | null;
  /** of the replicas */
  folder: string;
  over(db: Database.Database): ReplicaStore;
  erasures: OfficeErasures;
  /** Those that the office's own catalogue lacks are added: an office without a provider has none to price. */
  addProducts(items: readonly CatalogueItem[]): Promise<void>;
  /** after how long a pending sale is overdue */
  overdueMs(): number;
  publish(event: KonterEvent): void;
  /** what the status shows of the counters has changed */
  statusChanged(): void;
  log: Log;
}

/** What several batches change in a moment is one event. */
const gatherMs = 200;

/** Opens the replicas of an earlier run, and follows the counters from there. */
export async function openOffice(deps: OfficeDeps): Promise<Office> {
  const { system, publish, log } = deps;
  const { clock } = system;
  let stopPublishing: (() => void) | null = null;
  /** sales have changed without an event of their own */
  let areReceiptsStale = false;
  let isStopped = false;
  let following: FollowedCounters | null = null;
  const all = (): readonly FollowedCounter[] => following?.all() ?? [];
  const journals = new ReplicaJournals(all, deps.over);
  const search = searchOver(system, journals, (message) => log.warn('a search index failed', { message }));
  const state = async (): Promise<OfficeState> => ({
    ...(following?.relay() ?? { relay: 'unreachable', at: null }),
    counters: await readCounters(all(), journals, openMoneyBounds()),
  });
  const openMoneyBounds = () => overdueBounds(clock.now(), deps.overdueMs());
  const publishSoon = (): void => {
    if (isStopped) return;
    stopPublishing ??= clock.after(gatherMs, () => {
      stopPublishing = null;
      deps.statusChanged();
      if (areReceiptsStale) publish({ type: 'receipts' });
      areReceiptsStale = false;
      // A replica that is closing meanwhile is in the next one.
      void state().then(
        (office) => publish({ type: 'office', office }),
        () => undefined,
      );
    });
  };
  const applied = (counter: CounterId, sales: readonly Transaction[]): void => {
    search.committed();
    if (sales.some(isErased)) void search.forget();
    // What is read up after a pause is too much for an event each: the pages read their lists again.
    const isLive = all().some(({ id, state: now }) => id === counter && now === 'following');
    if (isLive) for (const transaction of sales) publish({ type: 'transaction', transaction, counter });
    else areReceiptsStale = true;
    publishSoon();
  };
  const addProducts = async (): Promise<void> => {
    for (const { store } of journals.of()) await deps.addProducts(await store.catalogue.list());
  };
  const opened = await FollowedCounters.open({
    ...deps,
    clock,
    random: system.random,
    changed: publishSoon,
    applied,
    erased() {
      search.committed();
      void search.forget();
      areReceiptsStale = true;
      publishSoon();
    },
    replaced: async () => {
      await search.close();
      await addProducts().catch(() => log.error('the products of a counter could not be added'));
      areReceiptsStale = true;
      publishSoon();
    },
  });
  following = opened;
  publishSoon();
  return {
    state,
    journals,
    search,
    openMoney() {
      const { before, after } = openMoneyBounds();
      return journals.union.openMoney(before, after);
    },
    erase: () => opened.erase(),
    async stop() {
      isStopped = true;
      stopPublishing?.();
      await search.close();
      await opened.stop();
    },
  };
}

async function readCounters(
  counters: readonly FollowedCounter[],
  journals: ReplicaJournals,
  { before, after }: { before: string; after: string },
): Promise<OfficeCounter[]> {
  const read = new Map(journals.of().map((counter) => [counter.id, counter]));
  const ofCounter = async (followed: FollowedCounter): Promise<OfficeCounter> => {
    const { id, name, state, silentSince } = followed;
    const copy = await ifReadable(async () => {
      const db = followed.file()?.db;
      const store = read.get(id)?.store;
      return {
        terminal: db ? readMeta(db).terminal : null,
        lastEventAt: db ? lastEventAt(db) : null,
        money: store ? await store.openMoney(before, after) : noMoney(),
        openShift: (await store?.shifts.current())?.number ?? null,
      };
    });
    const { money, ...head } = copy ?? { terminal: null, lastEventAt: null, money: noMoney(), openShift: null };
    const { sending, pending, unknown, disputed, moneyToReturn, moneyToCollect, onTab } = money;
    const unresolved = [sending, pending, unknown, disputed].reduce((sum, each) => ({
      count: sum.count + each.count,
      amount: sum.amount + each.amount,
    }));
    const sameSeries = journals.sameSeries(id);
    return {
      id,
      name,
      state: copy !== null || state === 'revoked' ? state : 'not_stored',
      ...head,
      ...(sameSeries === undefined ? {} : { sameSeries }),
      ...(silentSince === undefined ? {} : { silentSince }),
      unresolved,
      moneyToReturn: { ...moneyToReturn, amount: moneyToReturn.amount + money.changeToReturn },
      moneyToCollect,
      onTab,
    };
  };
  return Promise.all(counters.map(ofCounter));
}

/** Two search threads for all replicas, and one for their indexes. They end when a replica's file is another, and begin at the next search. */
function searchOver(
  system: Pick<System, 'clock' | 'workers'>,
  journals: ReplicaJournals,
  failed: (message: string) => void,
): SearchService {
  const sources = new WeakMap<Database.Database, SearchSource>();
  const sourceOf = (db: Database.Database): SearchSource => {
    const source = sources.get(db) ?? prepareSource(db);
    sources.set(db, source);
    return source;
  };
  let current: { files: string; service: SearchService } | null = null;
  /** the threads of before may still have the files that the next ones open */
  let closing: Promise<void> = Promise.resolve();
  const close = (): Promise<void> => {
    const before = current?.service;
    current = null;
    if (before) closing = closing.then(() => before.close());
    return closing;
  };
  const service = (): SearchService => {
    const files = journals.of().map(({ id, path }) => ({ database: path, index: indexOf(path), counter: id }));
    const names = JSON.stringify(files);
    if (current?.files !== names) {
      void close();
      const fallback = {
        search: async (request: SearchRequest, today: string): Promise<TransactionPage> => {
          const replicas = journals.of(request.counter);
          const all = replicas.map(({ db }) => ({ source: sourceOf(db), index: { kind: 'missing' as const } }));
          const { page, places } = searchSources(all, { request, today });
          return { ...page, counters: places.flatMap((place) => replicas[place]?.id ?? []) };
        },
        outline: async (request: OutlineSearch): Promise<TransactionOutline> =>
          outlineOf(
            journals.of(request.counter).map(({ db }) => db),
            request,
            () => undefined,
          ),
      };
      current = { files: names, service: new ThreadedSearch({ system, db: fallback, files, failed }) };
    }
    return current.service;
  };
  return {
    async search(request, today, signal) {
      await closing;
      return service().search(request, today, signal);
    },
    async outline(request, signal) {
      await closing;
      return service().outline(request, signal);
    },
    committed: () => current?.service.committed(),
    async forget(signal) {
      await closing;
      return service().forget(signal);
    },
    close,
  };
}
