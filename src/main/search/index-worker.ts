/** A thread of its own: keeps the search index up to its journal, until it is told to stop. */

import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../base/system/lower-priority.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';
import { connect } from '../db/open-database.ts';
import { checkIndex } from './index/check.ts';
import { Indexer } from './index/indexer.ts';
import { openIndex } from './index/schema.ts';
import { type FromIndexThread, IndexThreadData, ToIndexThread } from './index-messages.ts';

/** What was just sold is looked at one by one; a few sales at once cost little more than one. */
const gatherMs = 300;
/** Between two batches, so many times what the batch took: whoever sells meanwhile has the disk to themselves. */
const restShare = 1;
const againMs = 30_000;

lowerPriority();
const { journal: journalPath, index: indexPath, remake } = IndexThreadData.parse(workerData);
if (remake) for (const end of ['', '-wal', '-shm', '-journal']) rmSync(indexPath + end, { force: true });

const journal = connect(journalPath, true);
let stopped = false;
let running: Promise<void> | null = null;
let again = false;
/** who waits for what was erased to be gone */
let asked: number[] = [];
/** ends the wait behind something that failed */
let awaken = new AbortController();

function publish(message: FromIndexThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  parentPort?.postMessage(message);
}

function failed(thrown: unknown): void {
  const fault = toDatabaseError(thrown);
  const damaged = fault instanceof DatabaseError && fault.kind === 'corrupt';
  publish({ kind: 'failed', damaged, message: fault instanceof Error ? fault.message : 'unknown' });
}

function open() {
  const index = openIndex(indexPath);
  try {
    checkIndex(index);
    return { index, indexer: new Indexer(journal, index) };
  } catch (thrown) {
    index.close();
    throw thrown;
  }
}

let opened: ReturnType<typeof open> | null = null;

async function catchUp(): Promise<void> {
  for (;;) {
    if (stopped) return;
    again = false;
    try {
      opened ??= open();
      const begun = performance.now();
      const { left } = opened.indexer.step();
      if (left === 0) forgotten(opened.indexer);
      if (left > 0) await pause((performance.now() - begun) * restShare);
      else {
        publish({ kind: 'caught_up' });
        await pause(gatherMs);
        if (!again) return;
      }
    } catch (thrown) {
      failed(thrown);
      answerAsked('not_forgotten');
      awaken = new AbortController();
      // Rejects where it is ended early.
      await pause(againMs, null, { ref: false, signal: awaken.signal }).catch(() => undefined);
    }
  }
}

/** Whoever asked before the last step: it saw all there was in the journal. */
function forgotten(indexer: Indexer): void {
  if (asked.length === 0) return;
  indexer.emptyLog();
  answerAsked('forgotten');
}

function answerAsked(kind: 'forgotten' | 'not_forgotten'): void {
  for (const number of asked) publish({ kind, number });
  asked = [];
}

function follow(): void {
  again = true;
  running ??= catchUp().finally(() => {
    running = null;
    if (again && !stopped) follow();
  });
}

parentPort?.on('message', (message: unknown) => {
  const told = ToIndexThread.parse(message);
  if (told.do === 'follow') follow();
  if (told.do === 'forget') {
    asked.push(told.number);
    awaken.abort();
    follow();
  }
  if (told.do !== 'stop') return;
  stopped = true;
  opened?.index.close();
  opened = null;
  journal.close();
  parentPort?.close();
});
follow();
