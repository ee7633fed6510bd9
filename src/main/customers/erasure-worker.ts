import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { z } from 'zod';
import type { CustomerErased } from '../../shared/contract/customers.ts';
import type { Erasure } from '../../shared/domain/erasure.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { createSerialQueue } from '../base/async.ts';
import { type Clock, errorName, type Log, type Random } from '../base/system.ts';
import type { RunTask } from '../db/database-tasks.ts';
import { diskFiles } from '../db/disk-files.ts';
import { connect } from '../db/open-database.ts';
import { comparisonPath, removeComparison } from '../files/index.ts';
import type { ParkedSales } from '../parking/index.ts';
import type { SearchService } from '../search/index.ts';
import type { ErasureStart } from './customer-data.ts';
import { erasuresFile, readErasures, writeErasures } from './erasure-log.ts';
import { type EraseAtRelay, eraseWaitingAtRelay } from './erasure-queue.ts';
import type { CustomerDatabase } from './export-customer.ts';
import { followErasures, type ShopDigest } from './follow-erasures.ts';

const dayMs = 24 * 60 * 60_000;
/** As long as the relay keeps them. */
const keptErasureMs = 400 * dayMs;
const intervalMs = 60 * 60_000;
/** Leaves the disk to the cashier's commits between two small batches. */
const pauseMs = 20;
/** VACUUM takes about a second up to this size; a larger file waits until the program ends. */
const maxSmallBytes = 64 * 1024 * 1024;
/** Pages reload when more sales than these changed. */
const maxPublished = 200;
const maxCleanMs = 10 * 60_000;
/** Rebuilding the index of a large database takes longer; it then continues unawaited. */
const maxIndexWaitMs = 10_000;
/** The program's end waits no longer; the next end tries again. */
const maxFinalCleanMs = 60_000;

interface ErasureWorkerDeps {
  journal: CustomerDatabase & { readonly terminal: string };
  journalPath: string;
  /** of this mode's files */
  folder: string;
  /** where backups go; null in training */
  copies(): string | null;
  /** rejects where the folder cannot be read */
  listCopies(folder: string): Promise<ReadonlyArray<{ terminal: string }>>;
  searchService: Pick<SearchService, 'forget'>;
  /** null: customers' data is kept forever */
  maskAfterDays(): number | null;
  /** how far the relay's clock is ahead of this machine's, in milliseconds; null: not known yet */
  clockAheadMs(): number | null;
  /** the shop's day, YYYY-MM-DD */
  today(): string;
  clock: Clock;
  runTask: RunTask;
  log: Log;
  publishSale(sale: Transaction): void;
  /** removes copies of the provider's statements that the host holds */
  forgetStatements(): Promise<void>;
  parked: Pick<ParkedSales, 'list' | 'erase' | 'eraseOlder'>;
  /** null also where the counter may lack what the relay has delivered: an older copy must not erase what it has not read */
  eraseAtRelay: EraseAtRelay;
  /** under the shop's key, and behind it its earlier ones; empty: the counter is in no shop with others, or lacks its key */
  shopDigests(): readonly ShopDigest[];
  /** Gives the relay what the other counters are to erase; resolves when it has answered or was silent. */
  postNotices(): Promise<void>;
  random: Random;
}

type ErasureRequest = { customerNo: string; note: string };
type Erased = { kind: 'erased'; what: CustomerErased } | Exclude<ErasureStart, { kind: 'begun' }>;

/** Erases customers' data in small steps in the background: on request, by age, and in restored databases. */
export interface ErasureWorker {
  erase(ask: ErasureRequest): Promise<Erased>;
  /** The relay answers again: what waits for it or for its clock is done now, not only with the hourly run. */
  onRelayLive(): void;
  /** Erasures of other counters have arrived: this one follows in the background. */
  follow(): void;
  /** Stops; the next start continues. @param last the program ends, so slow steps are done now */
  stop(last: boolean): Promise<void>;
}

export function startErasureWorker(deps: ErasureWorkerDeps): ErasureWorker {
  const { journal, folder, clock, log, copies } = deps;
  const { customers } = journal;
  const stopping = new AbortController();
  const now = (): string => new Date(clock.now()).toISOString();
  let lastAgedAt = Number.NEGATIVE_INFINITY;
  let waitsForClock = false;
  /** true if the search index may hold erased data, for example after a crash */
  let indexMayHold = true;
  const queue = createSerialQueue();
  const logged = <T>(task: () => Promise<T>): Promise<T> => {
    const result = queue(task);
    result.catch((error: unknown) => {
      log.error('cannot erase customers’ data', { error: errorName(error) });
    });
    return result;
  };

  const listFiles = (): string[] =>
    [folder, copies()].flatMap((place) => (place === null ? [] : [erasuresFile(place, customers.databaseId)]));
  const saveErasureLists = async (): Promise<void> => {
    const list = await customers.erasures();
    if (list.length === 0) return;
    for (const path of listFiles()) {
      try {
        writeErasures(path, customers.databaseId, list, diskFiles);
      } catch {
        // A removable drive is missing; the next run writes the list.
        log.warn('cannot write the list of erasures');
      }
    }
  };
  const age = async (): Promise<void> => {
    const days = deps.maskAfterDays();
    if (days === null || clock.monotonic() - lastAgedAt < dayMs) return;
    lastAgedAt = clock.monotonic();
    const before = new Date(clock.now() - days * dayMs).toISOString();
    await deps.parked.eraseOlder(before);
    while (!stopping.signal.aborted && (await customers.queueOlder(before)))
      await clock.sleep(pauseMs, stopping.signal);
  };
  /** Runs hourly, because the shop's day changes while the program runs. */
  const purge = async (): Promise<void> => {
    while (!stopping.signal.aborted && (await journal.customerBook.purge(deps.today()))) {
      await clock.sleep(pauseMs, stopping.signal);
    }
  };
  /** @returns how many sales were erased */
  const erase = async (): Promise<number> => {
    let count = 0;
    while (!stopping.signal.aborted) {
      const erased = await customers.eraseNext(now());
      for (const sale of erased) {
        count += 1;
        if (count <= maxPublished) deps.publishSale(sale);
      }
      if (erased.length === 0) break;
      indexMayHold = true;
      await clock.sleep(pauseMs, stopping.signal);
    }
    return count;
  };
  /** Without any erasure the index need not be checked at a start. */
  const mayHaveErased = async (): Promise<boolean> =>
    deps.maskAfterDays() !== null || (await customers.state()).leftovers || (await customers.erasures()).length > 0;
  /** Waits until the index has removed erased sales, including those that a crash left behind. */
  const forget = async (): Promise<void> => {
    const waiting = new AbortController();
    const endWaiting = async (): Promise<void> => {
      await clock.sleep(maxIndexWaitMs, waiting.signal);
      waiting.abort();
    };
    void endWaiting();
    try {
      indexMayHold = !(await deps.searchService.forget(AbortSignal.any([stopping.signal, waiting.signal])));
    } finally {
      waiting.abort();
    }
  };
  /** The comparison holds the provider's statement and the shop's sales; it is made again when needed. */
  const forgetComparison = async (): Promise<void> => {
    try {
      await deps.forgetStatements();
      removeComparison(comparisonPath(folder));
    } catch {
      // A file that is open cannot be removed on every system; the next start removes it.
      log.warn('cannot remove the last comparison');
    }
  };
  const isSmall = async (): Promise<boolean> => (await stat(deps.journalPath)).size <= maxSmallBytes;
  const clean = async (withinMs: number, mayTakeLong: boolean, customerNo: string | null): Promise<string[]> => {
    if (!(await customers.state()).leftovers) return [];
    const answer = await deps.runTask(
      {
        task: 'clean',
        journal: deps.journalPath,
        vacuum: mayTakeLong || (await isSmall()),
        replaced: await listReplaced(folder),
        erasures: await customers.erasures(),
        customerNo,
        at: now(),
      },
      { withinMs, ...(mayTakeLong ? {} : { signal: stopping.signal }) },
    );
    if (answer.kind === 'cleaned') return answer.unreached;
    log.warn('traces of erased data are still in the file');
    return [];
  };
  const eraseAtRelay = (): Promise<void> => eraseWaitingAtRelay(customers, deps.eraseAtRelay, stopping.signal);
  const eraseQueued = async (customerNo: string | null): Promise<string[]> => {
    const erased = await erase();
    if (indexMayHold && (erased > 0 || (await mayHaveErased()))) await forget();
    if (erased > 0 || customerNo !== null) await forgetComparison();
    await saveErasureLists();
    await eraseAtRelay();
    if (stopping.signal.aborted) return [];
    const unreached = await clean(maxCleanMs, false, customerNo);
    // A reader may have prevented it. The number is not needed again.
    if ((await isSmall()) && (await customers.state()).leftovers) await clean(maxCleanMs, false, null);
    return unreached;
  };
  /** A clock that was set forward would make every customer's data too old, and what is erased does not come back. */
  const isClockSure = (): boolean => {
    const ahead = deps.clockAheadMs();
    return ahead !== null && Math.abs(ahead) < dayMs;
  };
  /** For the other counters, which recognise their customer's number by it. */
  const noticeOf = (customerNo: string) => {
    const [digest] = deps.shopDigests();
    const id = v7({ msecs: clock.now(), random: deps.random.bytes(16) });
    const at = new Date(clock.now() + (deps.clockAheadMs() ?? 0)).toISOString();
    return digest ? { id, keyId: digest.keyId, digest: digest.of(customerNo), at } : null;
  };
  const followOthers = async (): Promise<void> => {
    const { shopErasures } = journal;
    const { parked, log } = deps;
    const aheadMs = deps.clockAheadMs() ?? 0;
    const how = { aheadMs, customers, shopErasures, parked, digests: deps.shopDigests(), clock, pauseMs, log };
    for (const customerNo of await followErasures({ ...how, signal: stopping.signal })) await eraseQueued(customerNo);
  };
  const runOnce = (): Promise<void> =>
    logged(async () => {
      if (stopping.signal.aborted) return;
      const known = listFiles().flatMap((path) => readErasures(path, customers.databaseId, diskFiles));
      const again = await customers.reapply(known, now());
      if (again > 0) log.warn('erasures repeated in an older database', { erasures: again });
      waitsForClock = !isClockSure();
      if (!waitsForClock) {
        await purge();
        await age();
        await journal.shopErasures.forget(new Date(clock.now() - keptErasureMs).toISOString());
      }
      await eraseQueued(null);
      await followOthers();
    });

  const quietly = (): void => void runOnce().catch(() => undefined);
  const stopTimer = clock.every(intervalMs, quietly);
  quietly();

  return {
    erase: ({ customerNo, note }) =>
      logged(async () => {
        const entries = await journal.customerBook.ofNumber(customerNo);
        const begun = await customers.begin({ customerNo, note, at: now(), notice: noticeOf(customerNo) });
        if (begun.kind === 'unsettled' || begun.kind === 'tab_open') return begun;
        const parked = await deps.parked.erase(
          customerNo,
          entries.map(({ id }) => id),
        );
        if (begun.kind === 'nothing' && parked === 0) return begun;
        const unreached = await eraseQueued(customerNo);
        await deps.postNotices();
        const { leftovers, atRelay } = await customers.state();
        const { sales, webhooks, saved } = begun.kind === 'begun' ? begun : { sales: 0, webhooks: 0, saved: 0 };
        return {
          kind: 'erased',
          what: {
            sales,
            webhooks,
            saved,
            leftovers: leftovers || indexMayHold,
            unreached,
            atRelay,
            others: await toOthers(),
            ...(await countBackups()),
          },
        };
      }),
    follow: () => void logged(followOthers).catch(() => undefined),
    onRelayLive: () => (waitsForClock ? quietly() : void logged(eraseAtRelay).catch(() => undefined)),
    async stop(atEnd) {
      stopTimer();
      stopping.abort();
      await queue(async () => undefined);
      if (atEnd) await logged(() => clean(maxFinalCleanMs, true, null)).catch(() => undefined);
    },
  };

  async function toOthers(): Promise<CustomerErased['others']> {
    const [digest] = deps.shopDigests();
    if (!digest) return 'none';
    return (await journal.shopErasures.toPost(digest.keyId)).length > 0 ? 'waiting' : 'posted';
  }

  async function countBackups(): Promise<{ copies: number; oldCopies: number }> {
    const place = copies();
    const found = place === null ? [] : await deps.listCopies(place).catch(() => []);
    return { copies: found.length, oldCopies: found.filter(({ terminal }) => terminal !== journal.terminal).length };
  }
}

/** Databases that a restore replaced. */
async function listReplaced(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^replaced-\w+\.db$/.test(name)).map((name) => join(folder, name));
}

const Checkpoint = z.array(z.object({ busy: z.int() }));

/**
 * Removes erased data from free pages of the file and from the WAL. VACUUM takes as long as copying the file and
 * blocks writers. It keeps rowids, which the search index refers to: SQLite renumbers rows only in tables without an
 * INTEGER PRIMARY KEY.
 * @param vacuum rewrites the file; otherwise only the WAL is emptied
 * @returns whether it is done; a reader can prevent it
 */
export function purgeErasedTraces(path: string, vacuum: boolean): boolean {
  const db = connect(path, false);
  try {
    if (vacuum) db.exec('VACUUM');
    const emptied = Checkpoint.parse(db.pragma('wal_checkpoint(TRUNCATE)')).every(({ busy }) => busy === 0);
    if (emptied && vacuum) db.exec('UPDATE erasure_state SET vacuum_pending = 0 WHERE only = 1 AND vacuum_pending = 1');
    return emptied;
  } finally {
    db.close();
  }
}

/**
 * Erases in a database that a restore replaced. It is no longer in use, so its sales need not be settled first. Rejects with
 * DatabaseError when it cannot be opened.
 * @param customerNo of the erasure just requested: the replaced database may hold sales that the present one lacks
 */
export async function eraseInReplaced(
  path: string,
  open: (path: string) => Promise<CustomerDatabase & { close(): Promise<void> }>,
  ask: { erasures: readonly Erasure[]; customerNo: string | null; at: string },
): Promise<void> {
  const journal = await open(path);
  try {
    const { customers } = journal;
    await customers.reapply(ask.erasures, ask.at);
    if (ask.customerNo !== null) await customers.reapply([await everythingOf(ask.customerNo)], ask.at);
    while ((await customers.eraseNext(ask.at, true)).length > 0);
  } finally {
    await journal.close();
  }
  purgeErasedTraces(path, true);

  async function everythingOf(customerNo: string): Promise<Erasure> {
    const { customers } = journal;
    const [sales, webhooks] = [await customers.salesOf(customerNo), await customers.webhooksOf(customerNo)];
    return {
      at: ask.at,
      digest: '',
      sales: sales.map(({ id }) => id),
      webhooks: webhooks.map(({ seq, hash }) => [seq, hash] as const),
      saved: (await journal.customerBook.ofNumber(customerNo)).map(({ id }) => id),
    };
  }
}
