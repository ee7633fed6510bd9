/** A worker thread: keeps the search index up to its database until it is stopped. */

import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../base/system/lower-priority.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';
import { connect } from '../db/open-database.ts';
import { type FromIndexThread, IndexThreadData, ToIndexThread } from './index-thread.ts';
import { IndexKeeper } from './indexer.ts';

/** Until a sale is indexed, searches read it one by one; a few sales at once cost little more than one. */
const gatherMs = 300;
/** The rest between two steps, as a share of what the step took: the seller has the disk meanwhile. */
const restShare = 1;
const retryMs = 30_000;
/** An index that is damaged again and again lies on a damaged disk: the search goes on without it. */
const maxDiscards = 3;

lowerPriority();
const { database: databasePath, index: indexPath } = IndexThreadData.parse(workerData);
const database = connect(databasePath, true);
const keeper = new IndexKeeper(database, indexPath, release);
let stopped = false;
let running: Promise<void> | null = null;
let again = false;
let discards = 0;
let discardAsked = false;
/** requests to forget, by number */
let forgetting: number[] = [];
let released: PromiseWithResolvers<void> | null = null;
/** ends the wait after an error */
let retrying = new AbortController();

function publish(message: FromIndexThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  parentPort?.postMessage(message);
}

async function release(): Promise<void> {
  released ??= Promise.withResolvers();
  publish({ kind: 'release' });
  await released.promise;
  released = null;
}

async function catchUp(): Promise<void> {
  for (;;) {
    if (stopped) return;
    again = false;
    try {
      if (discardAsked) await discard();
      const asked = forgetting;
      const startedAt = performance.now();
      if (await keeper.step()) await pause((performance.now() - startedAt) * restShare);
      else {
        discards = 0;
        // The last step read the log after they came.
        answerForgetting(asked, true);
        await pause(gatherMs);
        if (!again) return;
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
    discardAsked = true;
    return;
  }
  answerForgetting(forgetting, false);
  retrying = new AbortController();
  // Rejects when it is ended early.
  await pause(retryMs, null, { ref: false, signal: retrying.signal }).catch(() => undefined);
}

async function discard(): Promise<void> {
  discards += 1;
  await keeper.discard();
  discardAsked = false;
}

function answerForgetting(numbers: readonly number[], done: boolean): void {
  for (const number of numbers) publish({ kind: 'forgotten', number, done });
  forgetting = forgetting.filter((number) => !numbers.includes(number));
}

function follow(): void {
  again = true;
  running ??= catchUp().finally(() => {
    running = null;
    if (again && !stopped) follow();
  });
}

parentPort?.on('message', (data: unknown) => {
  const message = ToIndexThread.parse(data);
  switch (message.do) {
    case 'follow':
      follow();
      return;
    case 'forget':
      forgetting = [...forgetting, message.number];
      retrying.abort();
      follow();
      return;
    case 'discard':
      discardAsked = true;
      retrying.abort();
      follow();
      return;
    case 'released':
      released?.resolve();
      return;
    case 'stop':
      stopped = true;
      keeper.close();
      database.close();
      parentPort?.close();
  }
});
follow();
