/**
 * A process of its own that indexes until it is killed: `node search-indexer.ts DATABASE INDEX [STEPS]`. A line for its start
 * and for each step; after so many steps it does nothing more.
 */

import { writeSync } from 'node:fs';
import { connect } from '../../../src/main/db/open-database.ts';
import { IndexUpdater } from '../../../src/main/search/search-index.ts';

const [, , database = '', index = '', steps = 'Infinity'] = process.argv;
const updater = new IndexUpdater(connect(database, true), index, async () => undefined);
writeSync(1, 'started\n');
for (let done = 0; done < Number(steps); done += 1) writeSync(1, `${await updater.step()}\n`);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
