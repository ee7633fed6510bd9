/** A process of its own that indexes until it is killed: `node search-indexer.ts JOURNAL INDEX`. A line for each step. */

import { writeSync } from 'node:fs';
import { connect } from '../../src/main/journal/connection.ts';
import { Indexer } from '../../src/main/journal/search/index/indexer.ts';
import { openIndex } from '../../src/main/journal/search/index/schema.ts';

const [, , journal = '', index = ''] = process.argv;
const indexer = new Indexer(connect(journal, true), openIndex(index));
for (;;) {
  const { indexed, left } = indexer.step();
  writeSync(1, `${indexed} ${left}\n`);
}
