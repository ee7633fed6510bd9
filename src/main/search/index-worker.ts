/** A worker thread: keeps the search index up to its database until it is stopped. */

import { workerData } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { systemClock as clock, lowerPriority } from '../base/system/clock-and-random.ts';
import { serveCalls } from '../base/worker-pool.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';
import { connect } from '../db/open-database.ts';
import { IndexUpdater, SearchedFiles } from './search-index.ts';
import { IndexCall, type IndexEvent } from './search-service.ts';

/** Until a sale is indexed, searches read it one by one; a few sales at once cost little more than one. */
const gatherMs = 300;
/** The pause between two steps, relative to the step's duration: the seller has the disk meanwhile. */
const restShare = 1;
const retryMs = 30_000;
/** An index that is damaged repeatedly lies on a damaged disk: searches go on without it. */
const maxDiscards = 3;

lowerPriority();

/** One database, and what keeps its index. */
interface IndexJob {
  index: string;
  database: Database.Database;
  updater: IndexUpdater;
  discards: number;
  discardRequested: boolean;
}

const parts = SearchedFiles.parse(workerData).map(({ database: path, index }): IndexJob => {
  const database = connect(path, true);
  const updater = new IndexUpdater(database, index, () => release(index));
  return { index, database, updater, discards: 0, discardRequested: false };
});
let publish: (event: IndexEvent) => void = () => undefined;
let running: Promise<void> | null = null;
let stopped = false;
/** resolved when a database was written to since the last step began */
let changed = Promise.withResolvers<void>();
/** calls that wait for erased data to be gone */
let forgetting: Array<PromiseWithResolvers<boolean>> = [];
let released: PromiseWithResolvers<void> | null = null;
/** ends the wait after an error */
let retrying = new AbortController();

async function release(index: string): Promise<void> {
  released ??= Promise.withResolvers();
  publish({ kind: 'release', index });
  await released.promise;
  released = null;
}

/** Whether there is more to do. */
async function step(job: IndexJob): Promise<boolean> {
  try {
    if (job.discardRequested) {
      job.discards += 1;
      await job.updater.discard();
      job.discardRequested = false;
    }
    const startedAt = clock.monotonic();
    const isBusy = await job.updater.step();
    if (isBusy) await clock.sleep((clock.monotonic() - startedAt) * restShare);
    else job.discards = 0;
    return isBusy;
  } catch (error) {
    await failed(job, error);
    return true;
  }
}

async function keepUpdated(): Promise<void> {
  for (;;) {
    if (stopped) return;
    changed = Promise.withResolvers();
    const waiting = [...forgetting];
    let isBusy = false;
    for (const job of parts) {
      if (stopped) return;
      if (await step(job)) isBusy = true;
    }
    if (isBusy) continue;
    // The steps read the logs after these calls had come.
    answerForgetting(waiting, true);
    await Promise.all([clock.sleep(gatherMs), changed.promise]);
  }
}

async function failed(job: IndexJob, thrown: unknown): Promise<void> {
  if (stopped) return;
  const error = toDatabaseError(thrown);
  publish({ kind: 'failed', message: error instanceof Error ? error.message : 'unknown' });
  if (error instanceof DatabaseError && error.kind === 'corrupt' && job.discards < maxDiscards) {
    job.discardRequested = true;
    return;
  }
  answerForgetting(forgetting, false);
  retrying = new AbortController();
  await clock.sleep(retryMs, retrying.signal);
}

function answerForgetting(calls: typeof forgetting, done: boolean): void {
  for (const call of calls) call.resolve(done);
  forgetting = forgetting.filter((call) => !calls.includes(call));
}

/** Begins at once, also where the last attempt failed. */
function retry(): void {
  running ??= keepUpdated();
  retrying.abort();
  changed.resolve();
}

serveCalls((input, { progress }) => {
  const call = IndexCall.parse(input);
  if (typeof call === 'object') {
    const job = parts.find(({ index }) => index === call.discard);
    if (job) job.discardRequested = true;
    return retry();
  }
  switch (call) {
    case 'run':
      publish = progress;
      return (running ??= keepUpdated());
    case 'follow':
      return changed.resolve();
    case 'forget': {
      const waiting = Promise.withResolvers<boolean>();
      forgetting.push(waiting);
      retry();
      return waiting.promise;
    }
    case 'released':
      return released?.resolve();
    case 'stop':
      stopped = true;
      for (const { updater, database } of parts) {
        updater.close();
        database.close();
      }
  }
});
