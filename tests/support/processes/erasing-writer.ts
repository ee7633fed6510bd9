import { randomBytes } from 'node:crypto';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';

/**
 * Erases a customer and is killed in the middle: `node erasing-writer.ts FILE NUMBER`. Says "erasing" once the first few sales
 * are erased and on disk, and waits to be killed.
 */

const [path = '', customerNo = ''] = process.argv.slice(2);
const journal = await openShopDatabase({ path, random: { bytes: (count) => randomBytes(count) }, kind: 'live' });
const at = new Date().toISOString();
await journal.customers.begin({ customerNo, note: 'asked for it', at });
await journal.customers.eraseNext(at);
process.stdout.write('erasing\n');
setInterval(() => undefined, 1000);
