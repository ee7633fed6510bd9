/** A thread of its own: answers searches one after the other until it is stopped. */

import { parentPort, workerData } from 'node:worker_threads';
import { Reader } from './reader.ts';
import { type FromSearchThread, SearchThreadData, ToSearchThread } from './search-messages.ts';

class CancelledError extends Error {}

const { journal, index } = SearchThreadData.parse(workerData);
const reader = new Reader(journal, index);

function answer(message: ToSearchThread): FromSearchThread {
  const { number } = message;
  if (message.do === 'let_go') {
    reader.release();
    return { kind: 'let_go', number };
  }
  const given = new Int32Array(message.given);
  const stillWanted = (): void => {
    if (Atomics.load(given, 0) !== 0) throw new CancelledError();
  };
  try {
    stillWanted();
    if (message.do === 'outline')
      return { kind: 'outlined', number, outline: reader.outline(message.ask, stillWanted) };
    return { kind: 'found', number, ...reader.search(message.ask, message.today, stillWanted) };
  } catch (thrown) {
    if (thrown instanceof CancelledError) return { kind: 'given_up', number };
    if (thrown instanceof RangeError) return { kind: 'no_place', number };
    // The name only: a message may hold what was searched for.
    return { kind: 'fault', number, message: thrown instanceof Error ? thrown.name : 'unknown' };
  }
}

parentPort?.on('message', (message: unknown) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  parentPort?.postMessage(answer(ToSearchThread.parse(message)));
});
