/** A worker thread: keeps the search index up to its database until it is stopped. */

import { workerData } from 'node:worker_threads';
import { lowerPriority } from '../base/system/lower-priority.ts';
import { systemClock as clock } from '../base/system/node-system.ts';
import { serveCalls } from '../base/worker-pool.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';
import { connect } from '../db/open-database.ts';
import { IndexedFiles, IndexUpdater } from './search-index.ts';
import { IndexCall, type IndexEvent } from './search-service.ts';

/** Until a sale is indexed, searches read it one by one; a few sales at once cost little more than one. */
const gatherMs = 300;
/** The pause between two steps, relative to the step's duration: the seller has the disk meanwhile. */
const restShare = 1;
const retryMs = 30_000;
/** An index that is damaged repeatedly lies on a damaged disk: searches go on without it. */
const maxDiscards = 3;

lowerPriority();
const { database: databasePath, index: indexPath } = IndexedFiles.parse(workerData);
const database = connect(databasePath, true);
const updater = new IndexUpdater(database, indexPath, release);
let publish: (event: IndexEvent) => void = () => undefined;
let running: Promise<void> | null = null;
let stopped = false;
/** resolved when the database was written to since the last step began */
let changed = Promise.withResolvers<void>();
let discards = 0;
let discardRequested = false;
/** calls that wait for erased data to be gone */
let forgetting: Array<PromiseWithResolvers<boolean>> = [];
let released: PromiseWithResolvers<void> | null = null;
/** ends the wait after an error */
let retrying = new AbortController();

async function release(): Promise<void> {
  released ??= Promise.withResolvers();
  publish({ kind: 'release' });
  await released.promise;
  released = null;
}

async function keepUpdated(): Promise<void> {
  for (;;) {
    if (stopped) return;
    changed = Promise.withResolvers();
    try {
      if (discardRequested) {
        discards += 1;
        await updater.discard();
        discardRequested = false;
      }
      const waiting = [...forgetting];
      const startedAt = clock.monotonic();
      if (await updater.step()) await clock.sleep((clock.monotonic() - startedAt) * restShare);
      else {
        discards = 0;
        // The step read the log after these calls had come.
        answerForgetting(waiting, true);
        await Promise.all([clock.sleep(gatherMs), changed.promise]);
      }
    } catch (error) {
      await failed(error);
    }
  }
}

async function failed(thrown: unknown): Promise<void> {
  if (stopped) return;
  const error = toDatabaseError(thrown);
  publish({ kind: 'failed', message: error instanceof Error ? error.message : 'unknown' });
  if (error instanceof DatabaseError && error.kind === 'corrupt' && discards < maxDiscards) {
    discardRequested = true;
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
  switch (IndexCall.parse(input)) {
    case 'run':
      publish = progress;
      return (running ??= keepUpdated());
    case 'follow':
      return changed.resolve();
    case 'forget': {
      const call = Promise.withResolvers<boolean>();
      forgetting.push(call);
      retry();
      return call.promise;
    }
    case 'discard':
      discardRequested = true;
      return retry();
    case 'released':
      return released?.resolve();
    case 'stop':
      stopped = true;
      updater.close();
      return database.close();
  }
});
