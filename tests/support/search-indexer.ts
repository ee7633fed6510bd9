/**
 * A process of its own that indexes until it is killed: `node search-indexer.ts JOURNAL INDEX [STEPS]`. A line for its start and
 * for each step; after so many steps it does nothing more.
 */

import { writeSync } from 'node:fs';
import { connect } from '../../src/main/db/open-database.ts';
import { Indexer } from '../../src/main/search/index/indexer.ts';
import { openIndex } from '../../src/main/search/index/schema.ts';

const [, , journal = '', index = '', steps = 'Infinity'] = process.argv;
const indexer = new Indexer(connect(journal, true), openIndex(index));
writeSync(1, 'started\n');
for (let done = 0; done < Number(steps); done += 1) {
  const { indexed, left } = indexer.step();
  writeSync(1, `${indexed} ${left}\n`);
}
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
