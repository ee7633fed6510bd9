import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CustomerErased } from '../../shared/contract/customers.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { createSerialQueue } from '../base/async.ts';
import type { Clock, Log } from '../base/system.ts';
import { diskFiles } from '../db/disk-files.ts';
import { runTask } from '../db/worker/run-task.ts';
import { removeScratch, scratchIn } from '../files/index.ts';
import type { Finder } from '../search/index.ts';
import type { BegunErasing } from './customer-data-types.ts';
import { erasuresFile, readErasures, writeErasures } from './erasures-file.ts';
import type { CustomerDatabase } from './export-customer.ts';

const dayMs = 24 * 60 * 60_000;
const everyMs = 60 * 60_000;
/** Between two small batches the seller's commits have the disk to themselves. */
const restMs = 20;
/** Written anew in about a second; a larger file waits until nobody sells. */
const smallBytes = 64 * 1024 * 1024;
/** A page that shows more of them reads them anew. */
const maxPublished = 200;
const cleanMs = 10 * 60_000;
/** The index of a large book is written anew for longer, with rests: it goes on without being waited for. */
const indexMs = 10_000;
/** The program's end waits no longer; the next end tries again. */
const lastCleanMs = 60_000;

export interface WorkerDeps {
  journal: CustomerDatabase & { readonly terminal: string };
  journalPath: string;
  /** the world's */
  folder: string;
  /** where copies go; null in training */
  copies(): string | null;
  /** the copies that are there; rejects where the folder cannot be read */
  listCopies(folder: string): Promise<ReadonlyArray<{ terminal: string }>>;
  finder: Pick<Finder, 'forget'>;
  /** null: customers' data is kept for good */
  maskAfterDays(): number | null;
  /** the shop's day, YYYY-MM-DD */
  today(): string;
  clock: Clock;
  log: Log;
  publishSale(sale: Transaction): void;
  /** copies of the provider's statements, which the host may hold */
  forgetStatements(): Promise<void>;
}

type Ask = { customerNo: string; note: string };
export type Erased = { kind: 'erased'; what: CustomerErased } | Exclude<BegunErasing, { kind: 'begun' }>;

/** Erases customers' data in small steps beside selling: what is asked for, what is too old, and what came back. */
export interface ErasureWorker {
  erase(ask: Ask): Promise<Erased>;
  /** ends it; what is left goes on at the next start. @param last nobody sells any more: what takes long is done now */
  stop(last: boolean): Promise<void>;
}

export function startErasureWorker(parts: WorkerDeps): ErasureWorker {
  const { journal, folder, clock, log, copies } = parts;
  const { customers } = journal;
  const stopping = new AbortController();
  const now = (): string => new Date(clock.now()).toISOString();
  let agedAt = Number.NEGATIVE_INFINITY;
  /** the search index: a program that was killed may have erased and not seen it gone from there too */
  let indexMayHold = true;
  const queue = createSerialQueue();
  const logged = <T>(task: () => Promise<T>): Promise<T> => {
    const result = queue(task);
    result.catch((error: unknown) => {
      log.error('customers’ data could not be erased', { error: error instanceof Error ? error.name : typeof error });
    });
    return result;
  };

  const listFiles = (): string[] =>
    [folder, copies()].flatMap((place) => (place === null ? [] : [erasuresFile(place, customers.book)]));
  const remember = async (): Promise<void> => {
    const list = await customers.erasures();
    if (list.length === 0) return;
    for (const path of listFiles()) {
      try {
        writeErasures(path, customers.book, list, diskFiles);
      } catch {
        // A stick that is not in: the next look writes it.
        log.warn('the list of erasures could not be written');
      }
    }
  };
  const age = async (): Promise<void> => {
    const days = parts.maskAfterDays();
    if (days === null || clock.monotonic() - agedAt < dayMs) return;
    agedAt = clock.monotonic();
    const before = new Date(clock.now() - days * dayMs).toISOString();
    while (!stopping.signal.aborted && (await customers.age(before))) await clock.sleep(restMs, stopping.signal);
  };
  /** Each hour: the day changes at the shop's midnight, whenever the program was started. */
  const purge = async (): Promise<void> => {
    while (!stopping.signal.aborted && (await journal.customerBook.purge(parts.today()))) {
      await clock.sleep(restMs, stopping.signal);
    }
  };
  /** Answers how many sales. */
  const erase = async (): Promise<number> => {
    let count = 0;
    while (!stopping.signal.aborted) {
      const erased = await customers.step(now());
      for (const sale of erased) {
        count += 1;
        if (count <= maxPublished) parts.publishSale(sale);
      }
      if (erased.length === 0) break;
      indexMayHold = true;
      await clock.sleep(restMs, stopping.signal);
    }
    return count;
  };
  /** Whether anything was ever erased here: where not, the index need not be looked into for it at a start. */
  const mayHaveErased = async (): Promise<boolean> =>
    parts.maskAfterDays() !== null || (await customers.state()).leftovers || (await customers.erasures()).length > 0;
  /** The index reads in the log who was erased, also what a program that was killed did not get to; here it is waited for. */
  const forget = async (): Promise<void> => {
    const waiting = new AbortController();
    const endWaiting = async (): Promise<void> => {
      await clock.sleep(indexMs, waiting.signal);
      waiting.abort();
    };
    void endWaiting();
    try {
      indexMayHold = !(await parts.finder.forget(AbortSignal.any([stopping.signal, waiting.signal])));
    } finally {
      waiting.abort();
    }
  };
  /** The provider's statement and the shop's sales lie in it side by side; it is compared anew when it is wanted. */
  const forgetComparison = async (): Promise<void> => {
    try {
      await parts.forgetStatements();
      removeScratch(scratchIn(folder));
    } catch {
      // Being read at this moment, where the system keeps such a file: the next start takes it away.
      log.warn('the last comparison could not be taken away');
    }
  };
  const isSmall = async (): Promise<boolean> => (await stat(parts.journalPath)).size <= smallBytes;
  const clean = async (withinMs: number, mayTakeLong: boolean, customerNo: string | null): Promise<string[]> => {
    if (!(await customers.state()).leftovers) return [];
    const answer = await runTask(
      {
        task: 'clean',
        journal: parts.journalPath,
        anew: mayTakeLong || (await isSmall()),
        replaced: await replacedIn(folder),
        erasures: await customers.erasures(),
        customerNo,
        at: now(),
      },
      { withinMs, ...(mayTakeLong ? {} : { signal: stopping.signal }) },
    );
    if (answer.kind === 'cleaned') return answer.unreached;
    log.warn('traces of what was erased could not be taken out of the file yet');
    return [];
  };
  const goOn = async (customerNo: string | null): Promise<string[]> => {
    const erased = await erase();
    if (indexMayHold && (erased > 0 || (await mayHaveErased()))) await forget();
    if (erased > 0 || customerNo !== null) await forgetComparison();
    await remember();
    if (stopping.signal.aborted) return [];
    const unreached = await clean(cleanMs, false, customerNo);
    // Somebody who read meanwhile was in the way; the number is not needed again.
    if ((await isSmall()) && (await customers.state()).leftovers) await clean(cleanMs, false, null);
    return unreached;
  };
  const look = (): Promise<void> =>
    logged(async () => {
      if (stopping.signal.aborted) return;
      const known = listFiles().flatMap((path) => readErasures(path, customers.book, diskFiles));
      const again = await customers.again(known, now());
      if (again > 0) log.warn('an older database is erased again', { erasures: again });
      await purge();
      await age();
      await goOn(null);
    });

  const quietly = (): void => void look().catch(() => undefined);
  const stopTimer = clock.every(everyMs, quietly);
  quietly();

  return {
    erase: ({ customerNo, note }) =>
      logged(async () => {
        const begun = await customers.begin({ customerNo, note, at: now() });
        if (begun.kind !== 'begun') return begun;
        const unreached = await goOn(customerNo);
        const { leftovers } = await customers.state();
        const { sales, webhooks, saved } = begun;
        return {
          kind: 'erased',
          what: { sales, webhooks, saved, leftovers: leftovers || indexMayHold, unreached, ...(await held()) },
        };
      }),
    async stop(atEnd) {
      stopTimer();
      stopping.abort();
      await queue(async () => undefined);
      if (atEnd) await logged(() => clean(lastCleanMs, true, null)).catch(() => undefined);
    },
  };

  async function held(): Promise<{ copies: number; oldCopies: number }> {
    const place = copies();
    const found = place === null ? [] : await parts.listCopies(place).catch(() => []);
    return { copies: found.length, oldCopies: found.filter(({ terminal }) => terminal !== journal.terminal).length };
  }
}

/** Databases that a restore put aside. */
async function replacedIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^replaced-\w+\.db$/.test(name)).map((name) => join(folder, name));
}
