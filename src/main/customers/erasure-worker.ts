import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import type { CustomerErased } from '../../shared/contract/customers.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { createSerialQueue } from '../base/async.ts';
import { type Clock, errorName, isoNow, type Log, type Random } from '../base/system.ts';
import type { RunTask } from '../db/database-tasks.ts';
import { diskFiles } from '../db/disk-files.ts';
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
  db: CustomerDatabase & { readonly terminal: string };
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
  /** by which an erasure is named to the other counters, also while this one lacks the shop's key; null: there are none */
  noticeDigest(): ShopDigest | null;
  /** Gives the relay what the other counters are to erase; resolves when it has answered or was silent. */
  postNotices(): Promise<void>;
  random: Random;
}

type ErasureRequest = { customerNo: string; note: string };
type Erased = { kind: 'erased'; counts: CustomerErased } | Exclude<ErasureStart, { kind: 'begun' }>;

/**
 * Erases customers' data in small steps in the background: on request, by age, and in restored databases. Begins at once, and looks
 * every hour for what has become too old.
 */
export class ErasureWorker {
  readonly #deps: ErasureWorkerDeps;
  readonly #customers: CustomerDatabase['customers'];
  readonly #stopping = new AbortController();
  readonly #queue = createSerialQueue();
  readonly #stopTimer: () => void;
  #lastAgedAt = Number.NEGATIVE_INFINITY;
  #waitsForClock = false;
  /** true if the search index may hold erased data, for example after a crash */
  #indexMayHold = true;

  constructor(deps: ErasureWorkerDeps) {
    this.#deps = deps;
    this.#customers = deps.db.customers;
    const runQuietly = (): void => this.#quietly(() => this.#run());
    this.#stopTimer = deps.clock.every(intervalMs, runQuietly);
    runQuietly();
  }

  erase({ customerNo, note }: ErasureRequest): Promise<Erased> {
    return this.#logged(async () => {
      const { parked, db, postNotices } = this.#deps;
      const entries = await db.customerBook.ofNumber(customerNo);
      const notice = this.#noticeOf(customerNo);
      const begun = await this.#customers.begin({ customerNo, note, at: this.#now(), notice });
      if (begun.kind === 'unsettled' || begun.kind === 'tab_open') return begun;
      const parkedCount = await parked.erase(
        customerNo,
        entries.map(({ id }) => id),
      );
      if (begun.kind === 'nothing' && parkedCount === 0) return begun;
      const unreached = await this.#eraseQueued(customerNo);
      await postNotices();
      const { leftovers, atRelay } = await this.#customers.state();
      const { sales, webhooks, saved } = begun.kind === 'begun' ? begun : { sales: 0, webhooks: 0, saved: 0 };
      const own = { sales, webhooks, saved, leftovers: leftovers || this.#indexMayHold, unreached, atRelay };
      const others = await this.#stateOfNotices();
      return { kind: 'erased', counts: { ...own, others, ...(await this.#countBackups()) } };
    });
  }

  /** The relay answers again: what waits for it or for its clock is done now, not only with the hourly run. */
  onRelayLive(): void {
    this.#quietly(this.#waitsForClock ? () => this.#run() : () => this.#eraseAtRelay());
  }

  /** Erasures of other counters have arrived: this one follows in the background. */
  follow(): void {
    this.#quietly(() => this.#followOthers());
  }

  /** Stops; the next start continues. @param last the program ends, so slow steps are done now */
  async stop(last: boolean): Promise<void> {
    this.#stopTimer();
    this.#stopping.abort();
    await this.#queue(async () => undefined);
    if (last) await this.#logged(() => this.#clean(maxFinalCleanMs, true, null)).catch(() => undefined);
  }

  #logged<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#queue(task);
    result.catch((error: unknown) => {
      this.#deps.log.error('cannot erase customers’ data', { error: errorName(error) });
    });
    return result;
  }

  #quietly(task: () => Promise<void>): void {
    void this.#logged(task).catch(() => undefined);
  }

  #now(): string {
    return isoNow(this.#deps.clock);
  }

  async #run(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const { db, clock, log } = this.#deps;
    const erasures = this.#listFiles().flatMap((path) => readErasures(path, this.#customers.databaseId, diskFiles));
    const again = await this.#customers.reapply(erasures, this.#now());
    if (again > 0) log.warn('erasures repeated in an older database', { erasures: again });
    this.#waitsForClock = !this.#isClockSure();
    if (!this.#waitsForClock) {
      await this.#purge();
      await this.#age();
      await db.shopErasures.forget(new Date(clock.now() - keptErasureMs).toISOString());
    }
    await this.#eraseQueued(null);
    await this.#followOthers();
  }

  /** A clock that was set forward would make every customer's data too old, and what is erased does not come back. */
  #isClockSure(): boolean {
    const ahead = this.#deps.clockAheadMs();
    return ahead !== null && Math.abs(ahead) < dayMs;
  }

  /** Runs hourly, because the shop's day changes while the program runs. */
  #purge(): Promise<void> {
    const { db, today } = this.#deps;
    return this.#repeat(() => db.customerBook.purge(today()));
  }

  async #age(): Promise<void> {
    const { maskAfterDays, clock, parked } = this.#deps;
    const days = maskAfterDays();
    if (days === null || clock.monotonic() - this.#lastAgedAt < dayMs) return;
    this.#lastAgedAt = clock.monotonic();
    const before = new Date(clock.now() - days * dayMs).toISOString();
    await parked.eraseOlder(before);
    await this.#repeat(() => this.#customers.queueOlder(before));
  }

  /** In small steps, until one has nothing left to do or the worker stops. */
  async #repeat(step: () => Promise<boolean>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && (await step())) await this.#deps.clock.sleep(pauseMs, signal);
  }

  /** @returns what a replaced database that could not be opened is called */
  async #eraseQueued(customerNo: string | null): Promise<string[]> {
    const erased = await this.#eraseNext();
    if (this.#indexMayHold && (erased > 0 || (await this.#mayHaveErased()))) await this.#forget();
    if (erased > 0 || customerNo !== null) await this.#forgetComparison();
    await this.#saveErasureLists();
    await this.#eraseAtRelay();
    if (this.#stopping.signal.aborted) return [];
    const unreached = await this.#clean(maxCleanMs, false, customerNo);
    // A reader may have prevented it. The number is not needed again.
    if ((await this.#isSmall()) && (await this.#customers.state()).leftovers)
      await this.#clean(maxCleanMs, false, null);
    return unreached;
  }

  /** @returns how many sales were erased */
  async #eraseNext(): Promise<number> {
    let count = 0;
    await this.#repeat(async () => {
      const erased = await this.#customers.eraseNext(this.#now());
      for (const sale of erased) {
        count += 1;
        if (count <= maxPublished) this.#deps.publishSale(sale);
      }
      this.#indexMayHold ||= erased.length > 0;
      return erased.length > 0;
    });
    return count;
  }

  /** Without any erasure the index need not be checked at a start. */
  async #mayHaveErased(): Promise<boolean> {
    if (this.#deps.maskAfterDays() !== null || (await this.#customers.state()).leftovers) return true;
    return (await this.#customers.erasures()).length > 0;
  }

  /** Waits until the index has removed erased sales, including those that a crash left behind. */
  async #forget(): Promise<void> {
    const { clock, searchService } = this.#deps;
    const waiting = new AbortController();
    const endWaiting = async (): Promise<void> => {
      await clock.sleep(maxIndexWaitMs, waiting.signal);
      waiting.abort();
    };
    void endWaiting();
    try {
      this.#indexMayHold = !(await searchService.forget(AbortSignal.any([this.#stopping.signal, waiting.signal])));
    } finally {
      waiting.abort();
    }
  }

  /** The comparison holds the provider's statement and the shop's sales; it is made again when needed. */
  async #forgetComparison(): Promise<void> {
    const { forgetStatements, folder, log } = this.#deps;
    try {
      await forgetStatements();
      removeComparison(comparisonPath(folder));
    } catch {
      // A file that is open cannot be removed on every system; the next start removes it.
      log.warn('cannot remove the last comparison');
    }
  }

  #listFiles(): string[] {
    const { folder, copies } = this.#deps;
    return [folder, copies()].flatMap((place) =>
      place === null ? [] : [erasuresFile(place, this.#customers.databaseId)],
    );
  }

  async #saveErasureLists(): Promise<void> {
    const list = await this.#customers.erasures();
    if (list.length === 0) return;
    for (const path of this.#listFiles()) {
      try {
        writeErasures(path, this.#customers.databaseId, list, diskFiles);
      } catch {
        // A removable drive is missing; the next run writes the list.
        this.#deps.log.warn('cannot write the list of erasures');
      }
    }
  }

  #eraseAtRelay(): Promise<void> {
    return eraseWaitingAtRelay(this.#customers, this.#deps.eraseAtRelay, this.#stopping.signal);
  }

  async #isSmall(): Promise<boolean> {
    return (await stat(this.#deps.journalPath)).size <= maxSmallBytes;
  }

  async #clean(withinMs: number, mayTakeLong: boolean, customerNo: string | null): Promise<string[]> {
    if (!(await this.#customers.state()).leftovers) return [];
    const { runTask, journalPath, folder, log } = this.#deps;
    const answer = await runTask(
      {
        task: 'clean',
        database: journalPath,
        vacuum: mayTakeLong || (await this.#isSmall()),
        replaced: await listReplaced(folder),
        erasures: await this.#customers.erasures(),
        customerNo,
        at: this.#now(),
      },
      { withinMs, ...(mayTakeLong ? {} : { signal: this.#stopping.signal }) },
    );
    if (answer.kind === 'cleaned') return answer.unreached;
    log.warn('traces of erased data are still in the file');
    return [];
  }

  /** For the other counters, which recognise their customer's number by it. */
  #noticeOf(customerNo: string) {
    const { noticeDigest, clock, random, clockAheadMs } = this.#deps;
    const digest = noticeDigest();
    const id = v7({ msecs: clock.now(), random: random.bytes(16) });
    const at = new Date(clock.now() + (clockAheadMs() ?? 0)).toISOString();
    return digest ? { id, keyId: digest.keyId, digest: digest.of(customerNo), at } : null;
  }

  async #stateOfNotices(): Promise<CustomerErased['others']> {
    const digest = this.#deps.noticeDigest();
    if (!digest) return 'none';
    return (await this.#deps.db.shopErasures.toPost(digest.keyId)).length > 0 ? 'waiting' : 'posted';
  }

  async #followOthers(): Promise<void> {
    const { db, parked, clockAheadMs, shopDigests, clock, log } = this.#deps;
    const { shopErasures } = db;
    const numbers = await followErasures({
      customers: this.#customers,
      shopErasures,
      parked,
      digests: shopDigests(),
      aheadMs: clockAheadMs() ?? 0,
      clock,
      pauseMs,
      log,
      signal: this.#stopping.signal,
    });
    for (const customerNo of numbers) await this.#eraseQueued(customerNo);
  }

  async #countBackups(): Promise<{ copies: number; oldCopies: number }> {
    const { copies, listCopies, db } = this.#deps;
    const folder = copies();
    const backups = folder === null ? [] : await listCopies(folder).catch(() => []);
    const old = backups.filter(({ terminal }) => terminal !== db.terminal);
    return { copies: backups.length, oldCopies: old.length };
  }
}

export const startErasureWorker = (deps: ErasureWorkerDeps): ErasureWorker => new ErasureWorker(deps);

/** Databases that a restore replaced. */
async function listReplaced(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^replaced-\w+\.db$/.test(name)).map((name) => join(folder, name));
}
