/** A worker thread: answers searches one after the other until it is stopped. */

import { workerData } from 'node:worker_threads';
import { serveCalls } from '../base/worker-pool.ts';
import { IndexedFiles } from './index-file.ts';
import { SearchCall, SearchReader } from './search-reader.ts';

const { database, index } = IndexedFiles.parse(workerData);
const reader = new SearchReader(database, index);

serveCalls((input, { throwIfCancelled }) => {
  const call = SearchCall.parse(input);
  switch (call.do) {
    case 'search':
      return reader.search(call.request, call.today, throwIfCancelled);
    case 'outline':
      return reader.outline(call.request, throwIfCancelled);
    case 'release':
      return reader.release();
  }
});
