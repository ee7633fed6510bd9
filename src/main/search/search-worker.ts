/** A worker thread: answers searches one after the other until it is stopped. */

import { parentPort, workerData } from 'node:worker_threads';
import { SearchReader } from './search-reader.ts';
import { type FromSearchThread, SearchThreadData, ToSearchThread } from './search-thread.ts';

class CancelledError extends Error {}

const { database, index } = SearchThreadData.parse(workerData);
const reader = new SearchReader(database, index);

function answer(message: ToSearchThread): FromSearchThread {
  const { number } = message;
  if (message.do === 'release') {
    reader.release();
    return { kind: 'released', number };
  }
  const cancelled = new Int32Array(message.cancelled);
  const checkCancelled = (): void => {
    if (Atomics.load(cancelled, 0) !== 0) throw new CancelledError();
  };
  try {
    checkCancelled();
    if (message.do === 'outline')
      return { kind: 'outline', number, outline: reader.outline(message.request, checkCancelled) };
    return { kind: 'page', number, ...reader.search(message.request, message.today, checkCancelled) };
  } catch (error) {
    if (error instanceof CancelledError) return { kind: 'cancelled', number };
    if (error instanceof RangeError) return { kind: 'invalid_cursor', number };
    // The name only: a message may hold what was searched for.
    return { kind: 'error', number, message: error instanceof Error ? error.name : 'unknown' };
  }
}

parentPort?.on('message', (message: unknown) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  parentPort?.postMessage(answer(ToSearchThread.parse(message)));
});
